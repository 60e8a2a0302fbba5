import { isInboxTarget } from "../../shared/inbox.ts";
import type { EventId } from "../../shared/primitives.ts";
import { type Comparison, PEOPLE } from "./compare.ts";
import { arrived, type Bucket, type Delivery, looksRight, partOf, type Run } from "./run-state.ts";

/** Deliveries that may belong to a run without being it; a busy listener must not pile up on one run. */
const POSSIBLE_AT_MOST = 20;
/** Deliveries tied to one run, whatever they are: a sender that never stops must not make it endless. */
export const TIES_AT_MOST = 1_000;

/** Runs that wait for the same, and how a delivery fits them. */
export interface Scored {
  readonly bucket: Bucket;
  readonly score: Comparison;
}

/** A run that a delivery may go to; the lowest rank is taken first. */
export interface Option {
  readonly run: Run;
  readonly score: Comparison;
  readonly rank: number;
}

/**
 * @param sure whether the delivery's reading can be trusted: one that cannot leaves the run open for others
 * @returns null when the delivery cannot go to this run
 */
export type Rank = (run: Run, delivery: Delivery, sure: boolean) => number | null;

/** Ranks for what fits exactly, from the run that waits for it to the one that has got its own already. */
export const RANK = {
  inTime: 0,
  inTimeUnclear: 1,
  late: 2,
  lateUnclear: 3,
  longAgo: 4,
  refused: 5,
  awaitsNothing: 6,
  taken: 7,
} as const;

export function rankExact(run: Run, delivery: Delivery, sure: boolean): number | null {
  if (isBefore(delivery, run) || delivery.at > run.horizon || run.ties.length >= TIES_AT_MOST) return null;
  const near = delivery.at <= run.near;
  const open = isFree(run) && (sure || !hasRightLooking(run));
  if (!arrived(delivery)) return near && run.call !== "refused" ? (open ? RANK.inTime : RANK.taken) : null;
  if (run.expectation.awaits === "nothing") return near ? RANK.awaitsNothing : null;
  if (run.call === "refused") return near ? RANK.refused : null;
  if (!open) return near ? RANK.taken : null;
  if (!near) return RANK.longAgo;
  const unclear = run.call === "unclear" || hasItsOwn(run);
  if (delivery.at <= run.deadline) return unclear ? RANK.inTimeUnclear : RANK.inTime;
  return unclear ? RANK.lateUnclear : RANK.late;
}

export function rankMismatch(run: Run, delivery: Delivery, sure: boolean): number | null {
  if (!arrived(delivery) || !waitsFor(run, delivery) || run.expectation.awaits === "nothing") return null;
  if (sure ? run.mismatch !== null : hasAmountToConfirm(run)) return null;
  return hasRightLooking(run) ? 1 : 0;
}

export function rankPossible(run: Run, delivery: Delivery): number | null {
  if (!delivery.onPath || delivery.completeness === "malformed") return null;
  if (!waitsFor(run, delivery) || run.possible >= POSSIBLE_AT_MOST) return null;
  return (run.expectation.awaits === "nothing" ? 2 : 0) + (run.possible === 0 && run.unconfirmed === null ? 0 : 1);
}

function waitsFor(run: Run, delivery: Delivery): boolean {
  return !isBefore(delivery, run) && delivery.at <= run.near && isFree(run) && run.call !== "refused";
}

/** How well the clock of a relay is known by ours. */
const CLOCK_DOUBT = 1_000_000;

/** A webhook comes after its call: as a row, and where a relay has held it, by the moment at which it came there. */
function isBefore({ id, at, path }: Delivery, run: Run): boolean {
  return run.id >= id || (isInboxTarget(path) && at < run.at - CLOCK_DOUBT);
}

export function isFree(run: Run): boolean {
  return run.taken === null && run.byHand === 0;
}

/**
 * It has got a webhook that only has to be confirmed, or one with something wrong in it: it needs another one less than a
 * run that has got none.
 */
export function hasItsOwn(run: Run): boolean {
  return run.mismatch !== null || hasRightLooking(run);
}

/**
 * It has got the webhook that tells of it: one that is right or only has to be confirmed, or one all of whose values
 * agree, but which says that it failed, or whose signature does not hold.
 */
export function isAnswered(run: Run): boolean {
  const part = run.mismatch === null ? null : partOf(run.mismatch, run.id);
  const differing = part?.fields.filter(({ state }) => state === "differs") ?? [];
  const isItsOwn = differing.length > 0 && differing.every(({ field }) => field === "outcome" || field === "signature");
  return isItsOwn || !isFree(run) || hasRightLooking(run);
}

/** What is wrong where only the sum is, or only one of the people. */
const WRONG_ALONE: readonly ReadonlySet<string>[] = [
  new Set(["amount", "currency", "signature"]),
  new Set(["from", "signature"]),
  new Set(["to", "signature"]),
];

/**
 * A run that has got nothing yet and waits for a webhook of the same people but for another sum, or of the same sum but
 * for one of two people. What has all the values of an earlier run that has got its own is rather this one's, with that
 * wrong in it.
 */
export function chooseWaiting(
  delivery: Delivery,
  scored: readonly Scored[],
  sure: boolean,
  answered: Run,
  except: ReadonlySet<EventId>,
): Option | null {
  const isNearlyRight = ({ score: { fit, fields } }: Scored) => {
    const wrong = fields.filter(({ state }) => state === "differs");
    const isKnown = fields.some(({ field, state }) => PEOPLE.has(field) && state === "agrees");
    return fit === "mismatch" && isKnown && WRONG_ALONE.some((of) => wrong.every(({ field }) => of.has(field)));
  };
  const rank: Rank = (run) => {
    const isWaiting = run.id > answered.id && delivery.at <= run.deadline && !hasItsOwn(run);
    return isWaiting ? rankMismatch(run, delivery, sure) : null;
  };
  return choose(delivery, scored.filter(isNearlyRight), rank, sure, except);
}

function hasRightLooking({ id, unconfirmed }: Run): boolean {
  const part = unconfirmed === null ? null : partOf(unconfirmed, id);
  return part !== null && looksRight(part);
}

/** What tells no amount leaves room for a webhook that does. */
function hasAmountToConfirm({ id, unconfirmed }: Run): boolean {
  const part = unconfirmed === null ? null : partOf(unconfirmed, id);
  return part !== null && !part.fields.some(({ field, state }) => field === "amount" && state === "absent");
}

/** The best option of all: the strongest evidence, then the best rank, then the earliest run. */
export function choose(
  delivery: Delivery,
  scored: readonly Scored[],
  rankOf: Rank,
  sure: boolean,
  except: ReadonlySet<EventId>,
): Option | null {
  let best: Option | null = null;
  for (const { bucket, score } of scored)
    for (const run of bucket.runs) {
      const rank = except.has(run.id) ? null : rankOf(run, delivery, sure);
      if (rank !== null && (best === null || isBetter({ run, score, rank }, best))) best = { run, score, rank };
    }
  return best;
}

function isBetter(one: Option, other: Option): boolean {
  if (one.score.strength !== other.score.strength) return one.score.strength > other.score.strength;
  if (one.rank !== other.rank) return one.rank < other.rank;
  // Long after its time, and for one more than was asked for, the newest is the likeliest.
  const newestFirst = one.rank === RANK.longAgo || one.rank === RANK.taken;
  return newestFirst ? one.run.id > other.run.id : one.run.id < other.run.id;
}
