import { lowered } from "../measures.ts";
import type { AnswerFault, WebhookFault } from "../sandbox.ts";

/** How a fault of the sandbox is called, everywhere, and what it does. */
export interface FaultWords {
  readonly label: string;
  readonly description: string;
}

export const ANSWER_FAULTS: Readonly<Record<AnswerFault, FaultWords>> = {
  none: { label: "As specified", description: "The link, “test complete” or “hook sent”" },
  "401": { label: "401", description: "Key not accepted" },
  "403": { label: "403", description: "Not allowed for this business" },
  "404": { label: "404", description: "Link or user not found" },
  "406": { label: "406", description: "Only in the other mode" },
  "422": { label: "422", description: "Values not valid, named field by field" },
  "429": { label: "429", description: "Too many calls, with Retry-After" },
  "500": { label: "500", description: "The service fails" },
  "503": { label: "503", description: "Unavailable, with Retry-After" },
  "malformed-json": { label: "Broken JSON", description: "The answer ends in the middle" },
  "other-shape": { label: "Another shape", description: "JSON, but not the one specified" },
  "other-message": { label: "Another message", description: "201 and other words than specified" },
  reset: { label: "Reset", description: "The connection breaks off" },
  hang: { label: "Hang", description: "No answer at all, until the time-out" },
};

export const WEBHOOK_FAULTS: Readonly<Record<WebhookFault, FaultWords>> = {
  none: { label: "Sent as it should be", description: "Once, signed, soon after the answer" },
  dropped: { label: "Dropped", description: "Never sent, though the answer says it was" },
  late: { label: "Late", description: "After a delay of its own, set below" },
  twice: { label: "Twice", description: "The same bytes again, a moment later" },
  "out-of-order": { label: "Out of order", description: "Two webhooks change places" },
  "wrong-signature": { label: "Wrong signature", description: "Signed with another key" },
  "no-signature": { label: "No signature", description: "The header is left out" },
  "wrong-amount": { label: "Wrong amount", description: "Another amount than the call’s" },
};

/** A fault's label within a sentence: "twice", "broken JSON". */
export function faultName({ label }: FaultWords): string {
  return lowered(label);
}
