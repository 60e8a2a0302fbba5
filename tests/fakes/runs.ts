import type { Handlers } from "../../src/shared/contract.ts";
import type { CallSummary, DeliverySummary, EventSummary, Facts } from "../../src/shared/events.ts";
import type { Expectation, RunDetail, RunSummary, Tie, TieSummary, Verdict } from "../../src/shared/run.ts";
import { DEFAULT_RUN_SETTINGS, faultOf } from "../../src/shared/run.ts";
import type { PushOut } from "./program.ts";
import { FakeRefusal } from "./refusal.ts";

/** What the fake knows of runs; a webhook belongs to the first open simulation of the same kind and amount. */
export interface FakeRuns {
  readonly handlers: Handlers["runs"];
  /** To be told of each row, when it is added and when it has gone on. */
  seen(event: EventSummary): void;
  /** The row as the pager gives it, with its run or tie. */
  joined<Event extends EventSummary>(event: Event): Event;
  /** To be told of each webhook that is read by a reading from now on, or no longer by one. */
  reread(deliveryId: number, isSure: boolean): void;
}

export const NO_COUNTS = { duplicates: 0, retries: 0, extras: 0, unconfirmed: 0, possible: 0, astray: 0 } as const;

export function createFakeRuns(
  push: PushOut,
  known: readonly RunDetail[],
  now: () => number,
  find: (id: number) => EventSummary,
): FakeRuns {
  const runs = new Map<number, RunDetail>(known.map((run) => [run.summary.id, run]));
  const given = new Set(runs.keys());
  const byHand = new Map<number, number | null>();

  function tieOf(deliveryId: number): Tie | undefined {
    for (const run of runs.values()) {
      const tie = run.ties.find((each) => each.deliveryId === deliveryId);
      if (tie !== undefined) return tie;
    }
    return undefined;
  }

  function tieSummary(deliveryId: number): TieSummary | undefined {
    const tie = tieOf(deliveryId);
    if (tie !== undefined)
      return {
        deliveryId,
        runId: tie.runId,
        role: tie.role,
        certainty: tie.certainty,
        after: tie.after,
        byHand: byHand.has(deliveryId),
        ...faultOf(tie.role, tie.fields),
      };
    return byHand.has(deliveryId)
      ? { deliveryId, runId: null, role: null, certainty: null, after: null, byHand: true }
      : undefined;
  }

  /** Takes the delivery out of its run and puts it into another; null for none. */
  function move(deliveryId: number, runId: number | null, certainty: Tie["certainty"]): void {
    const changed: RunSummary[] = [];
    for (const run of runs.values())
      if (run.ties.some((each) => each.deliveryId === deliveryId))
        changed.push(change(run, { ties: run.ties.filter((each) => each.deliveryId !== deliveryId) }));
    const run = runId === null ? undefined : runs.get(runId);
    if (run !== undefined) {
      const delivery = find(deliveryId);
      const { at } = delivery;
      const signature = delivery.kind === "delivery" ? delivery.signature : undefined;
      const forged = signature !== undefined && signature !== "valid";
      const late = at > run.summary.deadline;
      const tie: Tie = {
        deliveryId,
        runId: run.summary.id,
        at,
        after: Math.max(0, at - run.summary.startedAt),
        by: certainty === "by-hand" ? "hand" : "value",
        role: forged ? "mismatch" : late ? "late" : "match",
        certainty,
        fields: forged
          ? [{ field: "signature", state: "differs", expected: "valid", actual: signature, path: null, hint: null }]
          : [],
        reasons: certainty === "by-hand" ? [{ code: "by-hand" }] : [],
      };
      changed.push(change(run, { ties: [...run.ties, tie] }));
    }
    const tie = tieSummary(deliveryId);
    push("runs.changed", {
      runs: changed,
      ties: [tie ?? { deliveryId, runId: null, role: null, certainty: null, after: null, byHand: false }],
    });
  }

  function change(run: RunDetail, part: Partial<RunDetail>): RunSummary {
    const next = { ...run, ...part };
    const main = next.ties.find(({ role }) => role === "match" || role === "mismatch" || role === "late");
    const summary = {
      ...next.summary,
      verdict: verdictOf(next, main, now()),
      certainty: main?.certainty ?? null,
    };
    runs.set(run.summary.id, { ...next, summary });
    return summary;
  }

  function followCall(call: CallSummary): void {
    if (call.operation === "link" || given.has(call.id)) return;
    const known = runs.get(call.id);
    const state = callState(call);
    if (known?.summary.call === state) return;
    const detail = known ?? opened(call);
    const changed = change({ ...detail, summary: { ...detail.summary, call: state } }, {});
    push("runs.changed", { runs: [changed], ties: [] });
  }

  function followDelivery(delivery: DeliverySummary): void {
    if (tieOf(delivery.id) !== undefined || byHand.has(delivery.id)) return;
    const fitting = [...runs.values()].find(
      ({ summary, expectation, ties }) =>
        !given.has(summary.id) &&
        ties.length === 0 &&
        summary.call === "accepted" &&
        summary.deadline > delivery.at &&
        expectation.amount === delivery.facts.amount &&
        expectation.operation === delivery.facts.subject,
    );
    if (fitting !== undefined) move(delivery.id, fitting.summary.id, "likely");
  }

  /** What was unconfirmed is judged by its values; as it was given, once nobody is sure any more. */
  function reread(deliveryId: number, isSure: boolean): void {
    for (const run of known) {
      const [tie] = run.ties;
      if (tie?.deliveryId !== deliveryId || tie.role !== "unconfirmed") continue;
      const { verdict } = run.summary;
      const wrong = verdict.code === "unconfirmed" ? verdict.fields : [];
      const fields = tie.fields.map((each) => wrong.find(({ field }) => field === each.field) ?? each);
      const role = wrong.length > 0 ? "mismatch" : "match";
      const judged: RunDetail = { ...run, ties: [{ ...tie, role, fields, certainty: "likely", reasons: [] }] };
      if (isSure) change({ ...judged, summary: { ...run.summary, counts: NO_COUNTS } }, {});
      else runs.set(run.summary.id, run);
      const { summary } = runs.get(run.summary.id) ?? run;
      push("runs.changed", { runs: [summary], ties: [tieSummary(deliveryId)].flatMap((each) => each ?? []) });
    }
  }

  return {
    reread,
    handlers: {
      get({ id }) {
        const run = runs.get(id);
        if (run === undefined) throw new FakeRefusal("no-run", "This simulation is not in the log any more.");
        return run;
      },
      tie({ deliveryId, runId }) {
        if (runId > deliveryId)
          throw new FakeRefusal("run-after-delivery", "This simulation was sent after the webhook had come.");
        byHand.set(deliveryId, runId);
        move(deliveryId, runId, "by-hand");
        return null;
      },
      untie({ deliveryId }) {
        byHand.set(deliveryId, null);
        move(deliveryId, null, "by-hand");
        return null;
      },
      decideAgain({ deliveryId }) {
        byHand.delete(deliveryId);
        move(deliveryId, null, "likely");
        const event = find(deliveryId);
        if (event.kind === "delivery") followDelivery(event);
        return null;
      },
    },
    seen(event) {
      if (event.kind === "call") followCall(event);
      if (event.kind === "delivery") followDelivery(event);
    },
    joined(event) {
      if (event.kind === "call") {
        const run = runs.get(event.id)?.summary;
        return run === undefined ? event : { ...event, run };
      }
      const tie = event.kind === "delivery" ? tieSummary(event.id) : undefined;
      return tie === undefined ? event : { ...event, tie };
    },
  };
}

function callState({ outcome }: CallSummary): RunSummary["call"] {
  if (outcome === null) return "under-way";
  if (outcome.code === "success" || outcome.code === "unexpected-message") return "accepted";
  return outcome.code === "status" || outcome.code === "dns" ? "refused" : "unclear";
}

function verdictOf({ summary }: RunDetail, main: Tie | undefined, now: number): Verdict {
  if (main?.role === "mismatch") return { code: "mismatch", after: main.after, fields: main.fields };
  if (main?.role === "match") return { code: "matched", after: main.after };
  if (main !== undefined) return { code: "late", after: main.after, lateBy: Math.max(0, main.at - summary.deadline) };
  if (summary.call === "refused") return { code: "refused" };
  if (now < summary.deadline) return { code: "waiting", until: summary.deadline, downtime: null };
  return { code: "missing", call: summary.call };
}

function opened(call: CallSummary): RunDetail {
  const operation = call.operation === "charge" ? "charge" : "credit";
  const deadline = call.at + DEFAULT_RUN_SETTINGS.limitMs * 1_000;
  return {
    summary: {
      id: call.id,
      operation,
      startedAt: call.at,
      deadline,
      call: "under-way",
      verdict: { code: "waiting", until: deadline, downtime: null },
      certainty: null,
      counts: NO_COUNTS,
    },
    expectation: expectationOf(operation, call.facts),
    ties: [],
    alsoFits: [],
  };
}

export function expectationOf(operation: Expectation["operation"], facts: Facts): Expectation {
  return {
    operation,
    amount: facts.amount ?? null,
    currency: facts.currency ?? null,
    user: operation === "credit" ? (facts.userReference ?? null) : null,
    from: facts.from ?? null,
    to: facts.to ?? null,
    remark: facts.remark ?? null,
    tag: null,
    awaits: "webhook",
    limit: DEFAULT_RUN_SETTINGS.limitMs * 1_000,
  };
}
