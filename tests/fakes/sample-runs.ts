import type { DeliverySummary, Facts } from "../../src/shared/events.ts";
import type { Outcome } from "../../src/shared/outcomes.ts";
import type {
  Certainty,
  ComparedField,
  Reason,
  Role,
  RunDetail,
  RunSummary,
  Tie,
  Verdict,
} from "../../src/shared/run.ts";
import { expectationOf, NO_COUNTS } from "./runs.ts";
import { callEvent, deliveryEvent, type SampleEvent } from "./sample-events.ts";

const SECOND = 1_000_000;
const LIMIT = 30 * SECOND;

interface SampleDelivery {
  /** Microseconds after the start of the call. */
  readonly after: number;
  readonly role: Role;
  readonly certainty?: Certainty;
  readonly facts?: Facts;
  readonly body?: string;
  readonly status?: number;
  readonly duration?: number;
  readonly fields?: readonly ComparedField[];
  readonly reasons?: readonly Reason[];
  readonly delivery?: Partial<DeliverySummary>;
}

export interface SampleRun {
  /** Who the credit is for: names the row. */
  readonly user: string;
  readonly ago: number;
  /** `deliveryId`: of its first webhook. */
  readonly verdict: (startedAt: number, deliveryId: number) => Verdict;
  readonly deliveries?: readonly SampleDelivery[];
  readonly outcome?: Outcome;
  readonly call?: RunSummary["call"];
  readonly status?: number;
  readonly duration?: number;
  readonly counts?: Partial<RunSummary["counts"]>;
  readonly awaits?: "nothing";
  /** Whose webhook fits it just as well. */
  readonly fitsOf?: string;
}

const AMOUNT = "50000";

function agrees(field: ComparedField["field"], expected: string, path: string): ComparedField {
  return { field, state: "agrees", expected, actual: expected, path, hint: null };
}

function evidence(user: string): readonly ComparedField[] {
  return [
    agrees("purpose", "credit", "transaction.mode"),
    agrees("amount", AMOUNT, "transaction.amount"),
    agrees("currency", "NGN", "transaction.currency"),
    agrees("user", user, "transaction.user.reference"),
  ];
}

function wrongAmount(user: string): readonly ComparedField[] {
  return evidence(user).map((each) =>
    each.field === "amount" ? { ...each, state: "differs", actual: "5000000", hint: "hundred-times" } : each,
  );
}

/** A webhook of the made-up service. */
function transfer(user: string, state: string): string {
  return JSON.stringify({
    id: `kiosk-${user}`,
    kind: "transfer.settled",
    sent: "2026-11-20T15:04:05.123Z",
    transfer: {
      total: 50_000,
      fee: 125,
      money: "NGN",
      payer: { ref: "kiosk", name: "Kiosk & Söhne" },
      payee: { ref: user, name: "Ada Obi" },
      note: "lunch",
      state,
    },
  });
}

function transferEvidence(user: string): readonly ComparedField[] {
  return [
    agrees("purpose", "credit", "kind"),
    agrees("amount", AMOUNT, "transfer.total"),
    agrees("currency", "NGN", "transfer.money"),
    agrees("user", user, "transfer.payee.ref"),
  ];
}

const ABSENT_OUTCOME: ComparedField = {
  field: "outcome",
  state: "absent",
  expected: "went through",
  actual: null,
  path: null,
  hint: null,
};

const SAME_ID = (as: number): Reason => ({
  code: "same-id",
  as,
  path: "transaction.id",
  value: "0f9e1a7c-2f57-4c41-8f0d-6f2c9d1f7b10",
});

/** One simulation for each verdict, oldest first; each is named by the reference it is for. */
const RUNS: readonly SampleRun[] = [
  {
    user: "ref_matched",
    ago: 1_700,
    verdict: () => ({ code: "matched", after: 412_300 }),
    deliveries: [
      {
        after: 412_300,
        role: "match",
        certainty: "certain",
        fields: [...evidence("ref_matched"), ABSENT_OUTCOME],
      },
    ],
  },
  {
    user: "ref_quick",
    ago: 1_600,
    duration: 9_400,
    verdict: () => ({ code: "matched", after: 21_800 }),
    deliveries: [
      { after: 21_800, role: "match", reasons: [{ code: "rivals", runIds: [1], more: 0 }], certainty: "ambiguous" },
    ],
  },
  {
    user: "ref_late",
    ago: 1_500,
    verdict: () => ({ code: "late", after: 47_200_000, lateBy: 17_200_000 }),
    deliveries: [{ after: 47_200_000, role: "late" }],
  },
  {
    user: "ref_twice",
    ago: 1_400,
    verdict: () => ({ code: "duplicate", after: 380_000, times: 2 }),
    counts: { duplicates: 1 },
    deliveries: [
      { after: 380_000, role: "match" },
      { after: 1_420_000, role: "duplicate", reasons: [SAME_ID(0)] },
    ],
  },
  {
    user: "ref_retried",
    ago: 1_300,
    verdict: () => ({ code: "matched", after: 350_000 }),
    counts: { retries: 3 },
    deliveries: [
      { after: 350_000, role: "match", status: 500 },
      { after: 1_360_000, role: "retry", status: 500, reasons: [SAME_ID(0)] },
      { after: 3_390_000, role: "retry", status: 503, reasons: [SAME_ID(0)] },
      { after: 7_400_000, role: "retry", status: 200, duration: 402_000, reasons: [SAME_ID(0)] },
    ],
  },
  {
    user: "ref_wrong",
    ago: 1_200,
    verdict: () => ({ code: "mismatch", after: 420_000, fields: wrongAmount("ref_wrong").slice(1, 2) }),
    deliveries: [
      {
        after: 420_000,
        role: "mismatch",
        fields: wrongAmount("ref_wrong"),
        facts: { subject: "credit", amount: "5000000", currency: "NGN", userReference: "ref_wrong" },
      },
    ],
  },
  { user: "ref_missing", ago: 1_100, verdict: () => ({ code: "missing", call: "accepted" }) },
  { user: "ref_twin", ago: 1_050, verdict: () => ({ code: "missing", call: "accepted" }), fitsOf: "ref_quick" },
  {
    user: "ref_astray",
    ago: 1_000,
    verdict: () => ({ code: "missing", call: "accepted" }),
    counts: { astray: 1 },
    deliveries: [
      {
        after: 610_000,
        role: "astray",
        certainty: "unsure",
        status: 404,
        reasons: [{ code: "other-path", path: "/hooks" }],
        delivery: { path: "/hooks", onPath: false },
      },
    ],
  },
  {
    user: "ref_unexpected",
    ago: 900,
    awaits: "nothing",
    verdict: () => ({ code: "unexpected", because: "nothing-awaited", after: 390_000 }),
    deliveries: [{ after: 390_000, role: "match" }],
  },
  {
    user: "ref_extra",
    ago: 850,
    verdict: () => ({ code: "unexpected", because: "extra", after: 900_000 }),
    counts: { extras: 1 },
    deliveries: [
      { after: 310_000, role: "match" },
      { after: 900_000, role: "extra" },
    ],
  },
  { user: "ref_nothing", ago: 800, awaits: "nothing", verdict: () => ({ code: "nothing-came" }) },
  {
    user: "ref_refused",
    ago: 700,
    verdict: () => ({ code: "refused" }),
    call: "refused",
    status: 422,
    outcome: {
      code: "status",
      status: 422,
      message: "The given data was invalid.",
      body: "json",
      credentials: "sent",
      errors: { amount: ["The amount must be at least 100000."] },
      retryAfterSeconds: null,
    },
  },
  {
    user: "ref_unseen",
    ago: 600,
    verdict: (startedAt) => ({
      code: "not-seen",
      spans: [
        { from: startedAt + 4 * SECOND, until: startedAt + 12 * SECOND, cause: "ended-abruptly" },
        { from: startedAt + 20 * SECOND, until: startedAt + 90 * SECOND, cause: "asleep" },
      ],
    }),
  },
  {
    user: "ref_unsure",
    ago: 500,
    verdict: () => ({ code: "not-sure", because: "doubt", possible: 1 }),
    counts: { possible: 1 },
    deliveries: [
      {
        after: 700_000,
        role: "possible",
        certainty: "unsure",
        facts: { amount: AMOUNT, currency: "NGN" },
        fields: [
          agrees("amount", AMOUNT, "data.value"),
          { field: "user", state: "absent", expected: "ref_unsure", actual: null, path: null, hint: null },
        ],
        reasons: [{ code: "no-identity" }],
      },
    ],
  },
  {
    user: "ref_looks_right",
    ago: 460,
    verdict: (_, deliveryId) => ({
      code: "unconfirmed",
      looks: "right",
      deliveryId,
      because: "reading",
      after: 510_000,
      fields: [],
    }),
    counts: { unconfirmed: 1 },
    deliveries: [
      {
        after: 510_000,
        role: "unconfirmed",
        certainty: "unsure",
        body: transfer("ref_looks_right", "settled"),
        fields: transferEvidence("ref_looks_right"),
      },
    ],
  },
  {
    user: "ref_looks_wrong",
    ago: 440,
    verdict: (_, deliveryId) => ({
      code: "unconfirmed",
      looks: "wrong",
      deliveryId,
      because: "reading",
      after: 480_000,
      fields: [
        {
          field: "user",
          state: "differs",
          expected: "ref_looks_wrong",
          actual: "ref_tunde",
          path: "transfer.payee.ref",
          hint: null,
        },
      ],
    }),
    counts: { unconfirmed: 1 },
    deliveries: [
      {
        after: 480_000,
        role: "unconfirmed",
        certainty: "unsure",
        body: transfer("ref_tunde", "settled"),
        fields: transferEvidence("ref_looks_wrong"),
      },
    ],
  },
  {
    user: "ref_new_word",
    ago: 420,
    verdict: (_, deliveryId) => ({
      code: "unconfirmed",
      looks: "right",
      deliveryId,
      because: "new-word",
      after: 450_000,
      fields: [],
    }),
    counts: { unconfirmed: 1 },
    deliveries: [
      {
        after: 450_000,
        role: "unconfirmed",
        certainty: "unsure",
        body: transfer("ref_new_word", "booked"),
        fields: transferEvidence("ref_new_word"),
      },
    ],
  },
  {
    user: "ref_many",
    ago: 300,
    verdict: () => ({ code: "duplicate", after: 300_000, times: 61 }),
    counts: { duplicates: 60 },
    deliveries: Array.from({ length: 61 }, (_, index) => ({
      after: 300_000 + index * 2_100_000,
      role: index === 0 ? "match" : "duplicate",
    })),
  },
  {
    user: "ref_waiting",
    ago: 6,
    verdict: (startedAt) => ({ code: "waiting", until: startedAt + LIMIT, downtime: null }),
  },
  {
    user: "ref_underway",
    ago: 0.2,
    call: "under-way",
    verdict: (startedAt) => ({ code: "waiting", until: startedAt + LIMIT, downtime: null }),
  },
];

export interface SampleRunLog {
  readonly events: readonly SampleEvent[];
  readonly runs: readonly RunDetail[];
}

/** A log with one simulation for each verdict, and what is known of each. */
export const sampleRunLog = (now: number): SampleRunLog => runLogOf(now, RUNS);

/**
 * @param now in microseconds
 * @param before the rows above
 */
export function runLogOf(
  now: number,
  samples: readonly SampleRun[],
  before: readonly SampleEvent[] = [],
): SampleRunLog {
  const events = [...before];
  const runs: RunDetail[] = [];
  for (const sample of samples) {
    const at = now - Math.round(sample.ago * SECOND);
    const facts: Facts = { subject: "credit", amount: AMOUNT, currency: "NGN", userReference: sample.user };
    const underWay = sample.call === "under-way";
    const id = events.push(
      callEvent({
        at,
        operation: "credit",
        facts,
        outcome: underWay ? null : (sample.outcome ?? { code: "success", message: "test complete" }),
        ...(underWay ? {} : { status: sample.status ?? 200 }),
        ...(sample.duration === undefined ? {} : { duration: sample.duration }),
        requestBody: `{"amount":${AMOUNT},"currency":"NGN","user_reference":"${sample.user}"}`,
        answerBody: '{"message":"test complete"}',
      }),
    );
    const ties = (sample.deliveries ?? []).map((delivery): Tie => {
      const deliveryId = events.push(sampleDelivery(at, facts, delivery));
      return {
        deliveryId,
        runId: id,
        at: at + delivery.after,
        after: delivery.after,
        by: "value",
        role: delivery.role,
        certainty: delivery.certainty ?? "likely",
        fields: delivery.fields ?? evidence(sample.user),
        reasons: (delivery.reasons ?? []).map((reason) =>
          reason.code === "same-id" ? { ...reason, as: id + 1 } : reason,
        ),
      };
    });
    runs.push({
      summary: {
        id,
        operation: "credit",
        startedAt: at,
        deadline: at + LIMIT,
        call: sample.call ?? "accepted",
        verdict: sample.verdict(at, id + 1),
        certainty: ties[0]?.certainty ?? null,
        counts: { ...NO_COUNTS, ...sample.counts },
      },
      expectation: { ...expectationOf("credit", facts), awaits: sample.awaits ?? "webhook" },
      ties,
      alsoFits: runs.flatMap(({ expectation: { user }, ties: [given] }) =>
        user === sample.fitsOf && given !== undefined ? [{ deliveryId: given.deliveryId, runId: given.runId }] : [],
      ),
    });
  }
  return { events, runs };
}

function sampleDelivery(startedAt: number, facts: Facts, sample: SampleDelivery): SampleEvent {
  return deliveryEvent({
    at: startedAt + sample.after,
    facts: sample.facts ?? facts,
    ...(sample.body === undefined ? {} : { body: sample.body }),
    ...(sample.status === undefined ? {} : { status: sample.status }),
    ...(sample.duration === undefined ? {} : { duration: sample.duration }),
    ...sample.delivery,
  });
}
