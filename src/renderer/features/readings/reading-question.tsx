import { Check, Crosshair } from "lucide-react";
import { useEffect } from "react";
import type { DeliveryReading } from "../../../shared/contract.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { WebhookReading } from "../../../shared/reading.ts";
import { commandsStore } from "../../core/commands.ts";
import { useLog, useStore, useStores } from "../../core/environment.ts";
import { newWordParts, questionTitle, suggestedAnswer, wordAnswers, yesText } from "../../text/explain-reading.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Busy } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { useInSight } from "../../ui/use-in-sight.ts";
import { eventLogStore } from "../event-log/index.ts";
import { DraftBar } from "./draft-bar.tsx";
import { JudgingProgress } from "./judging-progress.tsx";
import { type LoadedReading, readingsStore } from "./readings-store.ts";
import { SaidValues } from "./said-values.tsx";

/** Keeps the reading of a webhook up to date while the component is there. */
export function useReading(deliveryId: EventId): LoadedReading {
  const stores = useStores();
  useEffect(() => stores.get(readingsStore).watch(deliveryId), [stores, deliveryId]);
  return useStore(readingsStore, (state) => state.loaded.get(deliveryId)) ?? { state: "loading" };
}

/** Whether somebody has answered for this webhook, and the answer is still being taken in. */
export function useAnswered(deliveryId: EventId): boolean {
  return useStore(readingsStore, ({ saving, answered }) => saving === deliveryId || answered.has(deliveryId));
}

interface ReadingQuestionProps {
  readonly deliveryId: EventId;
  /** Offers to copy each value exactly. */
  readonly copy?: boolean;
  /** How many units make one of the currency, where the profile says so. */
  readonly units: number | null;
}

/** What a webhook is read to say, and the one press that confirms it. */
export function ReadingQuestion({ deliveryId, copy = false, units }: ReadingQuestionProps) {
  const stores = useStores();
  const log = useLog();
  const loaded = useReading(deliveryId);
  const asked = loaded.state === "ready" ? loaded.says.webhook : null;
  // With the values that it is about: who answers looks at both.
  const question = useInSight<HTMLDivElement>(
    asked !== null && asked.newWords.length > 0
      ? questionTitle(asked, null)
      : asked?.by === "proposed"
        ? deliveryId
        : null,
    // An event that is opened begins at its top, with the verdict.
    false,
  );
  const saving = useStore(readingsStore, (state) => state.saving === deliveryId);
  const isAnswered = useAnswered(deliveryId);
  const draft = useStore(readingsStore, (state) => (state.draft?.deliveryId === deliveryId ? state.draft : null));
  if (loaded.state === "loading") return <Busy>Reading the webhook</Busy>;
  if (loaded.state === "failed")
    return (
      <Callout
        tone="bad"
        title="The webhook could not be read"
        actions={<Button onClick={() => void stores.get(readingsStore).reload(deliveryId)}>Try again</Button>}
      >
        <OpaqueText text={loaded.message} limit={600} />
      </Callout>
    );
  const { says } = loaded;
  const { webhook, profileId, reading } = says;
  const [word] = webhook.newWords;
  const open = webhook.by === "proposed" || word !== undefined;

  return (
    <div ref={question} className="flex flex-col gap-3">
      {/* Before all that it says: in a small window the answers would be below the edge. */}
      {word === undefined || reading === null || profileId === null || draft !== null ? null : (
        <WordQuestion deliveryId={deliveryId} webhook={webhook} />
      )}
      {draft === null ? (
        <SaidValues webhook={webhook} copy={copy} units={units} />
      ) : (
        <DraftBar draft={draft} saving={saving} units={units} />
      )}
      {profileId === null ? (
        <p className="m-0 text-secondary">
          {log === "opened"
            ? "It is from a file and not from your log, so nothing can be confirmed here. Readings and verdicts that the file has are shown as they were."
            : "The profile that it came to is not there any more, so nothing can be confirmed."}
        </p>
      ) : draft !== null ? null : (
        <>
          <YesMeans webhook={webhook} />
          <div className="flex flex-wrap gap-2">
            {open && word === undefined && reading !== null ? <ConfirmReading deliveryId={deliveryId} /> : null}
            <CorrectReading deliveryId={deliveryId} says={says} />
          </div>
        </>
      )}
      {profileId === null ? null : <JudgingProgress profileId={profileId} isAwaited={isAnswered} />}
    </div>
  );
}

/** What the press that confirms a reading leaves unchecked: told before it. */
export function YesMeans({ webhook }: { readonly webhook: WebhookReading }) {
  const words = yesText(webhook);
  return words === null ? null : <p className="m-0 text-secondary type-small">{words}</p>;
}

/** The one press that confirms how a kind of webhook is read. */
export function ConfirmReading({
  deliveryId,
  isJudged = false,
  size = "medium",
}: {
  readonly deliveryId: EventId;
  /** It was confirmed, and its simulation is not judged by it yet. */
  readonly isJudged?: boolean;
  readonly size?: "small" | "medium";
}) {
  const stores = useStores();
  const isAnswered = useAnswered(deliveryId);
  return (
    <Button
      size={size}
      variant="primary"
      icon={<Check />}
      busy={isAnswered || isJudged}
      onClick={() => void stores.get(readingsStore).confirm(deliveryId)}
    >
      Yes, it is read correctly
    </Button>
  );
}

/**
 * To the payload of a webhook, where its values can be pointed at: beside the press that confirms it, wherever that is.
 */
export function CorrectReading({
  deliveryId,
  says: { webhook, reading },
  size = "medium",
}: {
  readonly deliveryId: EventId;
  readonly says: DeliveryReading;
  readonly size?: "small" | "medium";
}) {
  const stores = useStores();
  const isAnswered = useAnswered(deliveryId);
  const isCorrected = useStore(readingsStore, ({ draft }) => draft?.deliveryId === deliveryId);
  const [word] = webhook.newWords;
  // Beside "did it go through?" a "No" would be taken for the answer to that.
  const words = isCorrected
    ? "Go to the correction"
    : word !== undefined && word.about !== "amount"
      ? "Correct how it is read…"
      : (webhook.by === "proposed" || word !== undefined) && reading !== null
        ? "No, correct it…"
        : "Correct it…";

  async function correct(): Promise<void> {
    if (await stores.get(eventLogStore).show(deliveryId)) stores.get(commandsStore).run("point-at-values");
  }

  return (
    <Button size={size} icon={<Crosshair />} disabled={isAnswered} onClick={() => void correct()}>
      {words}
    </Button>
  );
}

/** A word that was never seen at its place: never taken for a success by itself. */
export function WordQuestion({
  deliveryId,
  webhook,
}: {
  readonly deliveryId: EventId;
  readonly webhook: WebhookReading;
}) {
  const stores = useStores();
  const isAnswered = useAnswered(deliveryId);
  const [word] = webhook.newWords;
  if (word === undefined) return null;
  const [before, place, after] = newWordParts(word, webhook.items);
  const suggested = suggestedAnswer(webhook);
  return (
    <div className="flex flex-col gap-2">
      <p className="m-0 text-plain type-body-strong wrap-anywhere">
        <OpaqueText text={before} limit={400} />
        {place === "" ? null : <OpaqueText as="code" text={place} limit={200} />}
        <OpaqueText text={after} limit={400} />
      </p>
      <div className="flex flex-wrap gap-2">
        {word.about === "amount" ? (
          <ConfirmReading deliveryId={deliveryId} />
        ) : (
          wordAnswers(word).map(({ means, label }) => (
            <Button
              key={means}
              variant={means === suggested ? "primary" : "secondary"}
              busy={isAnswered}
              onClick={() => void stores.get(readingsStore).answer(deliveryId, word, means)}
            >
              {label}
            </Button>
          ))
        )}
      </div>
      {/* No count: one answer may explain others. */}
      {webhook.newWords.length > 1 ? (
        <p className="m-0 text-secondary type-small">There may be another question about this webhook after it.</p>
      ) : null}
    </div>
  );
}
