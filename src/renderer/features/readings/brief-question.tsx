import type { EventId } from "../../../shared/primitives.ts";
import { readingText } from "../../text/explain-reading.ts";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { ConfirmReading, useReading, WordQuestion } from "./reading-question.tsx";

/** The question about a webhook where there is little room: what it is read to say, and the one press. */
export function BriefQuestion({
  deliveryId,
  units,
}: {
  readonly deliveryId: EventId;
  /** How many units make one of the currency, where the profile says so. */
  readonly units: number | null;
}) {
  const loaded = useReading(deliveryId);
  if (loaded.state !== "ready") return null;
  const { webhook, reading, profileId } = loaded.says;
  if (reading === null || profileId === null) return null;
  const [word] = webhook.newWords;
  return (
    <section
      className="flex flex-col gap-2 px-3 pt-2 pb-3 border border-odd-line rounded bg-odd-fill wrap-anywhere"
      aria-label="Is it read correctly?"
    >
      {word === undefined ? (
        <p className="m-0 text-plain type-body-strong wrap-anywhere">Is the webhook read correctly?</p>
      ) : null}
      <OpaqueText as="p" className="m-0 text-secondary" text={readingText(webhook, units)} limit={400} />
      {word === undefined ? (
        <div className="flex flex-wrap gap-2">
          <ConfirmReading deliveryId={deliveryId} size="small" />
        </div>
      ) : (
        <WordQuestion deliveryId={deliveryId} word={word} />
      )}
    </section>
  );
}
