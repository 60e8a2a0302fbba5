import { assertNever, type EventId, type Instant, type Microseconds } from "../../shared/primitives.ts";
import type { CallState, Downtime, Role, RunDetail, RunSummary, TieSummary } from "../../shared/run.ts";
import { byHand } from "./by-hand.ts";
import { moveWaiting } from "./clock-set.ts";
import { createDeafTimes } from "./deaf.ts";
import { decide, nowhere } from "./decide.ts";
import { createDeliveries } from "./deliveries.ts";
import { leftInDoubt, tellOthers } from "./elsewhere.ts";
import type { Decided, DeliveryInput, HandChoice, RunInput } from "./inputs.ts";
import type { SavedTie } from "./ports.ts";
import { createRoster } from "./roster.ts";
import { arrived, type Decision, type Delivery, type Run } from "./state.ts";
import { savedTie, tellTie, tieSummaryOf, toldOf, untiedSummary } from "./telling.ts";
import { createTwins, NO_IDENTITY } from "./twins.ts";
import { type PayloadValues, readPayload } from "./values.ts";
import { detailOf, judgeRun } from "./verdict.ts";

/** What has changed since it was asked last. */
export interface MatcherChange {
  readonly runs: readonly RunSummary[];
  readonly ties: readonly TieSummary[];
  /** What is to be stored of deliveries. */
  readonly stored: readonly SavedTie[];
}

/**
 * Ties deliveries to runs. Purely a function of what it was told: the result is the one that follows from all calls,
 * deliveries and choices by hand, taken in the order of the log with what is known of them now. News about the past
 * (a call turns out to have failed, a tie by hand) makes it decide again from there on.
 */
export interface Matcher {
  tell(input: RunInput): void;
  /** @param now what is over by then is judged as over */
  changes(now: Instant): MatcherChange;
  detail(id: EventId, now: Instant): RunDetail | null;
  hasDelivery(id: EventId): boolean;
  hasRun(id: EventId): boolean;
  /** The times in which nothing could be seen while this run was open. */
  spans(id: EventId): readonly Downtime[];
  hasTag(tag: string): boolean;
  /** Whether there is any run that a delivery of this moment could belong to. */
  isWatching(at: Instant): boolean;
  /** When the next open run's time is over; null when none is open. */
  nextDeadline(): Instant | null;
}

const NEVER = Number.POSITIVE_INFINITY;

export function createMatcher(): Matcher {
  const roster = createRoster();
  const twins = createTwins(roster.isIdentity);
  const deaf = createDeafTimes();
  const hand = new Map<EventId, HandChoice>();
  const deliveries = createDeliveries((id) => hand.delete(id));
  /** Runs to judge anew, and decisions to tell. */
  const touched = new Set<EventId>();
  const decided = new Set<EventId>();
  const waiting = new Map<EventId, Instant>();
  let latest: Instant = 0;
  /** The first delivery to decide again. */
  let dirtyFrom = NEVER;
  /** Of deliveries up to here, decided in an earlier life, nobody knows what they were held against. */
  let recalledThrough: EventId = 0;

  function attach(delivery: Delivery, decision: Decision): void {
    delivery.decision = decision;
    const run = decision.runId === null ? undefined : roster.get(decision.runId);
    if (run !== undefined) {
      run.ties.push(delivery);
      if (decision.by === "value" && arrived(delivery)) {
        if (decision.fit === "exact") run.taken ??= delivery;
        else if (decision.fit === "mismatch") run.mismatch ??= delivery;
        else run.possible += 1;
      }
    }
    tellOthers(delivery, decision, roster);
    twins.add(delivery);
  }

  /** @returns null for a delivery that has nothing to do with any run */
  function decisionFor(delivery: Delivery, read?: PayloadValues): Decision | null {
    const { payload } = delivery;
    const choice = hand.get(delivery.id);
    const before = choice === undefined && delivery.decision?.by === "hand" ? null : delivery.decision;
    const keeps = payload === null || delivery.id < dirtyFrom;
    if (choice === undefined && before !== null && keeps) return before;
    const values = read ?? (payload === null ? null : readPayload(payload.bytes, payload.contentType));
    const twin = twins.find(delivery);
    if (choice !== undefined)
      return byHand(choice.runId === null ? undefined : roster.get(choice.runId), choice.runId, values, twin, before);
    return values === null ? nowhere() : decide(delivery, values, roster, twin);
  }

  function note(id: EventId, before: Decision | null, decision: Decision): void {
    if (before === decision || (before !== null && JSON.stringify(before) === JSON.stringify(decision))) return;
    decided.add(id);
    for (const each of [before, decision]) {
      if (each?.runId != null) touched.add(each.runId);
      if (each !== null) for (const doubtful of leftInDoubt(each)) touched.add(doubtful);
    }
  }

  /** Everything that follows from the deliveries, once more from the beginning. */
  function rebuild(): void {
    if (dirtyFrom === NEVER) return;
    twins.clear();
    for (const run of roster.all()) {
      run.ties.length = 0;
      run.taken = null;
      run.mismatch = null;
      run.possible = 0;
      run.byHand = 0;
      run.elsewhere.length = 0;
    }
    // What was tied by hand counts from the start: what came before it has to go elsewhere.
    for (const [id, { runId }] of hand) {
      const run = runId === null || deliveries.get(id) === undefined ? undefined : roster.get(runId);
      if (run !== undefined) run.byHand += 1;
    }
    for (const delivery of deliveries.inOrder()) {
      const before = delivery.decision;
      const decision = decisionFor(delivery) ?? nowhere();
      attach(delivery, decision);
      note(delivery.id, before, decision);
    }
    dirtyFrom = NEVER;
    deliveries.trimUntied();
  }

  function decideAgainFrom(id: EventId): void {
    dirtyFrom = Math.min(dirtyFrom, id);
  }

  function started({ id, expectation, call, told, ...row }: Extract<RunInput, { type: "call-started" }>): void {
    if (roster.has(id)) return;
    // By the clock as it was set while the run waited.
    const at = told?.startedAt ?? row.at;
    latest = Math.max(latest, at);
    roster.forget(latest);
    roster.add(id, at, expectation, call).told = told === undefined ? null : JSON.stringify(told);
    touched.add(id);
    let oldest = id;
    for (const run of roster.all()) oldest = Math.min(oldest, run.id);
    deliveries.forgetBefore(oldest);
  }

  function callChanged(run: Run, call: CallState): void {
    const matters = weight(run.call) !== weight(call);
    run.call = call;
    touched.add(run.id);
    if (matters && Math.max(run.bucket.seenBy, recalledThrough) > run.id) decideAgainFrom(run.id + 1);
  }

  function arrives(input: DeliveryInput, before: Decided | undefined): void {
    if (deliveries.get(input.id) !== undefined) return;
    if (before !== undefined) return recalled(input, before);
    rebuild();
    const values = readPayload(input.payload.bytes, input.payload.contentType);
    const delivery: Delivery = { ...input, identity: values.identity, decision: null, told: null };
    if (delivery.id <= deliveries.lastId()) {
      deliveries.add(delivery);
      return decideAgainFrom(delivery.id);
    }
    const decision = decisionFor(delivery, values);
    if (decision === null) return;
    deliveries.add(delivery);
    attach(delivery, decision);
    note(delivery.id, null, decision);
    deliveries.trim();
    if (decision.runId === null) deliveries.trimUntied();
  }

  /** A delivery from an earlier life: what follows from it has been decided already. */
  function recalled(input: DeliveryInput, { decision, role, final }: Decided): void {
    const { id } = input;
    const { runId, by, certainty } = decision;
    const payload = final ? null : input.payload;
    const identity = payload === null ? NO_IDENTITY : readPayload(payload.bytes, payload.contentType).identity;
    const told = toldOf({ runId, role, certainty, byHand: by === "hand" });
    const delivery: Delivery = { ...input, payload, identity, decision, told };
    if (!final) recalledThrough = Math.max(recalledThrough, id);
    const last = deliveries.lastId();
    deliveries.add(delivery);
    const run = runId === null ? undefined : roster.get(runId);
    if (by === "hand") {
      hand.set(id, { runId });
      if (run !== undefined) run.byHand += 1;
    }
    if (id > last && dirtyFrom === NEVER) attach(delivery, decision);
    // In its place between others; nothing is decided again, but what each run has got has to be counted anew.
    else decideAgainFrom(last + 1);
    if (run !== undefined) touched.add(run.id);
    for (const doubtful of leftInDoubt(decision)) touched.add(doubtful);
    deliveries.trim();
    if (runId === null) deliveries.trimUntied();
  }

  function chosen(deliveryId: EventId, choice: HandChoice | null): void {
    const before = deliveries.get(deliveryId)?.decision ?? null;
    if (choice === null) hand.delete(deliveryId);
    else hand.set(deliveryId, choice);
    for (const runId of [before?.runId, choice?.runId]) if (runId != null) decideAgainFrom(runId + 1);
    decideAgainFrom(deliveryId);
  }

  /** A time in which nothing could be seen turns a "missing" around it into "not seen". */
  function deafnessChanged(): void {
    for (const run of roster.all()) if (run.ties.length === 0) touched.add(run.id);
  }

  function clockSet(at: Instant, by: Microseconds): void {
    for (const run of moveWaiting(roster, at, by)) touched.add(run.id);
    latest = Math.min(latest, at);
  }

  return {
    tell(input) {
      switch (input.type) {
        case "call-started":
          return started(input);
        case "call-changed": {
          const run = roster.get(input.id);
          if (run !== undefined && run.call !== input.call) callChanged(run, input.call);
          return;
        }
        case "delivery":
          return arrives(input.delivery, input.decided);
        case "delivery-answered": {
          const delivery = deliveries.get(input.id);
          if (delivery === undefined) return;
          delivery.answerState = input.answerState;
          if (delivery.decision?.runId != null) touched.add(delivery.decision.runId);
          return;
        }
        case "hand":
          return chosen(input.deliveryId, input.choice);
        case "notice":
          if (deaf.notice(input.at, input.notice)) deafnessChanged();
          if (input.notice.code === "clock-set") clockSet(input.at, input.notice.by);
          return;
        case "deaf":
          if (deaf.add(input.span)) deafnessChanged();
          return;
        default:
          return assertNever(input);
      }
    },
    changes(now) {
      rebuild();
      for (const [id, deadline] of waiting) if (deadline <= now) touched.add(id);
      const runs: RunSummary[] = [];
      const ties: TieSummary[] = [];
      const roles = new Map<EventId, Role>();
      for (const id of touched) {
        waiting.delete(id);
        const run = roster.get(id);
        if (run === undefined) continue;
        const { summary, ties: current } = judgeRun(run, deaf.within(run.at, run.deadline), now);
        if (summary.verdict.code === "waiting") waiting.set(id, run.deadline);
        for (const tie of current) {
          roles.set(tie.deliveryId, tie.role);
          tellTie(deliveries.get(tie.deliveryId), tieSummaryOf(tie), ties);
        }
        const told = JSON.stringify(summary);
        if (run.told !== told) runs.push(summary);
        run.told = told;
      }
      for (const id of decided) {
        const delivery = deliveries.get(id);
        const decision = delivery?.decision ?? null;
        if (decision !== null && !roles.has(id)) tellTie(delivery, untiedSummary(id, decision), ties);
      }
      const stored = new Set([...decided, ...ties.map(({ deliveryId }) => deliveryId)]);
      touched.clear();
      decided.clear();
      return { runs, ties, stored: [...stored].flatMap((id) => savedTie(deliveries.get(id), roles.get(id) ?? null)) };
    },
    detail(id, now) {
      rebuild();
      const run = roster.get(id);
      return run === undefined ? null : detailOf(run, deaf.within(run.at, run.deadline), now);
    },
    spans: (id) => {
      const run = roster.get(id);
      return run === undefined ? [] : deaf.within(run.at, run.deadline);
    },
    hasDelivery: (id) => deliveries.get(id) !== undefined,
    hasRun: roster.has,
    hasTag: roster.hasTag,
    isWatching: roster.isWatching,
    nextDeadline() {
      let next: Instant | null = null;
      for (const deadline of waiting.values()) if (next === null || deadline < next) next = deadline;
      return next;
    },
  };
}

/** Whether a call's state changes which runs come first: a refused one comes last, an unclear one before it. */
function weight(call: CallState): number {
  return call === "refused" ? 2 : call === "unclear" ? 1 : 0;
}
