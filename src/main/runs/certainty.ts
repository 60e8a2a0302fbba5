import type { EventId, Instant } from "../../shared/primitives.ts";
import type { Certainty, Reason } from "../../shared/run.ts";
import { hasItsOwn, isAnswered, isFree, type Option, RANK, type Scored } from "./candidates.ts";
import type { Comparison } from "./compare.ts";
import { type Decision, type Delivery, naming, partOf, type Run, strayReason } from "./run-state.ts";

/** Runs in doubt that are counted: a thousand more would change nothing. */
const DOUBTS_AT_MOST = 200;
/** Runs that are followed from one to the next; with more of them nobody could be sure. */
const SWAPS_AT_MOST = 500;

type RunOf = (id: EventId) => Run | undefined;

/** What else a delivery might belong to. */
interface Doubts {
  /** Runs that want the same: this payload cannot tell them from the one that was chosen. */
  readonly rivals: ReadonlySet<EventId>;
  /** Those of them that were said to be missing theirs when it came: a late one may still be theirs. */
  readonly lateRivals: ReadonlySet<EventId>;
  /** Runs that want something else, which stands in the payload too. */
  readonly contesting: ReadonlySet<EventId>;
  /** Runs that want the same, began long before and never got it. */
  readonly unanswered: ReadonlySet<EventId>;
}

/**
 * How sure the choice of a run is, for a delivery that fits it exactly. Of equal runs any may be meant: it is marked.
 * Where it fits runs that expect different things equally well, or no person is named in it at all, it is only
 * *possible* that it belongs to this one.
 *
 * @param others everything that it fits, exactly or in doubtful places
 * @param copy what it would be if it were a copy of an earlier one
 */
export function exactDecision(
  delivery: Delivery,
  best: Option,
  others: readonly Scored[],
  copy: Decision | null,
  runOf: RunOf,
): Decision {
  const stray = strayReason(delivery);
  if (stray !== null) return decision(best, "exact", "likely", [stray]);
  const { rivals, lateRivals, contesting, unanswered } = doubtsOf(delivery, best, others, copy, runOf);
  const { anonymous } = best.score;
  const doubtful = anonymous ? new Set([...contesting, ...rivals]) : contesting;
  if (doubtful.size > 0 || (anonymous && best.rank > RANK.lateUnclear)) {
    const reasons: Reason[] = anonymous ? [{ code: "no-identity" }] : [];
    if (doubtful.size > 0) reasons.push(naming("contested", doubtful));
    return decision(best, "possible", "unsure", reasons);
  }
  const reasons: Reason[] = [...(copy?.reasons ?? [])];
  if (rivals.size > 0) reasons.push(naming("rivals", rivals));
  if (lateRivals.size > 0) reasons.push(naming("late-rivals", lateRivals));
  if (unanswered.size > 0) reasons.push(naming("earlier-unanswered", unanswered));
  return decision(best, "exact", certaintyOf(best, rivals), reasons);
}

/** The same for a delivery with something wrong in it, or too little. */
export function inexactDecision(
  delivery: Delivery,
  best: Option,
  others: readonly Scored[],
  copy: Decision | null,
  runOf: RunOf,
): Decision {
  const { score } = best;
  const { rivals, lateRivals, contesting } = doubtsOf(delivery, best, others, copy, runOf);
  const reasons: Reason[] = [...(copy?.reasons ?? [])];
  if (contesting.size > 0) reasons.push(naming("contested", contesting));
  if (rivals.size > 0) reasons.push(naming("rivals", rivals));
  if (lateRivals.size > 0) reasons.push(naming("late-rivals", lateRivals));
  const contested = contesting.size > 0 || (score.anonymous && rivals.size > 0);
  if (score.fit === "mismatch" && !contested) return decision(best, "mismatch", certaintyOf(best, rivals), reasons);
  const stray = strayReason(delivery);
  if (stray !== null) reasons.push(stray);
  const amount = score.fields.find(({ field }) => field === "amount");
  if (amount === undefined || amount.state === "absent") reasons.push({ code: "no-amount" });
  const people = score.fields.filter(({ field }) => field === "user" || field === "from" || field === "to");
  if (people.every(({ state }) => state === "absent")) reasons.push({ code: "no-identity" });
  return decision(best, "possible", "unsure", reasons);
}

/**
 * What fits an earlier run exactly, which has got its own already, and comes while another one waits for nearly the
 * same.
 */
export function rather(waiting: Option, answered: Run): Decision {
  return decision(waiting, "mismatch", "ambiguous", [naming("earlier-answered", new Set([answered.id]))]);
}

/** A copy of what went to one run, which another one may have been waiting for. */
export function doubted(copy: Decision, other: Run): Decision {
  return { ...copy, certainty: "ambiguous", reasons: [...copy.reasons, naming("rivals", new Set([other.id]))] };
}

/** Whether this item fits those runs only by values that can be neither confirmed nor contradicted. */
export function isInDoubt({ score: { fit, fields } }: Scored): boolean {
  const ofAnother = fields.some(({ field, state }) => field === "purpose" && state === "differs");
  return fit === "possible" && !ofAnother && fields.some(({ state }) => state === "unclear");
}

function doubtsOf(
  delivery: Delivery,
  best: Option,
  others: readonly Scored[],
  copy: Decision | null,
  runOf: RunOf,
): Doubts {
  const { run, score } = best;
  const copied = copy?.runId ?? run.id;
  const rivals = new Set<EventId>(copied === run.id ? [] : [copied]);
  const lateRivals = new Set<EventId>();
  const contesting = new Set<EventId>();
  const unanswered = new Set<EventId>();
  for (const other of others) {
    const same = isSame(other.score, best.score);
    if (!same && isLess(other, best)) continue;
    for (const each of other.bucket.runs) {
      if (rivals.size + contesting.size >= DOUBTS_AT_MOST) return { rivals, lateRivals, contesting, unanswered };
      if (each === run) continue;
      // One that has got something wrong of its own waits for this less than one that has got nothing.
      if (score.fit === "mismatch" && !same && hasItsOwn(each) && !hasItsOwn(run)) continue;
      const could = delivery.at <= plausibleUntil(each, best, delivery, same) && isOpenTo(each, delivery);
      if (could && same && (isFree(each) || mayBeSwapped(each, runOf))) {
        rivals.add(each.id);
        if (isFree(each) && each.deadline < delivery.at) lateRivals.add(each.id);
      } else if (could && !same && (isFree(each) || mayBeSwapped(each, runOf))) contesting.add(each.id);
      else if (same && each.id < run.id && isFree(each) && !isAnswered(each) && isAwaited(each))
        unanswered.add(each.id);
    }
  }
  return { rivals, lateRivals, contesting, unanswered };
}

/**
 * How late it may be and still be this run's as well as the chosen one's: as late again as its limit, or, where it is
 * late for the chosen one too and the sender so known to be slow, twice as late as for that one.
 */
function plausibleUntil(run: Run, best: Option, { at }: Delivery, same: boolean): Instant {
  if (!same || best.rank < RANK.late || best.rank > RANK.longAgo) return run.near;
  if (best.rank === RANK.longAgo) return run.horizon;
  return Math.max(run.near, Math.min(run.horizon, run.at + 2 * (at - best.run.at)));
}

/** Agrees by the same values, and wants the same where this payload differs: the two cannot be told apart by it. */
function isSame(one: Comparison, other: Comparison): boolean {
  return one.fit === other.fit && sameList(one.agreeing, other.agreeing) && sameList(one.missed, other.missed);
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, place) => each === other[place]);
}

/** Whether the run that was chosen agrees in all that the other one agrees in, and in more. */
function isLess({ bucket, score }: Scored, { run, score: best }: Option): boolean {
  if (score.fit !== best.fit || bucket.expectation.operation !== run.expectation.operation) return false;
  return score.agreeing.length < best.agreeing.length && score.agreeing.every((each) => best.agreeing.includes(each));
}

function isOpenTo(run: Run, delivery: Delivery): boolean {
  return run.id < delivery.id && run.byHand === 0 && isAwaited(run);
}

function isDoubtfullyTaken({ id, taken }: Run): boolean {
  return taken !== null && partOf(taken, id)?.certainty === "ambiguous";
}

/**
 * Whether what a run has got may be another's, so that it still waits: it may have been meant for a run that has got
 * nothing (the one that was chosen now among them), or for one of which the same can be said, or it was a mere copy.
 */
function mayBeSwapped(run: Run, runOf: RunOf): boolean {
  const seen = new Set<Run>([run]);
  for (const each of seen) {
    const { taken } = each;
    if (taken === null || !isDoubtfullyTaken(each)) continue;
    if (seen.size > SWAPS_AT_MOST) return true;
    for (const reason of partOf(taken, each.id)?.reasons ?? []) {
      if (reason.code === "same-bytes") return true;
      if (reason.code !== "rivals") continue;
      if (reason.more > 0) return true;
      for (const rival of reason.runIds.map(runOf)) {
        if (rival === undefined || !isAwaited(rival)) continue;
        if (isFree(rival)) return true;
        seen.add(rival);
      }
    }
  }
  return false;
}

function isAwaited(run: Run): boolean {
  return run.call !== "refused" && run.expectation.awaits === "webhook";
}

function certaintyOf({ score }: Option, rivals: ReadonlySet<EventId>): Certainty {
  return rivals.size > 0 ? "ambiguous" : score.byTag ? "certain" : "likely";
}

function decision(
  { run, score }: Option,
  fit: Decision["fit"],
  certainty: Certainty,
  reasons: readonly Reason[],
): Decision {
  return { runId: run.id, by: "value", fit, certainty, fields: score.fields, reasons, copyOf: null, also: [] };
}
