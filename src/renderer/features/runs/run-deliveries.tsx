import { ChevronRight } from "lucide-react";
import type { DeliveryDetail } from "../../../shared/events.ts";
import { durationText, pluralText, whenText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { faultOf, type RunDetail, type Tie } from "../../../shared/run.ts";
import { roleName, tieSign, tieTone } from "../../../shared/text/run-words.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Chip } from "../../ui/chip.tsx";
import { Section } from "../../ui/layout.tsx";
import { RunSign } from "../../ui/run-sign.tsx";
import { eventLogStore, rowWithId } from "../event-log/index.ts";
import { MOST_DRAWN } from "./delivery-reader.ts";
import styles from "./run-deliveries.module.css";

interface RunDeliveriesProps {
  readonly run: RunDetail;
  readonly deliveries: ReadonlyMap<EventId, DeliveryDetail>;
}

/** Every webhook of a run in order, with the time between them and what it was answered; each leads to its event. */
export function RunDeliveries({ run, deliveries }: RunDeliveriesProps) {
  const { ties } = run;
  if (ties.length === 0) return null;
  return (
    <Section title={ties.length === 1 ? "Its webhook" : `Its ${pluralText(ties.length, "webhook", "webhooks")}`}>
      <ol className={styles.list}>
        {ties.slice(0, MOST_DRAWN).map((tie, index) => (
          <Line
            key={tie.deliveryId}
            tie={tie}
            gap={index === 0 ? null : tie.at - (ties[index - 1]?.at ?? tie.at)}
            delivery={deliveries.get(tie.deliveryId)}
          />
        ))}
      </ol>
      {ties.length > MOST_DRAWN ? (
        <p className="text-muted type-small">
          {pluralText(ties.length - MOST_DRAWN, "more webhook stands", "more webhooks stand")} in the log.
        </p>
      ) : null}
    </Section>
  );
}

interface LineProps {
  readonly tie: Tie;
  /** Microseconds since the webhook before it; null for the first. */
  readonly gap: number | null;
  readonly delivery: DeliveryDetail | undefined;
}

function Line({ tie, gap, delivery }: LineProps) {
  const stores = useStores();
  const { role, after, certainty, deliveryId } = tie;
  const signature = faultOf(role, tie.fields);
  return (
    <li>
      <button type="button" className={styles.line} onClick={() => void stores.get(eventLogStore).show(deliveryId)}>
        <Chip tone={tieTone(role, signature)} icon={<RunSign sign={tieSign(role, signature)} />}>
          {roleName(tie)}
        </Chip>
        <span className="flex-1 min-w-0">
          after {durationText(after)}
          {gap === null ? null : (
            <span className="block text-muted type-caption">{durationText(Math.max(0, gap))} after the one before</span>
          )}
        </span>
        {certainty === "ambiguous" || certainty === "by-hand" ? (
          <Chip tone={certainty === "ambiguous" ? "odd" : "neutral"}>
            {certainty === "ambiguous" ? "ambiguous" : "by hand"}
          </Chip>
        ) : null}
        <Answer delivery={delivery} />
        <ChevronRight size={14} aria-hidden="true" />
      </button>
    </li>
  );
}

function Answer({ delivery }: { readonly delivery: DeliveryDetail | undefined }) {
  if (delivery === undefined) return null;
  const { status, answerState } = delivery.summary;
  if (answerState === "unknown") return <Chip>answer unknown</Chip>;
  if (status === null || answerState === "failed") return <Chip tone="bad">no answer</Chip>;
  return (
    <Chip data tone={status < 300 ? "good" : "odd"} title={`Linkdesk answered ${status}`}>
      {status}
    </Chip>
  );
}

/** Webhooks that went to other simulations and fit this one just as well, and the calls that got them. */
export function AlsoFits({ run: { alsoFits } }: { readonly run: RunDetail }) {
  const stores = useStores();
  const rows = useStore(eventLogStore, (state) => state.window.rows);
  if (alsoFits.length === 0) return null;
  const named = (what: string, id: EventId) => {
    const at = rowWithId(rows, id)?.at;
    return at === undefined ? `${what} No. ${id}` : `${what} of ${whenText(at)}`;
  };
  return (
    <Section title="Fits just as well" hint="These are counted for other simulations, and may be for this one.">
      <ol className={styles.list}>
        {alsoFits.map(({ deliveryId, runId }) => (
          <li key={deliveryId}>
            <button
              type="button"
              className={styles.line}
              onClick={() => void stores.get(eventLogStore).show(deliveryId)}
            >
              <span className="flex-1 min-w-0">{named("Webhook", deliveryId)}</span>
              <ChevronRight size={14} aria-hidden="true" />
            </button>
            <button type="button" className={styles.line} onClick={() => void stores.get(eventLogStore).show(runId)}>
              <span className="flex-1 min-w-0">{named("given to the call", runId)}</span>
              <ChevronRight size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ol>
    </Section>
  );
}
