import type { EventId } from "../../shared/primitives.ts";
import type { Certainty, Reason } from "../../shared/run.ts";
import type { Roster } from "./roster.ts";
import { createScorer, type Score } from "./score.ts";
import { arrived, type Bucket, type Decision, type Delivery, type Run } from "./state.ts";
import type { Twin } from "./twins.ts";
import type { PayloadValues } from "./values.ts";

/** Runs that a reason names. */
const NAMED_AT_MOST = 8;
/** Deliveries that may belong to a run without being it; a busy listener must not pile up on one run. */
const POSSIBLE_AT_MOST = 20;
/** Deliveries tied to one run, whatever they are: a sender that never stops must not make it endless. */
export const TIES_AT_MOST = 1_000;

/** A run that a delivery may go to; the lowest rank is taken first. */
interface Option {
  readonly run: Run;
  readonly score: Score;
  readonly rank: number;
}

/**
 * Where a delivery belongs, given what the runs have got so far. First come, first served: of runs that it fits
 * equally well the earliest one gets it. A run is a candidate only if its call stands before the delivery in the log.
 *
 * @returns null when it has nothing to do with any run that is remembered
 */
export function decide(delivery: Delivery, values: PayloadValues, roster: Roster, twin: Twin | null): Decision | null {
  const repeated = twin === null ? null : asTwin(delivery, values, roster, twin);
  if (repeated !== null && repeated.reasons[0]?.code === "same-bytes" && twin?.strength === "strong") return repeated;
  const score = createScorer(values);
  const scored = (buckets: readonly Bucket[]) =>
    buckets.flatMap((bucket) => {
      const found = score(bucket.expectation);
      if (found === null) return [];
      bucket.seenBy = Math.max(bucket.seenBy, delivery.id);
      return [{ bucket, score: found }];
    });
  const likely = scored(roster.likely(values));
  const exact = likely.filter((each) => each.score.fit === "exact");
  const best = choose(delivery, exact, rankExact);
  if (repeated !== null) {
    const other = best !== null && best.run.id !== repeated.runId ? best : null;
    const isFreeToTake = other !== null && other.rank <= LAST_FREE_RANK;
    const bytesAlone = twin?.strength === "weak";
    // The same bytes without an id in them are rather for a run that still waits than for one that has
    // got its own. The same id in other bytes is a copy, unless this sender's ids are not what their name says.
    if (other === null || (!bytesAlone && !isFreeToTake)) return repeated;
    if (!bytesAlone || !isFreeToTake) return { ...repeated, ...doubted(repeated, other.run) };
  }
  if (best !== null) {
    const doubtful = likely.filter(isInDoubt);
    return exactDecision(delivery, best, exact, doubtful, repeated?.runId ?? null);
  }
  const further = scored(roster.remote(values));
  for (const fit of ["mismatch", "possible"] as const) {
    const fitting = further.filter((each) => each.score.fit === fit);
    const chosen = choose(delivery, fitting, fit === "mismatch" ? rankMismatch : rankPossible);
    const others = fit === "mismatch" ? [...fitting, ...further.filter(isInDoubt)] : fitting;
    if (chosen !== null) return lesserDecision(delivery, values, chosen, others);
  }
  return further.length === 0 && likely.length === 0 ? null : nowhere();
}

/** Looked at, and remembered in case a change makes room for it, but it belongs to no run. */
export function nowhere(): Decision {
  return { runId: null, by: "value", fit: "possible", certainty: "unsure", fields: [], reasons: [], twinOf: null };
}

interface Scored {
  readonly bucket: Bucket;
  readonly score: Score;
}

type Rank = (run: Run, delivery: Delivery) => number | null;

// Ranks from the run that waits for it to the one that has got its own already. Up to here it is free to take one.
const LAST_FREE_RANK = 4;

function rankExact(run: Run, delivery: Delivery): number | null {
  if (run.id >= delivery.id || delivery.at > run.horizon || run.ties.length >= TIES_AT_MOST) return null;
  const near = delivery.at <= run.near;
  if (!arrived(delivery)) return near && run.call !== "refused" ? (isFree(run) ? 0 : 1) : null;
  if (run.expectation.awaits === "nothing") return near ? 6 : null;
  if (run.call === "refused") return near ? 5 : null;
  if (!isFree(run)) return near ? 7 : null;
  if (delivery.at <= run.deadline) return run.call === "unclear" ? 1 : 0;
  if (near) return run.call === "unclear" ? 3 : 2;
  return LAST_FREE_RANK;
}

function rankMismatch(run: Run, delivery: Delivery): number | null {
  if (!arrived(delivery) || !waitsFor(run, delivery) || run.expectation.awaits === "nothing") return null;
  return run.mismatch === null ? 0 : null;
}

function rankPossible(run: Run, delivery: Delivery): number | null {
  if (!delivery.onPath || delivery.completeness === "malformed") return null;
  if (!waitsFor(run, delivery) || run.possible >= POSSIBLE_AT_MOST) return null;
  return (run.expectation.awaits === "nothing" ? 2 : 0) + (run.possible === 0 ? 0 : 1);
}

function waitsFor(run: Run, delivery: Delivery): boolean {
  return run.id < delivery.id && delivery.at <= run.near && isFree(run) && run.call !== "refused";
}

function isFree(run: Run): boolean {
  return run.taken === null && run.byHand === 0;
}

/** The best option of all: the strongest evidence, then the best rank, then the earliest run. */
function choose(delivery: Delivery, scored: readonly Scored[], rankOf: Rank): Option | null {
  let best: Option | null = null;
  for (const { bucket, score } of scored)
    for (const run of bucket.runs) {
      const rank = rankOf(run, delivery);
      if (rank !== null && (best === null || isBetter({ run, score, rank }, best))) best = { run, score, rank };
    }
  return best;
}

function isBetter(one: Option, other: Option): boolean {
  if (one.score.strength !== other.score.strength) return one.score.strength > other.score.strength;
  if (one.rank !== other.rank) return one.rank < other.rank;
  // Long after its time, and for one more than was asked for, the newest is the likeliest.
  const newestFirst = one.rank === LAST_FREE_RANK || one.rank === 7;
  return newestFirst ? one.run.id > other.run.id : one.run.id < other.run.id;
}

function exactDecision(
  delivery: Delivery,
  best: Option,
  exact: readonly Scored[],
  doubtful: readonly Scored[],
  copyOf: EventId | null,
): Decision {
  const { run, score, rank } = best;
  const stray = strayReason(delivery);
  if (stray !== null) return decision(best, "exact", "likely", [stray]);
  const long = rank === LAST_FREE_RANK;
  const rivals = new Set<EventId>(copyOf === null || copyOf === run.id ? [] : [copyOf]);
  const contesting = new Set<EventId>();
  const unanswered = new Set<EventId>();
  for (const other of [...exact, ...doubtful]) {
    const same = other.score.fit === "exact" && sameValues(score.agreeing, other.score.agreeing);
    if (!same && isLess(other, best)) continue;
    for (const each of other.bucket.runs) {
      if (each === run) continue;
      const until = long ? each.horizon : each.near;
      if (delivery.at <= until && couldBe(each, delivery, same ? run : null)) (same ? rivals : contesting).add(each.id);
      else if (same && each.id < run.id && isFree(each) && isAwaited(each) && delivery.at <= each.horizon)
        unanswered.add(each.id);
    }
  }
  if (contesting.size > 0) return decision(best, "possible", "unsure", [{ code: "contested", ...named(contesting) }]);
  const reasons: Reason[] = [];
  if (rivals.size > 0) reasons.push({ code: "rivals", ...named(rivals) });
  if (unanswered.size > 0) reasons.push({ code: "earlier-unanswered", ...named(unanswered) });
  return decision(best, "exact", rivals.size > 0 ? "ambiguous" : score.certain ? "certain" : "likely", reasons);
}

function lesserDecision(
  delivery: Delivery,
  values: PayloadValues,
  chosen: Option,
  fitting: readonly Scored[],
): Decision {
  const { run, score } = chosen;
  const rivals = new Set<EventId>();
  const contesting = new Set<EventId>();
  for (const other of fitting) {
    const same = sameValues(score.agreeing, other.score.agreeing) && sameWant(score, other.score);
    if (!same && isLess(other, chosen)) continue;
    for (const each of other.bucket.runs)
      if (each !== run && delivery.at <= each.near && couldBe(each, delivery, same ? run : null))
        (same ? rivals : contesting).add(each.id);
  }
  const reasons: Reason[] = [];
  if (contesting.size > 0) reasons.push({ code: "contested", ...named(contesting) });
  if (rivals.size > 0) reasons.push({ code: "rivals", ...named(rivals) });
  if (score.fit === "mismatch" && contesting.size === 0)
    return decision(chosen, "mismatch", rivals.size > 0 ? "ambiguous" : score.certain ? "certain" : "likely", reasons);
  const stray = strayReason(delivery);
  if (stray !== null) reasons.push(stray);
  if (values.format === "text") reasons.push({ code: "not-structured" });
  const amount = score.fields.find(({ field }) => field === "amount");
  if (amount === undefined || amount.state === "absent") reasons.push({ code: "no-amount" });
  const people = score.fields.filter(({ field }) => field === "user" || field === "from" || field === "to");
  if (people.every(({ state }) => state === "absent")) reasons.push({ code: "no-identity" });
  return decision(chosen, "possible", "unsure", reasons);
}

/** Whether the run that was chosen agrees in all that the other one agrees in, and in more. */
function isLess({ bucket, score }: Scored, { run, score: best }: Option): boolean {
  if (score.fit !== best.fit) return false;
  if (bucket.expectation.operation !== run.expectation.operation) return false;
  return score.agreeing.length < best.agreeing.length && score.agreeing.every((each) => best.agreeing.includes(each));
}

/** Its own values stand in the payload too, only in places that may mean something else. */
function isInDoubt({ score: { fit, fields } }: Scored): boolean {
  return (
    fit === "possible" &&
    fields.some(({ state }) => state === "unclear") &&
    !fields.some(({ field, state }) => field === "subject" && state === "differs")
  );
}

function sameValues(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, place) => each === other[place]);
}

/** What is wrong says nothing of what was right: only runs that want the same there can share the doubt. */
function sameWant(one: Score, other: Score): boolean {
  const wanted = ({ fields }: Score) =>
    fields.filter(({ state }) => state === "differs").map(({ expected }) => expected);
  return sameValues(wanted(one), wanted(other));
}

/**
 * Whether a delivery might just as well be this run's. `equal`: the run that was chosen, when the two want the same.
 * One that has got its own already counts too, where nobody can say that it was its own.
 */
function couldBe(run: Run, delivery: Delivery, equal: Run | null): boolean {
  if (run.id >= delivery.id || run.byHand > 0 || !isAwaited(run)) return false;
  const { taken } = run;
  if (taken === null) return true;
  // What came before the other call was made cannot have been the other's.
  return taken.decision?.certainty === "ambiguous" && (equal === null || taken.id > equal.id);
}

function isAwaited(run: Run): boolean {
  return run.call !== "refused" && run.expectation.awaits === "webhook";
}

function strayReason({ onPath, path, completeness }: Delivery): Reason | null {
  if (completeness !== "whole") return { code: "not-whole", completeness };
  return onPath ? null : { code: "other-path", path: path.slice(0, 500) };
}

/** The run that the same event went to before; null when that was none, or when this one counts and that one did not. */
function asTwin(delivery: Delivery, values: PayloadValues, roster: Roster, { first, reason }: Twin): Decision | null {
  const before = first.decision;
  if (before === null) return null;
  // What was untied by hand stays so, and so do its copies.
  if (before.runId === null) return before.by === "hand" ? { ...nowhere(), reasons: [reason], twinOf: first.id } : null;
  const run = roster.get(before.runId);
  if (run === undefined || run.ties.length >= TIES_AT_MOST || (arrived(delivery) && !arrived(first))) return null;
  let { fit, fields } = before;
  if (reason.code !== "same-bytes") {
    const score = createScorer(values)(run.expectation);
    // Other values under the same id are no copy: either the id is none, or nothing can be said.
    if (score === null || (score.fit !== "exact" && score.fit !== fit)) return null;
    ({ fit, fields } = score);
  }
  const stray = strayReason(delivery);
  return {
    runId: run.id,
    by: "value",
    fit,
    certainty: before.by === "hand" ? "certain" : before.certainty,
    fields,
    reasons: stray === null ? [reason] : [reason, stray],
    twinOf: before.twinOf ?? first.id,
  };
}

function doubted({ reasons }: Decision, other: Run): Pick<Decision, "certainty" | "reasons"> {
  return { certainty: "ambiguous", reasons: [...reasons, { code: "rivals", ...named(new Set([other.id])) }] };
}

function decision(
  { run, score }: Option,
  fit: Decision["fit"],
  certainty: Certainty,
  reasons: readonly Reason[],
): Decision {
  return { runId: run.id, by: "value", fit, certainty, fields: score.fields, reasons, twinOf: null };
}

function named(ids: ReadonlySet<EventId>): { readonly runIds: readonly EventId[]; readonly more: number } {
  const runIds = [...ids].sort((one, other) => one - other).slice(0, NAMED_AT_MOST);
  return { runIds, more: ids.size - runIds.length };
}
