import { roundDurationText } from "../../../../shared/measures.ts";
import type { Microseconds } from "../../../../shared/primitives.ts";

/**
 * The time axis of a run's picture. One simulation has an answer after 48 ms and a limit of 30 s: on one even axis the
 * answer would be a hair, on a logarithmic one lengths could not be compared and there would be no zero. So the axis
 * is even wherever something happens, the same length for the same time, and a time in which nothing happens is cut
 * short, marked as such and labelled with its length, when it would push all else into a few pixels.
 */
export interface Scale {
  readonly stretches: readonly Stretch[];
  readonly ticks: readonly Tick[];
  /** Where a moment stands, from 0 (left) to 1 (right). Within a cut it moves evenly from end to end of the cut. */
  readonly place: (moment: Microseconds) => number;
}

export interface Stretch {
  readonly from: Microseconds;
  readonly until: Microseconds;
  /** Places, from 0 to 1. */
  readonly left: number;
  readonly width: number;
  /** Nothing happens in it, and it is drawn shorter than it is. */
  readonly cut: boolean;
}

export interface Tick {
  readonly at: Microseconds;
  readonly place: number;
  readonly text: string;
}

/** A span of time, counted from the start of the call; a `solid` one is drawn as one bar and never cut. */
export interface Interval {
  readonly from: Microseconds;
  readonly until: Microseconds;
}

/** A quiet time is cut when it would take more than this of the picture. */
const TOO_QUIET = 0.92;
const MOST_CUTS = 4;
/** Of the width that all cuts together take, by their number. */
const CUT_SHARES = [0, 0.34, 0.48, 0.6, 0.64] as const;
/** Between two labels, as a part of the width: in the smallest window “0.15 s” takes nearly all of it. */
const LABEL_ROOM = 0.21;

/**
 * @param moments that are to be seen, in any order; the start, 0, is always one of them
 * @param solid spans with a bar in them
 */
export function createScale(moments: readonly Microseconds[], solid: readonly Interval[]): Scale {
  const ends = [...new Set([0, ...moments, ...solid.flatMap(({ from, until }) => [from, until])])]
    .filter((moment) => moment >= 0)
    .sort((one, other) => one - other);
  const parts = ends.slice(1).map((until, index) => ({ from: ends[index] ?? 0, until, cut: false }));
  const cuts = quietest(parts, solid);
  const stretches = laidOut(merged(parts.map((part) => ({ ...part, cut: cuts.has(part.from) }))));
  const place = (moment: Microseconds) => placeIn(stretches, moment);
  return { stretches, ticks: ticksOf(stretches, place), place };
}

/** The starts of the times that are cut: always the longest that is left, until what is left is worth its room. */
function quietest(parts: readonly Interval[], solid: readonly Interval[]): ReadonlySet<Microseconds> {
  const quiet = parts
    .filter(({ from, until }) => !solid.some((bar) => bar.from < until && bar.until > from))
    .sort((one, other) => other.until - other.from - (one.until - one.from));
  let left = parts.at(-1)?.until ?? 0;
  const cuts = new Set<Microseconds>();
  for (const { from, until } of quiet.slice(0, MOST_CUTS)) {
    if (until - from <= left * TOO_QUIET || until - from === left) break;
    cuts.add(from);
    left -= until - from;
  }
  return cuts;
}

function merged(parts: readonly (Interval & { cut: boolean })[]): (Interval & { cut: boolean })[] {
  const stretches: (Interval & { cut: boolean })[] = [];
  for (const part of parts) {
    const last = stretches.at(-1);
    // Between two cuts lies a moment: within one it would be nowhere.
    if (last !== undefined && !last.cut && !part.cut) stretches[stretches.length - 1] = { ...last, until: part.until };
    else stretches.push(part);
  }
  return stretches.length === 0 ? [{ from: 0, until: 1, cut: false }] : stretches;
}

function laidOut(parts: readonly (Interval & { cut: boolean })[]): readonly Stretch[] {
  const cuts = parts.filter(({ cut }) => cut).length;
  const even = parts.reduce((sum, { from, until, cut }) => (cut ? sum : sum + until - from), 0);
  const share = CUT_SHARES[cuts] ?? 0;
  let left = 0;
  return parts.map((part) => {
    const width = part.cut ? share / cuts : ((part.until - part.from) / even) * (1 - share);
    const stretch = { ...part, left, width };
    left += width;
    return stretch;
  });
}

function placeIn(stretches: readonly Stretch[], moment: Microseconds): number {
  const stretch = stretches.find(({ until }) => moment <= until);
  if (stretch === undefined) return 1;
  const { from, until, left, width } = stretch;
  return until === from ? left : left + (Math.max(0, moment - from) / (until - from)) * width;
}

const MILLISECOND = 1_000;
const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Steps that people count in. */
const STEPS: readonly Microseconds[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((count) => count * MILLISECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 6, 12, 24].map((count) => count * HOUR),
];

function ticksOf(stretches: readonly Stretch[], place: (moment: Microseconds) => number): readonly Tick[] {
  const ticks: Tick[] = [];
  const add = (at: Microseconds, text: string) => {
    const there = place(at);
    // Two moments behind cuts may lie so near each other that they read the same.
    if (ticks.every((tick) => tick.text !== text && Math.abs(tick.place - there) >= LABEL_ROOM))
      ticks.push({ at, place: there, text });
  };
  add(0, "0");
  for (const { from, until, width, cut } of stretches) {
    if (cut || width < LABEL_ROOM) continue;
    const least = ((until - from) / width) * LABEL_ROOM;
    const step = STEPS.find((each) => each >= least) ?? 24 * HOUR * Math.ceil(least / (24 * HOUR));
    for (let at = Math.ceil(from / step) * step; at <= until; at += step) {
      const text = roundDurationText(at);
      // Near one another several would say the same: only what the words say exactly has a tick.
      if (at === 0 || roundDurationText(at - 1) !== text) add(at, text);
    }
  }
  // What comes after a cut has a time too, though it need not be a round one.
  for (const { until, cut } of stretches) if (cut) add(until, roundDurationText(until));
  return ticks;
}
