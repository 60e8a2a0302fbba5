import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { State } from "../file/state.ts";
import { BLOCK, type SharedCounters } from "../shared-counters.ts";
import { INDEX_FILE, identityOf, listSegments, segmentOf, tableOf } from "./index-file.ts";

export type Direction = "older" | "newer";

/** The search index as it is at one moment. */
export interface IndexView {
  /** Events up to this number are indexed. */
  readonly through: number;
  /** Blocks between the two (both included) that may match, in the direction's order. */
  blocks(query: string, low: number, high: number, direction: Direction): Generator<number>;
}

// So many blocks are asked for at once: a search may be content with the first few.
const BLOCKS_AT_ONCE = 500;

export type IndexReader = ReturnType<typeof openIndexReader>;

/** The index cannot be read: it is damaged, or whoever keeps it is replacing its file. The log itself is none the worse. */
export class IndexFault extends Error {}

/** Gives views of the index; null while there is none of this journal, and everything has to be searched directly. */
export function openIndexReader(folder: string, journal: State, counters: SharedCounters) {
  let database: DatabaseSync | null = null;
  let edition = 0;
  let identity: number | null = null;
  const statements = new Map<string, StatementSync>();

  function open(): DatabaseSync | null {
    const current = counters.indexEdition();
    if (current === edition) return database;
    close();
    const file = join(folder, INDEX_FILE);
    if (current === 0 || !existsSync(file)) return null;
    database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    edition = current;
    identity = identityOf(database);
    return database;
  }

  function close(): void {
    statements.clear();
    database?.close();
    database = null;
    edition = 0;
  }

  function prepare(connection: DatabaseSync, segment: number, direction: Direction): StatementSync {
    const table = tableOf(segment);
    const sql = `SELECT rowid FROM ${table} WHERE ${table} MATCH ? AND rowid BETWEEN ? AND ?
      ORDER BY rowid ${direction === "older" ? "DESC" : "ASC"} LIMIT ${BLOCKS_AT_ONCE}`;
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = connection.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  }

  function* blocksOf(connection: DatabaseSync, query: string, low: number, high: number, direction: Direction) {
    const inOrder = trying(() => listSegments(connection)).filter(
      (segment) => segment >= segmentOf(low * BLOCK) && segment <= segmentOf(high * BLOCK),
    );
    for (const segment of direction === "older" ? inOrder.toReversed() : inOrder) {
      const statement = trying(() => prepare(connection, segment, direction));
      let [from, to] = [low, high];
      for (;;) {
        const [first, end] = [from, to];
        const rows = trying(() => statement.all(query, first, end));
        for (const row of rows) yield Number(row["rowid"]);
        if (rows.length < BLOCKS_AT_ONCE) break;
        const last = Number(rows.at(-1)?.["rowid"]);
        if (direction === "older") to = last - 1;
        else from = last + 1;
      }
    }
  }

  /** @throws IndexFault; the file is then opened anew by the next view */
  function trying<Value>(ask: () => Value): Value {
    try {
      return ask();
    } catch (error) {
      close();
      throw new IndexFault("The search index cannot be read.", { cause: error });
    }
  }

  return {
    /** @throws IndexFault, as do the view's `blocks` */
    view(): IndexView | null {
      const connection = trying(open);
      // Read before the index is: what it says is indexed is found by then. And if another edition has begun in
      // between, it says so of that one.
      const through = counters.indexedThrough();
      if (connection === null || counters.indexEdition() !== edition) return null;
      if (journal.get("identity") !== identity) return null;
      // Calls under way when they were indexed: their blocks may always match.
      const waiting = trying(() =>
        connection.prepare(`SELECT DISTINCT id / ${BLOCK} AS block FROM waiting ORDER BY block`).all(),
      ).map((row) => Number(row["block"]));
      return {
        through,
        blocks: (query, low, high, direction) =>
          merged(
            blocksOf(connection, query, low, high, direction),
            (direction === "older" ? waiting.toReversed() : waiting).filter((block) => block >= low && block <= high),
            direction,
          ),
      };
    },
    /** The index turned out to be damaged: it is used no more, and whoever keeps it makes it anew. */
    distrust(): void {
      close();
      counters.setIndexEdition(0);
    },
    close,
  };
}

/** Two ordered series as one, without repetitions. */
function* merged(first: Iterable<number>, second: readonly number[], direction: Direction): Generator<number> {
  const before = (a: number, b: number): boolean => (direction === "older" ? a > b : a < b);
  let place = 0;
  for (const value of first) {
    for (let other = second[place]; other !== undefined && before(other, value); other = second[place]) {
      yield other;
      place += 1;
    }
    if (second[place] === value) place += 1;
    yield value;
  }
  yield* second.slice(place);
}
