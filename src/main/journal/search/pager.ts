import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { EventSummary } from "../../../shared/events.ts";
import { parseFilter } from "../../../shared/filter/index.ts";
import type { Instant } from "../../../shared/primitives.ts";
import { Refusal } from "../../refusal.ts";
import type { Page, PageQuery } from "../api.ts";
import { SUMMARY_COLUMNS, summaryOrDamage } from "../columns/rows.ts";
import { isDamage } from "../file/open-file.ts";
import { openRunJoin } from "../file/run-join.ts";
import { ANY_SPAN, SPAN } from "../file/spans.ts";
import { openState } from "../file/state.ts";
import { type IdRange, openCandidates } from "./candidates.ts";
import { type CompiledFilter, compileFilter } from "./compile-filter.ts";
import { defineFunctions } from "./conditions.ts";
import { type Direction, IndexFault, type IndexReader, type IndexView } from "./index-reader.ts";

/** How long a search may go on. */
interface Patience {
  readonly cancelled: () => boolean;
  /** When a search among older rows stops and says how far it came, by the monotonic clock. */
  readonly until: number;
}

interface Gathered {
  /** Nearest first. */
  readonly found: readonly EventSummary[];
  /** The time was over: rows from this number on were searched. null: all were, or there are enough. */
  readonly stoppedAt: number | null;
}

interface Search {
  readonly filter: CompiledFilter;
  readonly direction: Direction;
  readonly limit: number;
  /** Nearest first. */
  readonly found: EventSummary[];
}

// After so long other questions get their turn, a cancellation of this one among them.
const TURN_MS = 8;
const CONTENT_COLUMNS = "rest, request_body, answer_body";
const CONTENT_TABLES = "events LEFT JOIN contents ON contents.id = events.id";
const NO_FILTER: CompiledFilter = {
  condition: "TRUE",
  parameters: [],
  terms: 0,
  check: null,
  contained: [],
  span: ANY_SPAN,
};

export function openPager(database: DatabaseSync, index: Pick<IndexReader, "view" | "distrust">) {
  defineFunctions(database);
  const state = openState(database);
  const rangesOf = openCandidates(database);
  const joined = openRunJoin(database);
  const lastId = database.prepare("SELECT max(id) AS id FROM events");
  const firstId = database.prepare("SELECT min(id) AS id FROM events WHERE id > ?");
  const spanAt = database.prepare("SELECT span FROM spans WHERE last_at >= ? AND span >= ? ORDER BY span LIMIT 1");
  const rowAt = database.prepare("SELECT id FROM events WHERE id BETWEEN ? AND ? AND at >= ? ORDER BY id LIMIT 1");
  const rowFrom = database.prepare("SELECT at FROM events WHERE id >= ? ORDER BY id LIMIT 1");
  const statements = new Map<string, StatementSync>();

  function prepare(filter: CompiledFilter, direction: Direction, pinnedOnly: boolean): StatementSync {
    const contents = filter.check !== null;
    const tables = contents ? CONTENT_TABLES : "events";
    const sql = `SELECT ${SUMMARY_COLUMNS}${contents ? `, ${CONTENT_COLUMNS}` : ""}
      FROM ${pinnedOnly ? tables.replace("events", "events INDEXED BY events_pinned") : tables}
      WHERE events.id BETWEEN ? AND ? AND ${pinnedOnly ? "pinned = 1" : "events.id NOT IN (SELECT id FROM hidden)"} AND ${filter.condition}
      ORDER BY events.id ${direction === "older" ? "DESC" : "ASC"} LIMIT ?`;
    let statement = statements.get(sql);
    if (statement === undefined) {
      // Each shape of a filter has its own statement; a few are used again and again.
      if (statements.size >= 64) statements.clear();
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  }

  /**
   * Adds the matches within one range to `found`, up to `limit`.
   *
   * @returns what is left of the range when its time is over: a row may have 64 MiB to be searched
   */
  function search(
    { low, high }: IdRange,
    { filter, direction, limit, found }: Search,
    pinnedOnly: boolean,
    until: number,
  ): IdRange | null {
    const statement = prepare(filter, direction, pinnedOnly);
    const { check } = filter;
    // With contents to check, how many rows it takes is not known before.
    for (const row of statement.iterate(low, high, ...filter.parameters, check === null ? limit - found.length : -1)) {
      if (check === null || check(row)) found.push(joined.summary(summaryOrDamage(row)));
      if (found.length === limit) return null;
      if (check === null || performance.now() < until) continue;
      const id = Number(row["id"]);
      return direction === "older" ? { low, high: id - 1 } : { low: id + 1, high };
    }
    return null;
  }

  /** Up to `limit` matches beyond a row number, nearest first. Where the index has a fault, it is done without. */
  async function gather(
    filter: CompiledFilter,
    direction: Direction,
    from: number,
    limit: number,
    patience: Patience,
  ): Promise<Gathered> {
    try {
      const view = filter.contained.length === 0 ? null : index.view();
      return await gatherWith(view, filter, direction, from, limit, patience);
    } catch (error) {
      if (!(error instanceof IndexFault)) throw error;
      if (isDamage(error.cause)) index.distrust();
      return gatherWith(null, filter, direction, from, limit, patience);
    }
  }

  async function gatherWith(
    view: IndexView | null,
    filter: CompiledFilter,
    direction: Direction,
    from: number,
    limit: number,
    { cancelled, until }: Patience,
  ): Promise<Gathered> {
    const cleared = state.get("cleared_through");
    const last = Number(lastId.get()?.["id"] ?? 0);
    const bounds =
      direction === "older" ? { low: 1, high: Math.min(from - 1, last) } : { low: Math.max(1, from + 1), high: last };
    // Of what was cleared, the pinned events are still shown; all of them are older than the rest.
    const cut = Math.max(cleared, Number(firstId.get(cleared)?.["id"] ?? last + 1) - 1);
    const fresh = { low: Math.max(bounds.low, cut + 1), high: bounds.high };
    const pinned = { low: bounds.low, high: Math.min(bounds.high, cleared) };
    const found: EventSummary[] = [];
    const wanted: Search = { filter, direction, limit, found };
    let turnEnds = performance.now() + TURN_MS;
    let stoppedAt: number | null = null;
    let pieces = 0;

    async function searchAll(ranges: Iterable<IdRange>, pinnedOnly: boolean): Promise<void> {
      for (const range of ranges) {
        for (let rest: IdRange | null = range; rest !== null && rest.low <= rest.high; ) {
          // At least one piece each time, or asking again would never come to an end.
          if (direction === "older" && pieces > 0 && performance.now() > until) {
            stoppedAt = rest.high + 1;
            return;
          }
          pieces += 1;
          rest = search(rest, wanted, pinnedOnly, turnEnds);
          if (found.length >= limit) return;
          if (performance.now() < turnEnds) continue;
          await nextTurn();
          if (cancelled()) throw new Refusal("cancelled", "The search was cancelled.");
          turnEnds = performance.now() + TURN_MS;
        }
      }
    }

    const freshRanges = filter === NO_FILTER ? [fresh] : rangesOf(filter, fresh, direction, view);
    if (direction === "newer") await searchAll([pinned], true);
    if (found.length < limit) await searchAll(freshRanges, false);
    if (direction === "older" && found.length < limit && stoppedAt === null) await searchAll([pinned], true);
    return { found, stoppedAt };
  }

  /** The first row at or after a moment, in the order of rows; null when there is none. */
  function locate(at: Instant): number | null {
    for (let from = 0; ; ) {
      const row = spanAt.get(at, from);
      if (row === undefined) return null;
      const span = Number(row["span"]);
      // The row that gave the span its time may have been pruned since.
      const found = rowAt.get(span * SPAN, span * SPAN + SPAN - 1, at);
      if (found !== undefined) return Number(found["id"]);
      from = span + 1;
    }
  }

  function momentFrom(id: number): Instant {
    return Number(rowFrom.get(id)?.["at"] ?? 0);
  }

  return {
    /** @throws Refusal when the filter is not understood, or `cancelled` becomes true */
    async page(
      { before, after, at, limit, filter: text, within }: PageQuery,
      now: Instant,
      cancelled: () => boolean,
    ): Promise<Page> {
      const filter = compile(text, now);
      const patience = {
        cancelled,
        until: within === undefined ? Number.POSITIVE_INFINITY : performance.now() + within,
      };
      const beyond = async (direction: Direction, from: number): Promise<boolean> => {
        const { found, stoppedAt } = await gather(filter, direction, from, 1, patience);
        return found.length > 0 || stoppedAt !== null;
      };
      if (after !== undefined) {
        const { found } = await gather(filter, "newer", after, limit + 1, patience);
        return {
          events: found.slice(0, limit),
          moreBefore: await beyond("older", after + 1),
          moreAfter: found.length > limit,
        };
      }
      const key = before ?? (at === undefined ? null : locate(at));
      if (key === null || before !== undefined) {
        const { found, stoppedAt } = await gather(filter, "older", key ?? Number.MAX_SAFE_INTEGER, limit + 1, patience);
        return {
          events: found.slice(0, limit).toReversed(),
          moreBefore: found.length > limit || stoppedAt !== null,
          // Who goes on with a search that was stopped has come from there.
          moreAfter: key !== null && (within !== undefined || (await beyond("newer", key - 1))),
          ...(stoppedAt === null || found.length > limit
            ? {}
            : { searchedTo: { id: stoppedAt, at: momentFrom(stoppedAt) } }),
        };
      }
      // Around a moment: what follows it first, so that the row asked for is on the page, and filled up from before.
      const wanted = limit - Math.floor(limit / 2);
      const { found: newer } = await gather(filter, "newer", key - 1, limit + 1, patience);
      const kept = newer.slice(0, Math.min(newer.length, wanted));
      const { found: older, stoppedAt } = await gather(filter, "older", key, limit - kept.length + 1, patience);
      return {
        events: [...older.slice(0, limit - kept.length).toReversed(), ...kept],
        moreBefore: older.length > limit - kept.length || stoppedAt !== null,
        moreAfter: newer.length > kept.length,
      };
    },
  };
}

function compile(text: string, now: Instant): CompiledFilter {
  const parsed = parseFilter(text);
  if (!parsed.ok) {
    const [{ start, message }] = parsed.errors;
    throw new Refusal("filter-invalid", `${message} (at character ${start + 1} of the filter)`);
  }
  return parsed.filter.terms.length === 0 ? NO_FILTER : compileFilter(parsed.filter, now);
}
