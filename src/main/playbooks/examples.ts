import type { Playbook, PlaybookExpectation, PlaybookStep } from "../../shared/playbook.ts";
import { NO_FAULTS, type SandboxFaults } from "../../shared/sandbox.ts";

/** The playbooks that come with Linkdesk: one for each thing that is worth trying with the sandbox. */

const once: PlaybookExpectation = { about: "webhooks", how: "exactly", count: 1, withinMs: 5_000 };
const matched: PlaybookExpectation = { about: "verdict", is: "matched" };
const success: PlaybookExpectation = { about: "outcome", is: "success" };
const amount: PlaybookExpectation = { about: "said", value: "amount", check: { is: "equals", value: "{amount}" } };
const currency: PlaybookExpectation = {
  about: "said",
  value: "currency",
  check: { is: "equals", value: "{currency}" },
};
const valid: PlaybookExpectation = { about: "signature", is: "valid" };

function credit(...expect: readonly PlaybookExpectation[]): PlaybookStep {
  const body = { amount: "{amount}", currency: "{currency}", userReference: "{user}" };
  return { does: "call", id: "credit", off: false, action: { operation: "credit", body }, expect };
}

function sandbox(faults: Partial<SandboxFaults>): PlaybookStep {
  return { does: "sandbox", id: "sandbox", off: false, ...NO_FAULTS, ...faults };
}

function made(name: string, about: string, ...steps: readonly PlaybookStep[]): Playbook {
  return {
    format: "linkdesk-playbook",
    version: 1,
    name,
    about,
    parameters: [
      { name: "amount", default: "50000" },
      { name: "currency", default: "NGN" },
      { name: "user", default: "ref_ada" },
    ],
    steps,
  };
}

export const EXAMPLES: ReadonlyMap<string, Playbook> = new Map([
  [
    "example-credit",
    made(
      "A credit arrives",
      "A credit is simulated, and its one webhook comes as it should.",
      credit(success, once, matched, amount, currency, valid),
    ),
  ],
  [
    "example-charge",
    {
      ...made("A charge arrives", "A charge is simulated, and its one webhook comes as it should.", {
        does: "call",
        id: "charge",
        off: false,
        action: {
          operation: "charge",
          body: { amount: "{amount}", currency: "{currency}", from: "{payer}", to: "{payee}", remark: "{remark}" },
        },
        expect: [success, once, matched, amount, currency, valid],
      }),
      parameters: [
        { name: "amount", default: "50000" },
        { name: "currency", default: "NGN" },
        { name: "payer", default: "ref_ada" },
        { name: "payee", default: "ref_tunde" },
        { name: "remark", default: "Lunch" },
      ],
    },
  ],
  [
    "example-wrong-amount",
    made(
      "A wrong amount is noticed",
      "The sandbox sends another amount than was asked for, and the verdict says so.",
      sandbox({ webhookFault: "wrong-amount" }),
      credit(success, once, { about: "verdict", is: "mismatch" }),
    ),
  ],
  [
    "example-missing",
    made(
      "A missing webhook is noticed",
      "The sandbox answers with success and sends nothing.",
      sandbox({ webhookFault: "dropped" }),
      credit(success, { about: "webhooks", how: "exactly", count: 0, withinMs: 3_000 }),
    ),
  ],
  [
    "example-duplicate",
    made(
      "A duplicate is noticed",
      "The sandbox sends the same webhook twice although the first one was taken.",
      sandbox({ webhookFault: "twice" }),
      credit(success, { ...once, count: 2 }, { about: "verdict", is: "duplicate" }),
    ),
  ],
  [
    "example-retry",
    made(
      "The sender tries again until 200",
      "The first two deliveries are answered 500, the third 200; after that nothing more comes.",
      { does: "answer", id: "answers", off: false, statuses: [500, 500, 200] },
      credit(
        success,
        { about: "retries", count: 2, afterMs: 800, withinMs: 8_000 },
        { about: "stopped", withinMs: 3_000 },
        matched,
      ),
    ),
  ],
  [
    "example-signature",
    made(
      "A bad signature is noticed",
      "The sandbox signs with another key than it should.",
      sandbox({ webhookFault: "wrong-signature" }),
      credit(success, once, { about: "signature", is: "invalid" }, { about: "verdict", is: "mismatch" }),
    ),
  ],
  [
    "example-rate-limit",
    made(
      "Too many calls are refused",
      "The sandbox answers 429, and no webhook comes.",
      sandbox({ answerFault: "429" }),
      credit(
        { about: "outcome", is: "failure" },
        { about: "status", oneOf: [429] },
        { about: "webhooks", how: "exactly", count: 0, withinMs: 2_000 },
      ),
    ),
  ],
]);
