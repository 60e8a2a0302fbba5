import fc from "fast-check";
import { expectationOf } from "../../src/main/runs/expectation.ts";
import type { DeliveryInput, RunInput } from "../../src/main/runs/log-inputs.ts";
import type { WebhookReading } from "../../src/shared/reading.ts";
import { DEFAULT_RUN_SETTINGS, type Expectation } from "../../src/shared/run.ts";
import { withTag } from "../../src/shared/run-tag.ts";
import type { Movement, Shape } from "./payload-shapes.ts";
import { readingOf } from "./read.ts";

/** What a service does to the webhook of one simulation. */
export type Fault = "none" | "dropped" | "late" | "twice" | "wrong-amount" | "refused" | "unanswered";

/** One simulation as it will go; moments in microseconds. */
export interface Plan {
  readonly movement: Movement;
  readonly fault: Fault;
  /** After the one before. */
  readonly gap: number;
  /** From the call to its webhook, and to its answer. */
  readonly delay: number;
  readonly answerAfter: number;
  readonly tag: string | null;
  readonly answered: number;
}

export const LIMIT = 2_000_000;
export const START = 1_790_000_000_000_000;

export interface Told {
  readonly at: number;
  readonly input: RunInput;
  /** Of a delivery. */
  readonly body: string;
}

export interface Scenario {
  /** In the order of the log. */
  readonly told: readonly Told[];
  /** What only the service knows: whose each delivery is. */
  readonly truth: ReadonlyMap<number, { readonly runId: number; readonly first: boolean }>;
  readonly runs: ReadonlyMap<number, Plan>;
  readonly end: number;
}

export function play(
  plans: readonly Plan[],
  shape: Shape,
  read: (body: string, awaited: readonly Expectation[]) => WebhookReading = (body) => readingOf(body),
): Scenario {
  /** What the calls so far wait for, the newest first: a reading that is only proposed goes by it. */
  const awaited: Expectation[] = [];
  const settings = { ...DEFAULT_RUN_SETTINGS, limitMs: LIMIT / 1_000 };
  const happenings: { readonly at: number; readonly happen: (id: () => number) => void }[] = [];
  const told: Told[] = [];
  const truth = new Map<number, { runId: number; first: boolean }>();
  const runs = new Map<number, Plan>();
  let at = START;
  plans.forEach((plan, number) => {
    at += plan.gap;
    const started = at;
    const { movement, fault, tag } = plan;
    const remark = tag === null ? movement.remark : withTag(movement.remark, tag);
    const sent = { ...movement, remark };
    let runId = 0;
    happenings.push({
      at: started,
      happen: (id) => {
        runId = id();
        runs.set(runId, plan);
        const expectation = expectationOf(movement.operation, requestBody(sent), settings, tag);
        awaited.unshift(expectation);
        told.push({
          at: started,
          body: "",
          input: {
            type: "call-started",
            id: runId,
            at: started,
            expectation,
            isLocal: false,
            profileId: "p",
            call: "under-way",
          },
        });
      },
    });
    const call = fault === "refused" ? "refused" : fault === "unanswered" ? "unclear" : "accepted";
    const answered = started + plan.answerAfter;
    happenings.push({
      at: answered,
      happen: () => told.push({ at: answered, body: "", input: { type: "call-changed", id: runId, call } }),
    });
    if (fault === "dropped" || fault === "refused") return;
    const carried = fault === "wrong-amount" ? { ...sent, amount: `${sent.amount}1` } : sent;
    const body = shape(carried, `${number}`, new Date((started + 1) / 1_000).toISOString());
    const arrivals = fault === "twice" ? [plan.delay, plan.delay + 100_000] : [plan.delay];
    arrivals.forEach((delay, place) => {
      const arrived = started + (fault === "late" ? LIMIT + Math.ceil((delay * 9) / 10) : delay);
      happenings.push({
        at: arrived,
        happen: (id) => {
          const deliveryId = id();
          truth.set(deliveryId, { runId, first: place === 0 });
          told.push({
            at: arrived,
            body,
            input: {
              type: "delivery",
              delivery: { ...deliveryOf(deliveryId, arrived, "", plan.answered), reading: read(body, awaited) },
            },
          });
        },
      });
    });
  });
  let last = 0;
  // Array.sort is stable: what happens at the same moment keeps the order of the plans, a call before its webhook.
  happenings.sort((one, other) => one.at - other.at);
  for (const { happen } of happenings) happen(() => (last += 1));
  return { told, truth, runs, end: (happenings.at(-1)?.at ?? START) + 3 * LIMIT };
}

export function deliveryOf(id: number, at: number, body: string, status = 200): DeliveryInput {
  const arrived = { path: "/webhooks", onPath: true, completeness: "whole", answerState: "sent" } as const;
  return { id, at, ...arrived, signature: null, status, reading: readingOf(body) };
}

export function requestBody({ operation, amount, currency, owner, to, remark }: Movement): string {
  return operation === "credit"
    ? `{"amount":${amount},"currency":"${currency}","user_reference":${JSON.stringify(owner)}}`
    : `{"amount":${amount},"currency":"${currency}","from":${JSON.stringify(owner)},"to":${JSON.stringify(to)},"remark":${JSON.stringify(remark)}}`;
}

export interface Pools {
  readonly amounts: readonly string[];
  readonly people: readonly string[];
  readonly remarks: readonly string[];
  readonly operations?: readonly Movement["operation"][];
  readonly faults?: readonly Fault[];
  readonly tagged?: boolean;
  /** Microseconds between two calls: 20,000 is fifty a second. */
  readonly gap?: number;
}

const ALL_FAULTS: readonly Fault[] = [
  "none",
  "none",
  "none",
  "dropped",
  "late",
  "twice",
  "wrong-amount",
  "refused",
  "unanswered",
];

/** Simulations with values from small or large pools, overlapping in time, going well or badly. */
export function plans(
  pools: Pools,
  count: { readonly min: number; readonly max: number },
): fc.Arbitrary<readonly Plan[]> {
  const { gap = 20_000 } = pools;
  const plan = fc.record({
    movement: fc.record({
      operation: fc.constantFrom(...(pools.operations ?? (["credit", "charge"] as const))),
      amount: fc.constantFrom(...pools.amounts),
      currency: fc.constantFrom("NGN", "NGN", "USD"),
      owner: fc.constantFrom(...pools.people),
      to: fc.constantFrom(...pools.people),
      remark: fc.constantFrom(...pools.remarks),
    }),
    fault: fc.constantFrom(...(pools.faults ?? ALL_FAULTS)),
    gap: fc.integer({ min: 0, max: 2 * gap }),
    delay: fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: LIMIT - 1 })),
    answerAfter: fc.integer({ min: 1, max: 400_000 }),
    answered: fc.constantFrom(200, 200, 201, 500),
  });
  return fc
    .array(plan, { minLength: count.min, maxLength: count.max, size: "max" })
    .map((list) => list.map((each, place) => ({ ...each, tag: pools.tagged === true ? tagFor(place) : null })));
}

function tagFor(place: number): string {
  const letters = "23456789abcdefghjkmnpqrstvwxyz";
  const letter = (power: number) => letters.charAt(Math.floor(place / 30 ** power) % 30);
  return `${letter(3)}${letter(2)}${letter(1)}${letter(0)}`;
}
