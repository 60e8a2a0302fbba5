import type { DatabaseSync } from "node:sqlite";
import { receiverOf } from "../../../shared/downtime-notices.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { LogPage, LogRow, RecalledDelivery, RecalledRow, RecallPage, RecallQuery } from "../../runs/index.ts";
import { KIND } from "../columns/codec.ts";
import type { Row } from "../columns/column.ts";
import { BARE_SUMMARY_COLUMNS, readExpectation, SHOWN, summaryOrDamage } from "../columns/rows.ts";
import { IS_BATCH, readRun, readTie } from "../columns/run-columns.ts";
import { NOTHING_READ } from "../columns/stored-reading.ts";
import { createReadingDecoder, READING_COLUMNS, READING_TABLES } from "./reading-store.ts";
import { openState } from "./state.ts";

/** Rows of a page: they cross to another thread as one message. */
export const ROWS_AT_ONCE = 500;
/** Of how many inboxes there is a last word is not known before; it is among so many of the latest notices. */
const NOTICES_LOOKED_AT = 10_000;

const COLUMNS = `${BARE_SUMMARY_COLUMNS}, ${READING_COLUMNS}, expectation, call, summary, downtime, role, decision`;
const TABLES = `events LEFT JOIN runs ON runs.id = events.id LEFT JOIN ties ON ties.delivery_id = events.id
  ${READING_TABLES}`;

/** What runs ask of the log: what it takes to go on after a restart, older runs, and all of it to judge anew. */
export function openRunReader(database: DatabaseSync) {
  const state = openState(database);
  const decodeReading = createReadingDecoder();
  const newestRuns = database.prepare(`
    SELECT runs.id, at FROM runs JOIN events ON events.id = runs.id WHERE ${SHOWN} ORDER BY runs.id DESC LIMIT ?`);
  const runBefore = database.prepare(`
    SELECT 1 FROM runs JOIN events ON events.id = runs.id WHERE runs.id < ? AND ${SHOWN} LIMIT 1`);
  const noticesBefore = database.prepare(`
    SELECT ${BARE_SUMMARY_COLUMNS} FROM events WHERE kind = ${KIND.notice} AND events.id < ? AND ${SHOWN}
    ORDER BY events.id DESC LIMIT ${NOTICES_LOOKED_AT}`);
  // Each part by an index of its own: between two runs there may be a million deliveries that belong to no run.
  const needed = database.prepare(`
    SELECT id FROM runs WHERE id >= ?1
    UNION SELECT delivery_id FROM ties WHERE delivery_id >= ?1
    UNION SELECT id FROM events WHERE kind = ${KIND.notice} AND id >= ?1
    UNION SELECT id FROM events WHERE kind = ${KIND.delivery} AND id > ?2
    ORDER BY 1 LIMIT ${ROWS_AT_ONCE + 1}`);
  const row = database.prepare(`SELECT ${COLUMNS} FROM ${TABLES} WHERE events.id = ? AND ${SHOWN}`);
  const rows = database.prepare(`
    SELECT ${COLUMNS} FROM ${TABLES} WHERE events.id >= ? AND events.id < ? AND (kind <> ${KIND.call} OR runs.id IS NOT NULL) AND ${SHOWN}
    ORDER BY events.id LIMIT ${ROWS_AT_ONCE + 1}`);
  // Of several transactions in one webhook the tie names the run of one; those of the others stand in the decision.
  const tied = database.prepare(`
    SELECT delivery_id AS id FROM ties WHERE run_id = ?1
    UNION SELECT delivery_id FROM ties, json_each(decision, '$.also') AS part
    WHERE ${IS_BATCH} AND delivery_id > ?1 AND part.value ->> '$.runId' = ?1
    ORDER BY 1`);
  const runOf = database.prepare(`
    SELECT run_id AS id FROM ties WHERE delivery_id = ?1 AND run_id IS NOT NULL
    UNION SELECT part.value ->> '$.runId' FROM ties, json_each(decision, '$.also') AS part
    WHERE ${IS_BATCH} AND delivery_id = ?1`);
  const isRun = database.prepare("SELECT 1 FROM runs WHERE id = ?");
  const numbers = (found: readonly Row[]): readonly EventId[] => found.map((each) => Number(each["id"]));

  function logRow(columns: Row): LogRow {
    const summary = summaryOrDamage(columns);
    switch (summary.kind) {
      case "call":
        return { kind: "call", summary, expectation: readExpectation(columns) };
      case "delivery":
        return { kind: "delivery", summary, reading: decodeReading(columns) ?? NOTHING_READ };
      case "notice":
        return { kind: "notice", summary };
    }
  }

  function recalledRow(columns: Row): RecalledRow {
    const found = logRow(columns);
    const { id } = found.summary;
    switch (found.kind) {
      case "call":
        return { ...found, saved: readRun(id, columns) };
      case "delivery":
        return { ...found, saved: readTie(id, columns) };
      case "notice":
        return found;
    }
  }

  /** What was cleared or removed in the meantime is left out. */
  function rowsOf(ids: readonly EventId[]): readonly RecalledRow[] {
    return ids.flatMap((id) => {
      const found = row.get(id);
      return found === undefined ? [] : [recalledRow(found)];
    });
  }

  /** Where the newest runs begin; null when there are none. */
  function firstNeeded({ runs, horizon }: RecallQuery): EventId | null {
    const newest = newestRuns.all(runs).map((each) => ({ id: Number(each["id"]), at: Number(each["at"]) }));
    const latest = newest.reduce((most, { at }) => Math.max(most, at), 0);
    return newest.findLast(({ at }) => at >= latest - horizon)?.id ?? null;
  }

  /** The last word about the listener, about the public address and about each inbox of a relay; the oldest first. */
  function lastStateNotices(before: EventId): readonly RecalledRow[] {
    const last = new Map<string, RecalledRow>();
    for (const each of noticesBefore.iterate(before)) {
      const row = logRow(each);
      if (row.kind !== "notice") continue;
      const receiver = receiverOf(row.summary.notice);
      if (receiver !== null && !last.has(receiver)) last.set(receiver, row);
    }
    return [...last.values()].reverse();
  }

  return {
    recall(query: RecallQuery): RecallPage {
      const through = state.get("runs_through");
      const stale = state.get("readings_edition") !== state.get("judged_edition");
      const first = query.from ?? firstNeeded(query);
      if (first === null) return { rows: [], through, next: null, stale, isAll: true };
      const ids = needed.all(first, Math.max(through, first - 1)).map((each) => Number(each["id"]));
      const rows = rowsOf(ids.slice(0, ROWS_AT_ONCE));
      return {
        rows: query.from === null ? [...lastStateNotices(first), ...rows] : rows,
        through,
        next: ids[ROWS_AT_ONCE] ?? null,
        stale,
        isAll: runBefore.get(first) === undefined,
      };
    },
    recallRun(id: EventId): readonly RecalledRow[] {
      const rows = rowsOf([id, ...numbers(tied.all(id))]);
      return rows[0]?.summary.id === id && rows[0].kind === "call" && rows[0].expectation !== null ? rows : [];
    },
    /** The calls and webhooks of the simulations that these events belong to, themselves among them. */
    members(ids: readonly EventId[]): readonly EventId[] {
      const runs = new Set(
        ids.flatMap((id) => [...(isRun.get(id) === undefined ? [] : [id]), ...numbers(runOf.all(id))]),
      );
      return [...runs].flatMap((id) => [id, ...numbers(tied.all(id))]);
    },
    recallDelivery(id: EventId): RecalledDelivery | null {
      const [found] = rowsOf([id]);
      return found?.kind === "delivery" ? found : null;
    },
    /** As JSON: a hundred thousand rows cross to another thread cheaper than as objects. `before`: only rows below it. */
    readAll(from: EventId | null, before: EventId | null): string {
      const found = rows.all(from ?? 0, before ?? Number.MAX_SAFE_INTEGER);
      const next = found[ROWS_AT_ONCE]?.["id"];
      const page = {
        rows: found.slice(0, ROWS_AT_ONCE).map(recalledRow),
        next: next === undefined ? before : Number(next),
      };
      return JSON.stringify(page satisfies LogPage);
    },
  };
}
