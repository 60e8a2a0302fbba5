import type { EventId } from "../../../shared/primitives.ts";
import { useLog } from "../../core/environment.ts";
import { readByText } from "../../text/explain-reading.ts";
import { Chip } from "../../ui/chip.tsx";
import { Section } from "../../ui/layout.tsx";
import { ReadingQuestion, useAnswered, useReading } from "./reading-question.tsx";

interface DeliveryReadingProps {
  readonly deliveryId: EventId;
  /** How many units make one of the currency, as its profile says; null where it does not. */
  readonly units: number | null;
}

/** What a webhook says, how sure that is, and the question about it where it is open. */
export function DeliveryReadingSection({ deliveryId, units }: DeliveryReadingProps) {
  const loaded = useReading(deliveryId);
  const isAnswered = useAnswered(deliveryId);
  const isOwn = useLog() === "own";
  if (loaded.state === "ready" && loaded.says.webhook.format === "empty") return null;
  const webhook = loaded.state === "ready" ? loaded.says.webhook : null;
  const readBy = webhook === null ? null : readByText(webhook);
  return (
    <Section
      title="Found in the payload"
      aside={
        readBy === null ? null : (
          <Chip tone={readBy.tone} title={readBy.sentence}>
            {readBy.label}
          </Chip>
        )
      }
      {...(webhook?.by === "proposed" && isOwn && !isAnswered
        ? { hint: "Is it read correctly? Nobody has confirmed this kind of webhook yet." }
        : {})}
    >
      <ReadingQuestion deliveryId={deliveryId} units={units} copy />
    </Section>
  );
}
