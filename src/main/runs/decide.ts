import type { EventId } from "../../shared/primitives.ts";
import { choose, RANK, rankExact, rankMismatch, rankPossible, type Scored, TIES_AT_MOST } from "./choose.ts";
import { decideMute, isMute } from "./mute.ts";
import type { Roster } from "./roster.ts";
import { createScorer } from "./score.ts";
import { arrived, type Bucket, type Decision, type Delivery, type Run } from "./state.ts";
import type { Twin } from "./twins.ts";
import type { PayloadValues } from "./values.ts";
import { doubted, isInDoubt, strayReason, weighExact, weighLesser } from "./weigh.ts";

/**
 * Where a delivery belongs, given what the runs have got so far. First come, first served: of runs that it fits
 * equally well the earliest one gets it. A run is a candidate only if its call stands before the delivery in the log.
 *
 * @param twin an earlier delivery of the same event, if there is one
 * @returns null when it has nothing to do with any run that is remembered
 */
export function decide(delivery: Delivery, read: PayloadValues, roster: Roster, twin: Twin | null): Decision | null {
  const shared = read.tags.length === 0 ? read.sharedTags : roster.sharedTags(read.tags, delivery.id);
  const values = { ...read, sharedTags: shared };
  const mute = isMute(values);
  // What says nothing is the same each time without being the same event.
  const isCopy = twin !== null && (!mute || twin.first.decision?.by === "hand");
  const copy = isCopy ? copyOf(delivery, values, roster, twin) : null;
  const byBytesAlone = twin?.kind === "bytes";
  if (copy !== null && twin?.kind === "bytes-and-id") return copy;

  const score = createScorer(values);
  const scored = (buckets: readonly Bucket[]): readonly Scored[] =>
    buckets.flatMap((bucket) => {
      const found = score(bucket);
      if (found === null) return [];
      bucket.seenBy = Math.max(bucket.seenBy, delivery.id);
      return [{ bucket, score: found }];
    });

  const likely = scored(roster.likely(values));
  const exact = likely.filter((each) => each.score.fit === "exact");
  const inDoubt = likely.filter(isInDoubt);
  const best = choose(delivery, exact, rankExact);
  if (best !== null) {
    const isExactCopy = copy !== null && copy.fit === "exact";
    const candidates = byBytesAlone ? [...exact, ...inDoubt] : exact;
    const other = isExactCopy ? otherFor(delivery, candidates, copy.runId, byBytesAlone) : null;
    if (isExactCopy && other === null) return copy;
    // The same id in other bytes is a copy, unless this sender's ids are not what their name says. The same bytes
    // without any id are rather for a run that still waits than for one that has got its own, but who knows.
    const isBestFree = best.rank <= RANK.longAgo && best.run.id !== copy?.runId;
    if (isExactCopy && other !== null && !(byBytesAlone && isBestFree)) return doubted(copy, other);
    return weighExact(delivery, best, [...exact, ...inDoubt], copy, roster.get);
  }
  if (copy !== null && (copy.fit === "exact" || !byBytesAlone)) return copy;

  const further = scored(roster.remote(values));
  const ofFit = (fit: "mismatch" | "possible") => further.filter((each) => each.score.fit === fit);
  const wrong = choose(delivery, ofFit("mismatch"), rankMismatch);
  if (wrong !== null) {
    const others = [...ofFit("mismatch"), ...further.filter(isInDoubt)];
    return weighLesser(delivery, values, wrong, others, copy, roster.get);
  }
  if (copy !== null && copy.fit === "mismatch") return copy;
  const possible = choose(delivery, ofFit("possible"), rankPossible);
  if (possible !== null) return weighLesser(delivery, values, possible, ofFit("possible"), null, roster.get);
  if (copy !== null) return copy;
  const perhaps = mute ? decideMute(delivery, values, roster) : null;
  return perhaps ?? (further.length === 0 && likely.length === 0 ? null : nowhere());
}

/** Another run that it may be for and that waits, or has got one that may have been a copy too; null when there is none. */
function otherFor(
  delivery: Delivery,
  candidates: readonly Scored[],
  but: EventId | null,
  evenTaken: boolean,
): Run | null {
  for (const { bucket } of candidates)
    for (const run of bucket.runs) {
      const rank = run.id === but ? null : rankExact(run, delivery);
      if (rank !== null && (rank <= RANK.longAgo || (evenTaken && rank === RANK.taken))) return run;
    }
  return null;
}

/** Looked at, and remembered in case a change makes room for it, but it belongs to no run. */
export function nowhere(): Decision {
  return { runId: null, by: "value", fit: "possible", certainty: "unsure", fields: [], reasons: [], twinOf: null };
}

/** To the run that the same event went to before; null when that was none, or when that one did not count and this does. */
function copyOf(
  delivery: Delivery,
  values: PayloadValues,
  roster: Roster,
  { first, kind, reason }: Twin,
): Decision | null {
  const before = first.decision;
  if (before === null) return null;
  // What was untied by hand stays so, and so do its copies.
  if (before.runId === null) return before.by === "hand" ? { ...nowhere(), reasons: [reason], twinOf: first.id } : null;
  const run = roster.get(before.runId);
  if (run === undefined || run.ties.length >= TIES_AT_MOST || (arrived(delivery) && !arrived(first))) return null;
  const { fit } = before;
  let { fields } = before;
  if (kind === "id") {
    const score = createScorer(values)(run.bucket);
    // Other values under the same id are no copy: either the id is none, or it is the next that is told of one event.
    if (score === null || score.fit !== fit) return null;
    ({ fields } = score);
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
