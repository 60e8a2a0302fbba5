import type { DatabaseSync } from "node:sqlite";
import { ANY_SPAN, SPAN, type SpanCondition } from "../file/spans.ts";
import { BLOCK } from "../shared-counters.ts";
import type { Direction, IndexView } from "./index-reader.ts";
import { trigramQuery } from "./trigrams.ts";

/** Row numbers from `low` to `high`, both included. */
export interface IdRange {
  readonly low: number;
  readonly high: number;
}

// Rows looked at in one go: few enough to stay within some milliseconds, so that others get their turn.
const COLUMNS_AT_ONCE = 8 * SPAN;
const CONTENTS_AT_ONCE = 256;
const JOINED_BLOCKS = 16;

/** What narrows a search, as `CompiledFilter` has it. */
interface Narrowing {
  readonly span: SpanCondition;
  readonly contained: readonly string[];
  readonly terms: number;
  readonly check: unknown;
}

/** Finds where matches may be, without looking at events. */
export function openCandidates(database: DatabaseSync) {
  const select = `SELECT span FROM spans WHERE span BETWEEN ? AND ? AND last_at >= ? AND first_at <= ?
    AND kinds & ? <> 0 AND statuses & ? <> 0 AND (?7 = 0 OR signatures & ?7 <> 0)
    AND (?8 = 0 OR marks & ?8 <> 0) ORDER BY span`;
  const spans = { older: database.prepare(`${select} DESC`), newer: database.prepare(select) };

  // What was written about an event is not in the index, and few have anything: their blocks are looked at always.
  // Bound numbers are real ones to SQLite: without the cast the blocks would be fractions, and their rows found twice.
  const sql =
    "SELECT DISTINCT id / CAST(?1 AS INTEGER) AS block FROM events INDEXED BY events_noted WHERE (note IS NOT NULL OR tags IS NOT NULL) AND id BETWEEN ?2 AND ?3 ORDER BY block";
  const noted = { older: database.prepare(`${sql} DESC`), newer: database.prepare(sql) };
  const notedBlocks = ({ low, high }: IdRange, direction: Direction): readonly number[] =>
    noted[direction].all(BLOCK, low, high).map((row) => Number(row["block"]));

  /** Ranges within `bounds` that may hold matches, in the direction's order. */
  function* rangesOf(filter: Narrowing, bounds: IdRange, direction: Direction, index: IndexView | null) {
    const narrowed = filter.span !== ANY_SPAN;
    if (filter.contained.length === 0 || index === null) {
      const rows = filter.check === null ? COLUMNS_AT_ONCE : CONTENTS_AT_ONCE;
      const size = Math.ceil(rows / Math.max(1, filter.terms));
      for (const range of narrowed ? spansWithin(filter, bounds, direction) : [bounds])
        yield* pieces(range, size, direction);
      return;
    }
    const times = narrowed ? around([...spansWithin(filter, bounds, direction)]) : bounds;
    if (times === null) return;
    // What the index has not reached yet is newer than all that it has.
    const indexed = { low: times.low, high: Math.min(times.high, index.through) };
    const unindexed = { low: Math.max(times.low, index.through + 1), high: times.high };
    if (direction === "older") yield* pieces(unindexed, CONTENTS_AT_ONCE, direction);
    yield* blockRanges(filter, indexed, direction, index, notedBlocks(indexed, direction));
    if (direction === "newer") yield* pieces(unindexed, CONTENTS_AT_ONCE, direction);
  }

  function* spansWithin(filter: Narrowing, bounds: IdRange, direction: Direction): Generator<IdRange> {
    const [first, last] = [Math.floor(bounds.low / SPAN), Math.floor(bounds.high / SPAN)];
    const { since, until, kinds, statuses, signatures, marks } = filter.span;
    for (const row of spans[direction].all(first, last, since, until, kinds, statuses, signatures, marks)) {
      const start = Number(row["span"]) * SPAN;
      yield { low: Math.max(start, bounds.low), high: Math.min(start + SPAN - 1, bounds.high) };
    }
  }

  return rangesOf;
}

function* blockRanges(
  filter: Narrowing,
  bounds: IdRange,
  direction: Direction,
  index: IndexView,
  noted: readonly number[],
) {
  if (bounds.low > bounds.high) return;
  const query = trigramQuery(filter.contained);
  const [first, last] = [Math.floor(bounds.low / BLOCK), Math.floor(bounds.high / BLOCK)];
  let joined: { low: number; high: number } | null = null;
  for (const block of merged(index.blocks(query, first, last, direction), noted, direction)) {
    const low = Math.max(block * BLOCK, bounds.low);
    const high = Math.min(block * BLOCK + BLOCK - 1, bounds.high);
    // Neighbours are looked at together.
    const near = joined !== null && (direction === "older" ? high + 1 === joined.low : low - 1 === joined.high);
    if (joined !== null && near && joined.high - joined.low < JOINED_BLOCKS * BLOCK) {
      joined = { low: Math.min(low, joined.low), high: Math.max(high, joined.high) };
      continue;
    }
    if (joined !== null) yield joined;
    joined = { low, high };
  }
  if (joined !== null) yield joined;
}

/** Both in the direction's order, what is in both once. */
function* merged(blocks: Iterable<number>, others: readonly number[], direction: Direction): Generator<number> {
  const isBefore = (one: number, other: number): boolean => (direction === "older" ? one > other : one < other);
  let next = 0;
  for (const block of blocks) {
    for (let other = others[next]; other !== undefined && !isBefore(block, other); other = others[next]) {
      if (other !== block) yield other;
      next += 1;
    }
    yield block;
  }
  yield* others.slice(next);
}

function* pieces({ low, high }: IdRange, size: number, direction: Direction): Generator<IdRange> {
  if (direction === "older")
    for (let top = high; top >= low; top -= size) yield { low: Math.max(low, top - size + 1), high: top };
  else
    for (let bottom = low; bottom <= high; bottom += size)
      yield { low: bottom, high: Math.min(high, bottom + size - 1) };
}

/** The smallest range around several, or null when there is none. */
function around(ranges: readonly IdRange[]): IdRange | null {
  const [first] = ranges;
  if (first === undefined) return null;
  let { low, high } = first;
  for (const range of ranges) {
    low = Math.min(low, range.low);
    high = Math.max(high, range.high);
  }
  return { low, high };
}
