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
  transaction: {
    label: "With “type” (older form)",
    description: "Says “type”: “transaction”, then the transaction.",
  },
  event: {
    label: "With “event” (newer form)",
    description: "Says under “event” what happened, then the transaction.",
  },
  charge: {
    label: "Without the remark",
    description: "The older form: “type”: “charge”, then the charge. The verdict names what is left out.",
  },
  "charge-with-remark": {
    label: "With the remark",
    description: "The same, and the remark of the simulation in it.",
  },
};

export function isNormal(behaviour: SandboxBehaviour): boolean {
  const names = Object.keys(DEFAULT_SANDBOX_BEHAVIOUR) as (keyof SandboxBehaviour)[];
  return names.every((name) => behaviour[name] === DEFAULT_SANDBOX_BEHAVIOUR[name]);
}

/** What the sandbox does otherwise than usual, in a few words; null while it behaves. */
export function bentText(behaviour: SandboxBehaviour): string | null {
  if (isNormal(behaviour)) return null;
  const parts: string[] = [];
  const { answerFault, answerDelayMs, webhookFault } = behaviour;
  if (answerFault !== "none") parts.push(`answers ${faultName(ANSWER_FAULTS[answerFault])}`);
  if (answerDelayMs > 0) parts.push(`slow by ${seconds(answerDelayMs)}`);
  if (webhookFault !== "none") parts.push(`webhook ${faultName(WEBHOOK_FAULTS[webhookFault])}`);
  return parts.length === 0 ? "other settings" : parts.join(", ");
}

function seconds(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${milliseconds / 1_000} s`;
}

/** Everything about the behaviour as it was; where webhooks go and how they are signed is left alone. */
export function backToNormal(settings: SandboxSettings): SandboxSettings {
  return { ...settings, behaviour: DEFAULT_SANDBOX_SETTINGS.behaviour };
}
