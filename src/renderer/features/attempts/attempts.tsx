import { useEffect, useState } from "react";
import { type OnPurpose } from "../../../shared/answer-script.ts";
import { type Attempt, type AttemptSeries } from "../../../shared/attempts.ts";
import { type DeliverySummary } from "../../../shared/events.ts";
import { whenText } from "../../../shared/measures.ts";
import { type EventId } from "../../../shared/primitives.ts";
import { purposeTitle } from "../../../shared/text/explain-purpose.ts";
import { settle } from "../../core/bridge.ts";
import { useBridge, useLog, useStores } from "../../core/environment.ts";
import { attemptsSentence, gapText, wasAccepted } from "../../text/explain-attempts.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { eventLogStore } from "../event-log/index.ts";
import styles from "./attempts.module.css";

/** What the sender did with this webhook: how often it came, when, and what had changed. */
export function Attempts({ delivery }: { readonly delivery: DeliverySummary }) {
  const shown = useAttempts(delivery.id);
  if (shown.state === "loading") return null;
  return (
    <Section title="Attempts">
      {shown.state === "failed" ? (
        <p className="text-secondary">The attempts could not be read. {shown.message}</p>
      ) : (
        <Series series={shown.series} current={delivery.id} />
      )}
    </Section>
  );
}

function Series({ series, current }: { readonly series: AttemptSeries; readonly current: number }) {
  const log = useLog();
  return (
    <>
      <p className="text-secondary" role="status">
        {attemptsSentence(series, log)}
        {series.complete ? "" : " The log is too long to be looked through whole: there may be more."}
      </p>
      {series.attempts.length === 1 ? null : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">No.</th>
              <th scope="col">Arrived</th>
              <th scope="col">After</th>
              <th scope="col">We answered</th>
              <th scope="col">Not as in the first</th>
            </tr>
          </thead>
          <tbody>
            {series.attempts.map((attempt, index) => (
              <AttemptRow key={attempt.id} attempt={attempt} number={index + 1} isCurrent={attempt.id === current} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface AttemptRowProps {
  readonly attempt: Attempt;
  readonly number: number;
  readonly isCurrent: boolean;
}

function AttemptRow({ attempt, number, isCurrent }: AttemptRowProps) {
  const stores = useStores();
  return (
    <tr aria-current={isCurrent ? "true" : undefined} className={isCurrent ? "bg-selected" : undefined}>
      <th scope="row">
        {isCurrent ? (
          number
        ) : (
          <Button
            size="small"
            variant="quiet"
            aria-label={`Show attempt ${number}`}
            onClick={() => void stores.get(eventLogStore).show(attempt.id)}
          >
            {number}
          </Button>
        )}
      </th>
      <td className="type-data-small whitespace-nowrap">{whenText(attempt.at)}</td>
      <td className="type-data-small whitespace-nowrap">{attempt.gap === null ? "" : gapText(attempt.gap)}</td>
      <td>
        <AnswerChip attempt={attempt} />
      </td>
      <OpaqueText as="td" className="wrap-anywhere" text={changesText(attempt, number)} limit={200} />
    </tr>
  );
}

/** What the sender got where it got no status. */
const WITHOUT_STATUS: Readonly<Record<OnPurpose["does"], string>> = {
  answer: "nothing",
  drip: "nothing",
  hang: "nothing",
  close: "nothing",
  proof: "nothing",
  reset: "reset",
  garbage: "not HTTP",
};

function AnswerChip({ attempt }: { readonly attempt: Attempt }) {
  const { status, answerState, onPurpose } = attempt;
  const title = onPurpose === undefined ? undefined : purposeTitle(onPurpose, status);
  if (answerState === "pending") return <Chip title={title}>waiting</Chip>;
  if (answerState === "unknown") return <Chip>not known</Chip>;
  if (answerState === "failed") return <Chip tone="bad">gave up</Chip>;
  if (status === null)
    return (
      <Chip tone="odd" title={title}>
        {onPurpose === undefined ? "nothing" : WITHOUT_STATUS[onPurpose.does]}
      </Chip>
    );
  return (
    <Chip tone={wasAccepted(attempt) ? "good" : "odd"} data title={title}>
      {status}
    </Chip>
  );
}

function changesText({ sameBytes, signature, changedHeaders }: Attempt, number: number): string {
  if (number === 1) return "";
  const parts = [...(sameBytes ? [] : ["body"]), ...(signature === "changed" ? ["signature"] : []), ...changedHeaders];
  return parts.length === 0 ? "nothing" : parts.join(", ");
}

type ShownAttempts =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "ready"; readonly series: AttemptSeries };

/** Milliseconds between two looks while deliveries keep arriving. */
const PAUSE_MS = 500;

/** Every time that a delivery's webhook was sent; looked for again when something has arrived. */
function useAttempts(id: EventId): ShownAttempts {
  const bridge = useBridge();
  const [shown, setShown] = useState<ShownAttempts>({ state: "loading" });

  useEffect(() => {
    let gone = false;
    let pause: ReturnType<typeof setTimeout> | null = null;
    const look = async () => {
      const result = await settle(bridge.attempts.of({ id }));
      if (gone) return;
      setShown(result.ok ? { state: "ready", series: result.value } : { state: "failed", message: result.message });
    };
    const lookSoon = () => {
      pause ??= setTimeout(() => {
        pause = null;
        void look();
      }, PAUSE_MS);
    };
    setShown({ state: "loading" });
    void look();
    const stop = bridge.on("journal.changed", ({ appended, amended, reset, skipped, outdated }) => {
      if (
        reset ||
        skipped > 0 ||
        outdated !== undefined ||
        [...appended, ...amended].some(({ kind }) => kind === "delivery")
      )
        lookSoon();
    });
    return () => {
      gone = true;
      if (pause !== null) clearTimeout(pause);
      stop();
    };
  }, [bridge, id]);

  return shown;
}
