import { assertNever, type EventId, type Instant, type Microseconds } from "../../shared/primitives.ts";
import {
  type CallState,
  type Downtime,
  faultOf,
  type Role,
  type RunDetail,
  type RunSummary,
  type TieSummary,
} from "../../shared/run.ts";
import { decide, decideByHand } from "./decide.ts";
import { createDeliveries, savedTie, tellTie, tieSummaryOf, toldOf, untiedSummary } from "./deliveries.ts";
import { createDowntimes } from "./downtimes.ts";
import { createEarlierDeliveries } from "./duplicate-delivery.ts";
import type { Decided, DeliveryInput, HandChoice, RunInput } from "./log-inputs.ts";
import { type AwaitingProfile, createOpenRuns } from "./open-runs.ts";
import type { SavedTie } from "./ports.ts";
import {
  agreeingIn,
  arrived,
  type Decision,
  type Delivery,
  looksRight,
  nowhere,
  partOf,
  partsOf,
  type Run,
} from "./run-state.ts";
import { detailOf, judgeRun } from "./verdict.ts";

/** Deliveries that are remembered for a run, of those that other runs have got. */
const ELSEWHERE_AT_MOST = 20;

/** What has changed since it was asked last. */
export interface MatcherChange {
  readonly runs: readonly RunSummary[];
  readonly ties: readonly TieSummary[];
  /** What is to be stored of deliveries. */
  readonly stored: readonly SavedTie[];
}

interface Mutable {
  readonly runs: RunSummary[];
  readonly ties: TieSummary[];
  readonly stored: SavedTie[];
}

/**
 * Ties deliveries to runs. Purely a function of what it was told: the result is the one that follows from all calls,
 * deliveries and choices by hand, taken in the order of the log with what is known of them now. News about the past
 * (a call turns out to have failed, a tie by hand) makes it decide again from there on.
 */
export interface Matcher {
  tell(input: RunInput): void;
  /**
   * @param now what is over by then is judged as over
   * @param toldUntil it was told the log up to this moment: of runs that may get more behind it, nothing is said yet
   */
  changes(now: Instant, toldUntil?: Instant): MatcherChange;
  detail(id: EventId, now: Instant): RunDetail | null;
  hasDelivery(id: EventId): boolean;
  hasRun(id: EventId): boolean;
  /** The times in which nothing could be seen while this run was open. */
  spans(id: EventId, until?: Instant): readonly Downtime[];
  hasTag(tag: string): boolean;
  /** Whether there is any run that a delivery of this moment could belong to. */
  isWatching(at: Instant): boolean;
  /** The profiles that a delivery of this moment could belong to. */
  awaiting(at: Instant): readonly AwaitingProfile[];
  /** When the next open run's time is over; null when none is open. */
  nextDeadline(): Instant | null;
}

const NEVER = Number.POSITIVE_INFINITY;

export function createMatcher(): Matcher {
  const open = createOpenRuns(runForgotten);
  const earlier = createEarlierDeliveries(open.isIdentity);
  const downtimes = createDowntimes();
  const hand = new Map<EventId, HandChoice>();
  const deliveries = createDeliveries(deliveryForgotten);
  /** Runs to judge anew, and decisions to tell. */
  const touched = new Set<EventId>();
  const decided = new Set<EventId>();
  const waiting = new Map<EventId, Instant>();
  /** What came of runs and deliveries that are not remembered any more, and was not told yet. */
  let last: Mutable = { runs: [], ties: [], stored: [] };
  let latest: Instant = 0;
  /** The first delivery to decide again. */
  let dirtyFrom = NEVER;
  /**
   * Of deliveries up to here, decided in an earlier start of the program, it is not known what they were compared with.
   */
  let recalledThrough: EventId = 0;

  function attach(delivery: Delivery, decision: Decision): void {
    delivery.decision = decision;
    for (const { runId, fit } of partsOf(decision)) {
      const run = open.get(runId);
      if (run === undefined) continue;
      run.ties.push(delivery);
      if (decision.by === "hand") continue;
      if (fit === "possible") run.possible += delivery.onPath ? 1 : 0;
      else if (!arrived(delivery)) continue;
      else if (fit === "exact") run.taken ??= delivery;
      else if (fit === "mismatch") run.mismatch ??= delivery;
      else if (run.unconfirmed === null || isNearer(delivery, run.unconfirmed, runId)) run.unconfirmed = delivery;
    }
    if (delivery.onPath)
      for (const id of leftInDoubt(decision)) {
        const elsewhere = open.get(id)?.elsewhere;
        if (elsewhere !== undefined && elsewhere.length < ELSEWHERE_AT_MOST) elsewhere.push(delivery);
      }
    earlier.add(delivery);
  }

  /** @returns null for a delivery that has nothing to do with any run */
  function decisionFor(delivery: Delivery): Decision | null {
    const { reading } = delivery;
    const choice = hand.get(delivery.id);
    const before = choice === undefined && delivery.decision?.by === "hand" ? null : delivery.decision;
    if (choice === undefined && before !== null && (reading === null || delivery.id < dirtyFrom)) return before;
    const copied = earlier.find(delivery);
    if (choice !== undefined) {
      const run = choice.runId === null ? undefined : open.get(choice.runId);
      return decideByHand(delivery, choice.runId, run, open, copied);
    }
    return reading === null ? nowhere() : decide(delivery, reading, open, copied);
  }

  function note(id: EventId, before: Decision | null, decision: Decision): void {
    if (before === decision || (before !== null && JSON.stringify(before) === JSON.stringify(decision))) return;
    decided.add(id);
    for (const each of [before, decision]) if (each !== null) touch(each);
  }

  function touch(decision: Decision): void {
    for (const { runId } of partsOf(decision)) touched.add(runId);
    for (const id of leftInDoubt(decision)) touched.add(id);
  }

  /** Everything that follows from the deliveries, once more from the beginning. */
  function rebuild(): void {
    if (dirtyFrom === NEVER) return;
    earlier.clear();
    for (const run of open.all()) {
      run.ties.length = 0;
      run.taken = null;
      run.mismatch = null;
      run.unconfirmed = null;
      run.possible = 0;
      run.byHand = 0;
      run.elsewhere.length = 0;
    }
    // What was tied by hand counts from the start: what came before it has to go elsewhere.
    for (const [id, { runId }] of hand) {
      const run = runId === null || deliveries.get(id) === undefined ? undefined : open.get(runId);
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

  function started({
    id,
    expectation,
    isLocal,
    profileId,
    call,
    told,
    ...row
  }: Extract<RunInput, { type: "call-started" }>): void {
    if (open.has(id)) return;
    // As the clock says since it was set while the run waited.
    const at = told?.startedAt ?? row.at;
    latest = Math.max(latest, at);
    if (open.isFull(latest)) {
      rebuild();
      open.forget(latest);
    }
    open.add(id, at, expectation, { isLocal, profileId }, call).told = told === undefined ? null : JSON.stringify(told);
    touched.add(id);
    deliveries.forgetBefore(open.oldestId() ?? id);
  }

  function callChanged(run: Run, call: CallState): void {
    const matters = callOrder(run.call) !== callOrder(call);
    run.call = call;
    touched.add(run.id);
    if (matters && Math.max(run.bucket.seenBy, recalledThrough) > run.id) decideAgainFrom(run.id + 1);
  }

  function arrives(input: DeliveryInput, before: Decided | undefined): void {
    if (deliveries.get(input.id) !== undefined) return;
    if (before !== undefined && before.how !== "anew") return recalled(input, before);
    rebuild();
    const was = before?.decision ?? null;
    const delivery: Delivery = { ...input, decision: null, told: before === undefined ? null : toldBefore(before) };
    if (was?.by === "hand") {
      hand.set(input.id, { runId: was.runId });
      delivery.decision = was;
      // It counts from the start: what came before it has to go elsewhere.
      decideAgainFrom(Math.min(input.id, (was.runId ?? input.id) + 1));
    }
    if (delivery.id <= deliveries.lastId() || dirtyFrom < NEVER) {
      deliveries.add(delivery);
      return decideAgainFrom(delivery.id);
    }
    const decision = decisionFor(delivery) ?? (was === null ? null : nowhere());
    if (decision === null) return;
    deliveries.add(delivery);
    attach(delivery, decision);
    note(delivery.id, was, decision);
    deliveries.trim();
    if (decision.runId === null) deliveries.trimUntied();
  }

  /** A delivery from an earlier start of the program: what follows from it has been decided already. */
  function recalled(input: DeliveryInput, before: Decided): void {
    const { decision, how } = before;
    const { id } = input;
    const { runId, by } = decision;
    const reading = how === "final" ? null : input.reading;
    const delivery: Delivery = { ...input, reading, decision, told: toldBefore(before) };
    if (how !== "final") recalledThrough = Math.max(recalledThrough, id);
    const lastId = deliveries.lastId();
    deliveries.add(delivery);
    if (by === "hand") {
      hand.set(id, { runId });
      const run = runId === null ? undefined : open.get(runId);
      if (run !== undefined) run.byHand += 1;
    }
    if (id > lastId && dirtyFrom === NEVER) attach(delivery, decision);
    // In its place between others; nothing is decided again, but what each run has got has to be counted anew.
    else decideAgainFrom(lastId + 1);
    touch(decision);
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
  function downtimeChanged(): void {
    for (const run of open.all()) if (run.ties.length === 0) touched.add(run.id);
  }

  function clockSet(at: Instant, by: Microseconds): void {
    for (const run of open.moveWaiting(at, by)) touched.add(run.id);
    latest = Math.min(latest, at);
  }

  /** What came of a run by now, and what its deliveries are to it, as far as that was not told before. */
  function collect(run: Run, now: Instant, told: Mutable, roles: Map<EventId, Role>): void {
    waiting.delete(run.id);
    const { summary, ties } = judgeRun(run, downtimes.within(run), now);
    // What waits for a relay after that is judged when the relay is back.
    if (summary.verdict.code === "waiting" && now < run.deadline) waiting.set(run.id, run.deadline);
    for (const tie of ties) {
      const delivery = deliveries.get(tie.deliveryId);
      // The row of a batch shows one of its simulations.
      if (delivery?.decision?.runId !== run.id) continue;
      roles.set(tie.deliveryId, tie.role);
      tellTie(delivery, tieSummaryOf(tie), told.ties);
    }
    const text = JSON.stringify(summary);
    if (run.told !== text) told.runs.push(summary);
    run.told = text;
  }

  function collectUntied(delivery: Delivery | undefined, roles: ReadonlyMap<EventId, Role>, told: Mutable): void {
    const decision = delivery?.decision ?? null;
    if (delivery !== undefined && decision !== null && !roles.has(delivery.id))
      tellTie(delivery, untiedSummary(delivery.id, decision), told.ties);
  }

  /** It is over by then; what came of it is not lost with it. */
  function runForgotten(run: Run): void {
    if (!touched.has(run.id) && !waiting.has(run.id)) return;
    const roles = new Map<EventId, Role>();
    const before = last.ties.length;
    collect(run, latest, last, roles);
    waiting.delete(run.id);
    touched.delete(run.id);
    const told = new Set(last.ties.slice(before).map(({ deliveryId }) => deliveryId));
    for (const [id, role] of roles)
      if (told.has(id) || decided.delete(id)) last.stored.push(...savedTie(deliveries.get(id), role));
  }

  function deliveryForgotten(delivery: Delivery): void {
    hand.delete(delivery.id);
    if (!decided.delete(delivery.id)) return;
    collectUntied(delivery, new Map(), last);
    last.stored.push(...savedTie(delivery, null));
  }

  return {
    tell(input) {
      switch (input.type) {
        case "call-started":
          return started(input);
        case "call-changed": {
          const run = open.get(input.id);
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
        case "signature-checked": {
          const delivery = deliveries.get(input.id);
          if (delivery === undefined || delivery.signature === input.signature) return;
          delivery.signature = input.signature;
          decideAgainFrom(input.id);
          return;
        }
        case "hand":
          return chosen(input.deliveryId, input.choice);
        case "notice":
          if (downtimes.notice(input.at, input.notice)) downtimeChanged();
          if (input.notice.code === "clock-set") clockSet(input.at, input.notice.by);
          return;
        case "downtime":
          if (downtimes.add(input.span)) downtimeChanged();
          return;
        default:
          return assertNever(input);
      }
    },
    changes(now, toldUntil = NEVER) {
      rebuild();
      for (const [id, deadline] of waiting) if (deadline <= now) touched.add(id);
      const told = last;
      last = { runs: [], ties: [], stored: [] };
      const roles = new Map<EventId, Role>();
      const later = new Set<EventId>();
      for (const id of touched) {
        const run = open.get(id);
        if (run === undefined) waiting.delete(id);
        else if (run.near > toldUntil) later.add(id);
        else collect(run, now, told, roles);
      }
      const isLater = (id: EventId) => {
        const decision = deliveries.get(id)?.decision ?? null;
        return decision !== null && partsOf(decision).some(({ runId }) => later.has(runId));
      };
      const decidedLater = later.size === 0 ? [] : [...decided].filter(isLater);
      for (const id of decidedLater) decided.delete(id);
      for (const id of decided) collectUntied(deliveries.get(id), roles, told);
      const stored = new Set([...decided, ...told.ties.map(({ deliveryId }) => deliveryId)]);
      touched.clear();
      for (const id of later) touched.add(id);
      decided.clear();
      for (const id of decidedLater) decided.add(id);
      told.stored.push(...[...stored].flatMap((id) => savedTie(deliveries.get(id), roles.get(id) ?? null)));
      return told;
    },
    detail(id, now) {
      rebuild();
      const run = open.get(id);
      return run === undefined ? null : detailOf(run, downtimes.within(run), now);
    },
    spans: (id, until) => {
      const run = open.get(id);
      return run === undefined ? [] : downtimes.within(until === undefined ? run : { ...run, deadline: until });
    },
    hasDelivery: (id) => deliveries.get(id) !== undefined,
    hasRun: open.has,
    hasTag: open.hasTag,
    isWatching: open.isWatching,
    awaiting: open.awaiting,
    nextDeadline() {
      let next: Instant | null = null;
      for (const deadline of waiting.values()) if (next === null || deadline < next) next = deadline;
      return next;
    },
  };
}

/**
 * Runs that a decision leaves in doubt without giving them anything: those that contest what is given to none of them,
 * and those that a supposed copy may have been meant for. Not the rivals of a match, of which one is the first come.
 */
function leftInDoubt(decision: Decision): readonly EventId[] {
  if (decision.by === "hand") return [];
  return partsOf(decision).flatMap(({ fit, reasons }) => {
    const open = fit === "possible" || decision.copyOf !== null;
    return reasons.flatMap((reason) =>
      (reason.code === "contested" && (open || fit === "unconfirmed")) || (reason.code === "rivals" && open)
        ? reason.runIds
        : [],
    );
  });
}

/** Of two that only have to be confirmed: looks right where the other does not, or agrees in more. */
function isNearer(one: Delivery, other: Delivery, runId: EventId): boolean {
  const [parts, others] = [partOf(one, runId), partOf(other, runId)];
  if (parts === null || others === null) return others === null;
  const right = looksRight(parts);
  if (right !== looksRight(others)) return right;
  return !right && agreeingIn(parts.fields) > agreeingIn(others.fields);
}

function toldBefore({ decision: { runId, certainty, by, fields, item }, role }: Decided): string | null {
  return toldOf({ runId, role, certainty, byHand: by === "hand", item, ...faultOf(role, fields) });
}

/** Whether a call's state changes which runs come first: a refused one comes last, an unclear one before it. */
function callOrder(call: CallState): number {
  return call === "refused" ? 2 : call === "unclear" ? 1 : 0;
}
