import fc from "fast-check";
import { expectationOf } from "../../src/main/runs/expectation.ts";
import { DEFAULT_RUN_SETTINGS, type RunField, type Verdict } from "../../src/shared/run.ts";
import { readingOf } from "./read.ts";
import { deliveryOf, LIMIT, requestBody, START, type Told } from "./scenario.ts";

// Simulations with values of their own, whose webhooks go wrong in one way each, and what a person would say of each
// who knows what the service did. It shares nothing with the program but the words for the result.

/** What the service does with the webhook of one simulation, and the verdict that is right once its kind is confirmed. */
const RIGHT = {
  none: ["matched"],
  dropped: ["missing"],
  again: ["duplicate"],
  "wrong-by-one": ["mismatch", "amount"],
  hundredfold: ["mismatch", "amount"],
  currency: ["mismatch", "currency"],
  "several-values": ["mismatch", "amount", "currency"],
  "somebody-else": ["mismatch", "person"],
  exchanged: ["mismatch", "from", "to"],
  refund: ["mismatch", "purpose"],
  "other-kind": ["mismatch", "purpose"],
  failed: ["mismatch", "outcome"],
  forged: ["mismatch", "signature"],
  pending: ["not-sure"],
  "new-word": ["unconfirmed"],
} as const satisfies Readonly<Record<string, readonly [Verdict["code"], ...(RunField | "person")[]]>>;
export type Fault = keyof typeof RIGHT;

export interface Simulation {
  readonly operation: "credit" | "charge";
  readonly fault: Fault;
  /** From its call to its webhook. */
  readonly delay: number;
  readonly gap: number;
  /** A webhook of nobody's simulation just before its own. */
  readonly stranger: boolean;
}

export const simulations: fc.Arbitrary<readonly Simulation[]> = fc.array(
  fc.record({
    operation: fc.constantFrom("credit", "charge"),
    fault: fc.constantFrom(...(Object.keys(RIGHT) as Fault[])),
    delay: fc.integer({ min: 1, max: LIMIT - 1 }),
    gap: fc.integer({ min: 0, max: 300_000 }),
    stranger: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);

export interface Played {
  readonly told: readonly Told[];
  readonly runs: ReadonlyMap<number, Simulation>;
  readonly end: number;
}

/** @param confirmed whether this kind of webhook was confirmed before */
export function playFaults(list: readonly Simulation[], confirmed: boolean): Played {
  const happenings: { readonly at: number; readonly happen: (id: () => number) => void }[] = [];
  const told: Told[] = [];
  const runs = new Map<number, Simulation>();
  let at = START;
  for (const [place, simulation] of list.entries()) {
    at += simulation.gap;
    const started = at;
    const { operation, fault, delay, stranger } = simulation;
    const own = {
      operation,
      amount: `${100_000 + place * 1_000}`,
      currency: "NGN",
      owner: `ref_${place}`,
      to: `to_${place}`,
      remark: "Lunch",
    };
    happenings.push({
      at: started,
      happen: (next) => {
        const id = next();
        runs.set(id, simulation);
        const settings = { ...DEFAULT_RUN_SETTINGS, limitMs: LIMIT / 1_000 };
        const expectation = expectationOf(operation, requestBody(own), settings, null);
        told.push({
          at: started,
          body: "",
          input: {
            type: "call-started",
            id,
            at: started,
            expectation,
            isLocal: false,
            profileId: "p",
            call: "accepted",
          },
        });
      },
    });
    const deliver = (moment: number, body: string, signature: "valid" | "invalid" = "valid") =>
      happenings.push({
        at: moment,
        happen: (next) => {
          const delivery = { ...deliveryOf(next(), moment, ""), reading: readingOf(body), signature };
          told.push({ at: moment, body, input: { type: "delivery", delivery } });
        },
      });
    if (stranger)
      deliver(
        started + delay,
        bodyOf({ ...own, owner: `x_${place}`, to: `y_${place}`, amount: "77" }, place, confirmed),
      );
    if (fault === "dropped") continue;
    const body = bodyOf({ ...own, ...changes(fault, own) }, place, confirmed, fault);
    deliver(started + delay, body, fault === "forged" ? "invalid" : "valid");
    // The same transaction, told of once more in an envelope of its own.
    if (fault === "again") deliver(started + delay + 1_000, body.replace('"event_id"', '"sent":2,"event_id"'));
  }
  let last = 0;
  happenings.sort((one, other) => one.at - other.at);
  for (const { happen } of happenings) happen(() => (last += 1));
  return { told, runs, end: (happenings.at(-1)?.at ?? START) + 3 * LIMIT };
}

interface Values {
  readonly operation: "credit" | "charge";
  readonly amount: string;
  readonly currency: string;
  readonly owner: string;
  readonly to: string;
}

function changes(fault: Fault, { amount, owner, to }: Values): Partial<Values> {
  switch (fault) {
    case "wrong-by-one":
      return { amount: `${Number(amount) + 1}` };
    case "hundredfold":
      return { amount: `${amount}00` };
    case "currency":
      return { currency: "USD" };
    case "several-values":
      return { amount: `${Number(amount) + 5}`, currency: "USD" };
    case "somebody-else":
      return { owner: `other_${owner}` };
    case "exchanged":
      return { owner: to, to: owner };
    default:
      return {};
  }
}

const STATUSES: Readonly<Partial<Record<Fault, string>>> = {
  failed: "failed",
  pending: "pending",
  "new-word": "settled",
};

function bodyOf(
  { operation, amount, currency, owner, to }: Values,
  place: number,
  confirmed: boolean,
  fault?: Fault,
): string {
  const other = operation === "credit" ? "charge" : "credit";
  const type = fault === "refund" ? "refund" : fault === "other-kind" ? other : operation;
  const people =
    operation === "credit"
      ? `"user":{"reference":"${owner}"}`
      : `"from":{"reference":"${owner}"},"to":{"reference":"${to}"}`;
  return `{"reading":"${confirmed ? "confirmed" : "proposed"}","type":"${type}","event_id":1,
    "data":{"id":"txn_${place}_${owner}","amount":${amount},"currency":"${currency}","status":"${STATUSES[fault ?? "none"] ?? "success"}",${people}}}`;
}

/** A charge with its people exchanged has no counterpart among credits: nobody else is in them. */
export function rightVerdict({ operation, fault }: Simulation): {
  readonly code: Verdict["code"];
  readonly fields: readonly RunField[];
} {
  const [code, ...fields] = RIGHT[operation === "credit" && fault === "exchanged" ? "somebody-else" : fault];
  const person = operation === "credit" ? "user" : "from";
  return { code, fields: fields.map((field) => (field === "person" ? person : field)) };
}
