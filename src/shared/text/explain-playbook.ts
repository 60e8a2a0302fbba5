import type { Action } from "../call-fields.ts";
import { durationText, pluralText } from "../measures.ts";
import type { PlaybookExpectation, PlaybookStep, SaidValue, ValueCheck } from "../playbook.ts";
import type { LineState } from "../playbook-result.ts";
import { amountText, quotedAmount } from "./amount-text.ts";
import { ANSWER_FAULTS, faultName, WEBHOOK_FAULTS } from "./fault-words.ts";
import { SIGNATURE_FAULTS } from "./run-words.ts";

/** Playbooks in plain words: steps and expectations as sentences, the same in window, sheet and command line. */

export const LINE_STATE_WORDS: Readonly<Record<LineState, string>> = {
  passed: "passed",
  failed: "failed",
  "could-not-run": "could not run",
  skipped: "skipped",
  unsure: "unsure",
};

export const SAID_WORDS: Readonly<Record<SaidValue, string>> = {
  amount: "amount",
  currency: "currency",
  user: "user",
  from: "payer",
  to: "payee",
  remark: "remark",
  outcome: "outcome",
};

export const VERDICT_WORDS: Readonly<Record<Extract<PlaybookExpectation, { about: "verdict" }>["is"], string>> = {
  matched: "matched",
  late: "late",
  duplicate: "duplicate",
  mismatch: "any mismatch",
  failed: "failed",
  "bad-signature": SIGNATURE_FAULTS.invalid,
  "no-signature": SIGNATURE_FAULTS.missing,
  missing: "missing",
  unexpected: "unexpected",
  "nothing-came": "nothing came, as it should be",
  refused: "none, because the call failed",
};

const seconds = (ms: number): string => durationText(ms * 1_000);

function actionText(action: Action, units: number | null): string {
  if (action.operation === "link") return `Look up link ${action.linkId}`;
  if ("raw" in action.body) return `Simulate a ${action.operation} with a body of its own`;
  if (action.operation === "credit") {
    const { amount, currency, userReference } = action.body;
    return `Simulate a credit of ${amountText(amount, currency, units)} to ${userReference}`;
  }
  const { amount, currency, from, to } = action.body;
  return `Simulate a charge of ${amountText(amount, currency, units)} from ${from} to ${to}`;
}

/** What a step does: "Simulate a charge of 50 000 NGN from ada to tunde"; `units` as of `amountText`. */
export function stepText(step: PlaybookStep, units: number | null): string {
  switch (step.does) {
    case "call":
      return actionText(step.action, units);
    case "wait":
      return `Wait ${seconds(step.ms)}`;
    case "until":
      return step.expect.length === 0
        ? "Wait until something comes of the simulation before"
        : `Wait until ${step.expect.map(expectationText).join(", and ")}`;
    case "answer":
      return `Answer webhooks with ${step.statuses.join(", ")}`;
    case "sandbox":
      return sandboxText(step);
    case "ask":
      return `Ask a person: ${step.question}`;
  }
}

function sandboxText({ answerFault, webhookFault }: Extract<PlaybookStep, { does: "sandbox" }>): string {
  const parts = [
    ...(answerFault === "none" ? [] : [`answers: ${faultName(ANSWER_FAULTS[answerFault])}`]),
    ...(webhookFault === "none" ? [] : [`webhooks: ${faultName(WEBHOOK_FAULTS[webhookFault])}`]),
  ];
  return parts.length === 0 ? "Let the sandbox behave well" : `Let the sandbox misbehave (${parts.join("; ")})`;
}

function checkText(check: ValueCheck, quote = quoted): string {
  switch (check.is) {
    case "any":
      return "is there, with any value";
    case "equals":
      return `is ${quote(check.value)}`;
    case "contains":
      return `contains ${quoted(check.value)}`;
    case "one-of":
      return `is one of ${check.values.map(quote).join(", ")}`;
    case "matches":
      return `matches ${quoted(check.pattern)}`;
    case "changed":
      return "is another than before";
    case "absent":
      return "is not there";
  }
}

/** As an amount is written everywhere, so that it can be held against what came. */
const amountQuoted = (text: string): string => quotedAmount(text, null);

function quoted(text: string): string {
  return text === "" ? "empty" : `“${text}”`;
}

/** The one value that is expected, to be held beside what was there; null where it is no single value. */
export function wantedText(expected: PlaybookExpectation): string | null {
  switch (expected.about) {
    case "outcome":
      return expected.is;
    case "status":
      return expected.oneOf.join(" or ");
    case "verdict":
      return VERDICT_WORDS[expected.is];
    case "webhooks":
      return pluralText(expected.count, "webhook", "webhooks");
    case "signature":
      return expected.is;
    case "said":
    case "answer":
    case "field": {
      const { check } = expected;
      const isAmount = expected.about === "said" && expected.value === "amount";
      if (check.is !== "equals") return checkText(check, isAmount ? amountQuoted : quoted);
      return isAmount ? amountText(check.value, "", null) : check.value;
    }
    case "retries":
      return pluralText(expected.count, "time", "times");
    case "stopped":
      return null;
  }
}

/** What is expected: "exactly 1 webhook within 5 s". */
export function expectationText(expected: PlaybookExpectation): string {
  switch (expected.about) {
    case "outcome":
      return expected.is === "success" ? "the call succeeds" : "the call ends with an error";
    case "status":
      return `the status is ${expected.oneOf.join(" or ")}`;
    case "answer":
      return `${expected.path} of the answer ${checkText(expected.check)}`;
    case "verdict":
      return `the verdict is: ${VERDICT_WORDS[expected.is]}`;
    case "webhooks": {
      const { how, count, withinMs } = expected;
      if (how === "exactly" && count === 0) return `no webhook within ${seconds(withinMs)}`;
      return `${how === "exactly" ? "exactly" : "at least"} ${pluralText(count, "webhook", "webhooks")} within ${seconds(withinMs)}`;
    }
    case "said":
      return `the ${SAID_WORDS[expected.value]} in the webhook ${checkText(expected.check, expected.value === "amount" ? amountQuoted : quoted)}`;
    case "field":
      return `${expected.path} of the webhook ${checkText(expected.check)}`;
    case "signature":
      return `the signature is ${expected.is}`;
    case "retries":
      return `the sender tries again ${pluralText(expected.count, "time", "times")} within ${seconds(expected.withinMs)}${
        expected.afterMs === 0 ? "" : `, each at least ${seconds(expected.afterMs)} later`
      }`;
    case "stopped":
      return `nothing more comes within ${seconds(expected.withinMs)} once it was answered 2xx`;
  }
}
