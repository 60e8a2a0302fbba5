import type { Bridge } from "../../../shared/contract.ts";
import { pluralText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { Reading, ReadingTrial, WebhookReading } from "../../../shared/reading.ts";
import { settle } from "../../core/bridge.ts";

/** What a reading says of the webhooks in the log, tried before it is saved. */
export type Trial =
  | { readonly state: "trying" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "tried"; readonly trial: ReadingTrial; readonly here: WebhookReading | null };

interface Tried {
  readonly profileId: string;
  readonly reading: Reading;
  /** The webhook that is pointed at; null where there is none. */
  readonly deliveryId: EventId | null;
}

export async function tryOut(bridge: Bridge, { profileId, reading, deliveryId }: Tried): Promise<Trial> {
  const result = await settle(bridge.readings.try({ profileId, reading, deliveryId }));
  return result.ok ? { state: "tried", ...result.value } : { state: "failed", message: result.message };
}

/** "31 webhooks fit, 2 contradict". */
export function trialText({ fit, contradict, complete }: ReadingTrial): string {
  const counted =
    fit + contradict === 0
      ? "No webhook in the log has this shape yet"
      : `${pluralText(fit, "webhook fits", "webhooks fit")}, ${contradict === 0 ? "none contradicts" : pluralText(contradict, "contradicts", "contradict")}`;
  return complete ? counted : `${counted}, as far as the log was searched`;
}
