import {
  type AnswerFault,
  answerFault,
  DEFAULT_SANDBOX_BEHAVIOUR,
  DEFAULT_SANDBOX_SETTINGS,
  type PayloadShape,
  type SandboxBehaviour,
  type SandboxSettings,
} from "../../../shared/sandbox.ts";
import { ANSWER_FAULTS, type FaultWords, faultName, WEBHOOK_FAULTS } from "../../../shared/text/fault-words.ts";

const GROUPS = ["Well", "Refused", "Failed", "Odd"] as const;

/** The groups in which answers are offered. */
const GROUP_OF: Readonly<Record<AnswerFault, (typeof GROUPS)[number]>> = {
  none: "Well",
  "401": "Refused",
  "403": "Refused",
  "404": "Refused",
  "406": "Refused",
  "422": "Refused",
  "429": "Refused",
  "500": "Failed",
  "503": "Failed",
  "malformed-json": "Odd",
  "other-shape": "Odd",
  "other-message": "Odd",
  reset: "Failed",
  hang: "Failed",
};

export const ANSWER_GROUPS = GROUPS.map((title) => ({
  title,
  faults: answerFault.options.filter((fault) => GROUP_OF[fault] === title),
}));

export const SHAPES: Readonly<Record<PayloadShape, FaultWords>> = {
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
  if (answerFault !== "none") parts.push(`answers ${faultName(ANSWER_FAULTS[answerFault])}`);
  if (answerDelayMs > 0) parts.push(`slow by ${seconds(answerDelayMs)}`);
  if (webhookFault !== "none") parts.push(`webhook ${faultName(WEBHOOK_FAULTS[webhookFault])}`);
  return parts.length === 0 ? "changed" : parts.join(", ");
}

function seconds(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${milliseconds / 1_000} s`;
}

/** Everything about the behaviour as it was; where webhooks go and how they are signed is left alone. */
export function backToNormal(settings: SandboxSettings): SandboxSettings {
  return { ...settings, behaviour: DEFAULT_SANDBOX_SETTINGS.behaviour };
}
