import type { DatabaseSync } from "node:sqlite";
import { KIND } from "../columns/codec.ts";
import type { Row } from "../columns/column.ts";
import { isDamage } from "../file/open-file.ts";
import { BLOCK, type SharedCounters } from "../shared-counters.ts";
import { HAYSTACK_COLUMNS, HAYSTACK_TABLES, haystackOf } from "./haystack.ts";
import { type IndexFile, SEGMENT, segmentOf } from "./index-file.ts";
import { createTrigramSet } from "./trigrams.ts";

// Events a second beyond which arrivals have both processor cores to themselves and the index waits.
const BURST_PER_SECOND = 4_000;
const BURST_WINDOW_MS = 250;
// How long one commit of the index may gather: not to trail far while it keeps up, and to commit (and merge) less
// often while it catches up.
const STEP_MS = 40;
const LONG_STEP_MS = 400;
const LONG_STEP_FROM = 2_000;

export type Progress = "nothing" | "caught-up" | "more";

/** Indexes what is there, up to `lastId`, for a step's time, and commits it. */
export function openIndexing(
  journal: DatabaseSync,
  index: IndexFile,
  counters: SharedCounters,
): (lastId: number) => Progress {
  const rowsOfBlock = journal.prepare(
    `SELECT ${HAYSTACK_COLUMNS}, open FROM ${HAYSTACK_TABLES} WHERE events.id BETWEEN ? AND ? ORDER BY events.id`,
  );
  const isOpen = journal.prepare("SELECT open FROM events WHERE id = ?");
  const nextId = journal.prepare("SELECT min(id) AS id FROM events WHERE id > ?");
  const trigrams = createTrigramSet();

  /** One after the other: each may have bodies of mebibytes. */
  function* rowsIn(block: number): Generator<Row, void, undefined> {
    try {
      yield* rowsOfBlock.iterate(block * BLOCK, block * BLOCK + BLOCK - 1);
    } catch (error) {
      // A damaged place in the journal is no fault of the index, and must not hold up what comes after it.
      if (!isDamage(error)) throw error;
    }
  }

  /** @returns whether there is anything in it */
  function addBlock(block: number): boolean {
    let isFilled = false;
    for (const row of rowsIn(block)) {
      isFilled = true;
      for (const text of haystackOf(row)) trigrams.add(text);
      // A delivery's text is complete from the start; a call's answer is still to come.
      if (row["open"] === 1 && row["kind"] === KIND.call) index.wait(Number(row["id"]));
    }
    if (isFilled) index.add(block, trigrams.take());
    return isFilled;
  }

  /** The last number before the block of the next event: those that are gone are not looked at block by block. */
  function beforeNext(through: number, lastId: number): number {
    let next: unknown = null;
    try {
      next = nextId.get(through)?.["id"];
    } catch (error) {
      if (!isDamage(error)) throw error;
      next = through + 1;
    }
    return Math.floor(Math.min(typeof next === "number" ? next : lastId + 1, lastId + 1) / BLOCK) * BLOCK - 1;
  }

  return (lastId) => {
    const ended = index.waiting().filter((id) => isOpen.get(id)?.["open"] !== 1);
    const begun = index.through();
    if (ended.length === 0 && begun + BLOCK > lastId) return "nothing";
    const started = performance.now();
    const committed = counters.lastId();
    const length = lastId - begun > LONG_STEP_FROM ? LONG_STEP_MS : STEP_MS;
    const goOn = (): boolean => {
      const spent = performance.now() - started;
      // A burst that begins in the middle of a long step ends it.
      const arrived = counters.lastId() - committed;
      return spent < length && arrived <= (BURST_PER_SECOND * Math.max(spent, STEP_MS)) / 1_000;
    };
    let through = begun;
    index.database.exec("BEGIN IMMEDIATE");
    try {
      for (const id of ended) {
        index.endWait(id);
        addBlock(Math.floor(id / BLOCK));
      }
      // One block at least, so that a machine on which a step's time is over at once gets on, too.
      while (through + BLOCK <= lastId) {
        const isFilled = addBlock((through + 1) / BLOCK);
        through += BLOCK;
        if (!isFilled) through = Math.max(through, beforeNext(through, lastId));
        if (!goOn()) break;
      }
      index.setThrough(through);
      index.database.exec("COMMIT");
    } catch (error) {
      if (index.database.isTransaction) index.database.exec("ROLLBACK");
      throw error;
    }
    return through + BLOCK > lastId ? "caught-up" : "more";
  };
}

/** Tells whether events come so fast that indexing would slow them down: by the rate of the last quarter of a second. */
export function createBurstWatch(counters: SharedCounters): () => boolean {
  let seen = { id: counters.lastId(), at: performance.now() };
  let perSecond = 0;
  return () => {
    const now = performance.now();
    const elapsed = now - seen.at;
    if (elapsed >= BURST_WINDOW_MS) {
      const id = counters.lastId();
      perSecond = ((id - seen.id) / elapsed) * 1_000;
      seen = { id, at: now };
    }
    return perSecond > BURST_PER_SECOND;
  };
}

/** A segment goes when none of its events is left. */
export function dropOldSegments(journal: DatabaseSync, index: IndexFile): void {
  const any = journal.prepare("SELECT 1 FROM events WHERE id BETWEEN ? AND ? LIMIT 1");
  const current = segmentOf(index.through());
  for (const segment of index.segments()) {
    if (segment >= current || any.get(segment * SEGMENT, segment * SEGMENT + SEGMENT - 1) !== undefined) continue;
    index.drop(segment);
    index.database.exec("PRAGMA incremental_vacuum");
  }
}
