import {
  type AnswerFault,
  answerFault,
  DEFAULT_SANDBOX_BEHAVIOUR,
  DEFAULT_SANDBOX_SETTINGS,
  type PayloadShape,
  type SandboxBehaviour,
  type SandboxSettings,
  type WebhookFault,
} from "../../../shared/sandbox.ts";

interface Words {
  readonly label: string;
  readonly description: string;
}

const GROUPS = ["Well", "Refused", "Failed", "Odd"] as const;

export const ANSWERS: Readonly<Record<AnswerFault, Words & { readonly group: (typeof GROUPS)[number] }>> = {
  none: { group: "Well", label: "As specified", description: "The link, “test complete” or “hook sent”" },
  "401": { group: "Refused", label: "401", description: "Key not accepted" },
  "403": { group: "Refused", label: "403", description: "Not allowed for this business" },
  "404": { group: "Refused", label: "404", description: "Link or user not found" },
  "406": { group: "Refused", label: "406", description: "Only in the other mode" },
  "422": { group: "Refused", label: "422", description: "Values not valid, named field by field" },
  "429": { group: "Refused", label: "429", description: "Too many calls, with Retry-After" },
  "500": { group: "Failed", label: "500", description: "The service fails" },
  "503": { group: "Failed", label: "503", description: "Unavailable, with Retry-After" },
  "malformed-json": { group: "Odd", label: "Broken JSON", description: "The answer ends in the middle" },
  "other-shape": { group: "Odd", label: "Another shape", description: "JSON, but not the one specified" },
  "other-message": { group: "Odd", label: "Another message", description: "201 and other words than specified" },
  reset: { group: "Failed", label: "Reset", description: "The connection breaks off" },
  hang: { group: "Failed", label: "Hang", description: "No answer at all, until the time-out" },
};

export const ANSWER_GROUPS = GROUPS.map((title) => ({
  title,
  faults: answerFault.options.filter((fault) => ANSWERS[fault].group === title),
}));

export const WEBHOOKS: Readonly<Record<WebhookFault, Words>> = {
  none: { label: "Sent as it should be", description: "Once, signed, soon after the answer" },
  dropped: { label: "Dropped", description: "Never sent, though the answer says it was" },
  late: { label: "Late", description: "After a delay of its own, set below" },
  twice: { label: "Twice", description: "The same bytes again, a moment later" },
  "out-of-order": { label: "Out of order", description: "Two webhooks change places" },
  "wrong-signature": { label: "Wrong signature", description: "Signed with another key" },
  "no-signature": { label: "No signature", description: "The header is left out" },
  "wrong-amount": { label: "Wrong amount", description: "Another amount than the call’s" },
};

export const SHAPES: Readonly<Record<PayloadShape, Words>> = {
  transaction: { label: "Older (type)", description: "“type”: “transaction”, and the transaction" },
  event: { label: "Newer (event)", description: "“event”: its name, and the transaction" },
  charge: { label: "Older (type)", description: "“type”: “charge”, and the charge without its remark" },
  "charge-with-remark": { label: "Older, with remark", description: "The edition of it that has the remark" },
};

export function isNormal(behaviour: SandboxBehaviour): boolean {
  const names = Object.keys(DEFAULT_SANDBOX_BEHAVIOUR) as (keyof SandboxBehaviour)[];
  return names.every((name) => behaviour[name] === DEFAULT_SANDBOX_BEHAVIOUR[name]);
}

/** How the sandbox is bent, in a few words for the bar; null while it behaves. */
export function bentText(behaviour: SandboxBehaviour): string | null {
  if (isNormal(behaviour)) return null;
  const parts: string[] = [];
  const { answerFault, answerDelayMs, webhookFault } = behaviour;
  if (answerFault !== "none") parts.push(`answers ${ANSWERS[answerFault].label.toLowerCase()}`);
  if (answerDelayMs > 0) parts.push(`slow by ${seconds(answerDelayMs)}`);
  if (webhookFault !== "none") parts.push(`webhook ${WEBHOOKS[webhookFault].label.toLowerCase()}`);
  return parts.length === 0 ? "changed" : parts.join(", ");
}

function seconds(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${milliseconds / 1_000} s`;
}

/** Everything about the behaviour as it was; where webhooks go and how they are signed is left alone. */
export function backToNormal(settings: SandboxSettings): SandboxSettings {
  return { ...settings, behaviour: DEFAULT_SANDBOX_SETTINGS.behaviour };
}
