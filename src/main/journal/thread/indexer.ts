import type { DatabaseSync } from "node:sqlite";
import type { MessagePort } from "node:worker_threads";
import { codeOf, KINDS } from "../codes.ts";
import type { ThreadStart } from "../messages.ts";
import { BLOCK, createSignals, type Signals } from "../signals.ts";
import { isDamage, openForReading } from "./database.ts";
import { HAYSTACK_COLUMNS, HAYSTACK_TABLES, haystackOf } from "./haystack.ts";
import { type IndexFile, openIndex, removeIndex, SEGMENT, segmentOf } from "./index-file.ts";
import type { Row } from "./rows.ts";
import { openState } from "./state.ts";
import { createTrigramSet } from "./trigrams.ts";

const CALL = codeOf(KINDS, "call");
// Events a second beyond which arrivals have both processor cores to themselves and the index waits.
const BURST_PER_SECOND = 4_000;
const BURST_WATCH_MS = 50;
// How long one commit of the index may gather: not to trail far while it keeps up, and to commit (and merge) less
// often while it catches up.
const STEP_MS = 40;
const LONG_STEP_MS = 400;
const LONG_STEP_FROM = 2_000;
const IDLE_MS = 1_000;
// Once it has caught up it lets a little gather: a commit of the index for each event would cost far more than it indexes.
const GATHER_MS = 150;
// After a fault (a full disk, say) it tries again, at leisure.
const FAULT_MS = 5_000;

class DamagedIndex extends Error {}

/**
 * The thread that keeps the search index up to date. It has nobody to answer to: it looks at what was committed,
 * indexes it in small steps, gives way to bursts, and sleeps. Whatever it has not reached yet is searched directly.
 */
export function runIndexer(port: MessagePort, start: ThreadStart): void {
  const signals = createSignals(start.memory);
  let edition = signals.indexEdition();
  while (!signals.stopping()) {
    try {
      edition += 1;
      indexUntilStopped(start.folder, signals, edition);
    } catch (error) {
      // Searching works without it meanwhile.
      signals.setIndexEdition(0);
      const damaged = error instanceof DamagedIndex || isDamage(error);
      if (damaged) removeIndex(start.folder);
      signals.rest(damaged ? IDLE_MS : FAULT_MS);
    }
  }
  port.close();
}

function indexUntilStopped(folder: string, signals: Signals, edition: number): void {
  const journal = openForReading(folder);
  try {
    const index = openIndex(folder, openState(journal).get("identity"), signals.lastId());
    try {
      signals.setIndexedThrough(index.through());
      signals.setIndexEdition(edition);
      const step = openStep(journal, index, signals);
      let dropped = signals.lastId();
      while (!signals.stopping()) {
        // Who searches has found it damaged.
        if (signals.indexEdition() !== edition) throw new DamagedIndex();
        if (yieldToBurst(signals)) continue;
        const lastId = signals.lastId();
        const progress = step(lastId);
        signals.setIndexedThrough(index.through());
        if (lastId - dropped > SEGMENT / 16) {
          dropOldSegments(journal, index);
          dropped = lastId;
        }
        if (progress === "nothing") signals.waitBeyond(lastId, IDLE_MS);
        else if (progress === "caught-up") signals.rest(GATHER_MS);
      }
    } finally {
      index.database.close();
    }
  } finally {
    journal.close();
  }
}

/** True while events come so fast that indexing would slow them down; has waited a moment then. */
function yieldToBurst(signals: Signals): boolean {
  const before = signals.lastId();
  if (before - signals.indexedThrough() < BURST_PER_SECOND / 10) return false;
  const begun = performance.now();
  signals.rest(BURST_WATCH_MS / 5);
  const perSecond = ((signals.lastId() - before) / (performance.now() - begun)) * 1_000;
  if (perSecond < BURST_PER_SECOND) return false;
  signals.rest(BURST_WATCH_MS);
  return true;
}

type Progress = "nothing" | "caught-up" | "more";

/** Indexes what is there, up to `lastId`, for a step's time, and commits it. */
function openStep(journal: DatabaseSync, index: IndexFile, signals: Signals): (lastId: number) => Progress {
  const rowsOfBlock = journal.prepare(
    `SELECT ${HAYSTACK_COLUMNS}, open FROM ${HAYSTACK_TABLES} WHERE events.id BETWEEN ? AND ? ORDER BY events.id`,
  );
  const isOpen = journal.prepare("SELECT open FROM events WHERE id = ?");
  const trigrams = createTrigramSet();

  function readBlock(block: number): readonly Row[] {
    try {
      return rowsOfBlock.all(block * BLOCK, block * BLOCK + BLOCK - 1);
    } catch (error) {
      // A damaged place in the journal is no fault of the index, and must not hold up what comes after it.
      if (isDamage(error)) return [];
      throw error;
    }
  }

  function addBlock(block: number): void {
    const rows = readBlock(block);
    for (const row of rows) {
      trigrams.add(haystackOf(row));
      // A delivery's text is complete from the start; a call's answer is still to come.
      if (row["open"] === 1 && row["kind"] === CALL) index.wait(Number(row["id"]));
    }
    if (rows.length > 0) index.add(block, trigrams.take());
  }

  return (lastId) => {
    const ended = index.waiting().filter((id) => isOpen.get(id)?.["open"] !== 1);
    const begun = index.through();
    if (ended.length === 0 && begun + BLOCK > lastId) return "nothing";
    const started = performance.now();
    const length = lastId - begun > LONG_STEP_FROM ? LONG_STEP_MS : STEP_MS;
    const goOn = (): boolean => {
      const spent = performance.now() - started;
      // A burst that begins in the middle of a long step ends it.
      const arrived = signals.lastId() - lastId;
      return spent < length && arrived <= (BURST_PER_SECOND * Math.max(spent, STEP_MS)) / 1_000;
    };
    let through = begun;
    index.database.exec("BEGIN IMMEDIATE");
    try {
      for (const id of ended) {
        index.endWait(id);
        addBlock(Math.floor(id / BLOCK));
      }
      while (through + BLOCK <= lastId && goOn()) {
        addBlock((through + 1) / BLOCK);
        through += BLOCK;
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

/** A segment goes when none of its events is left. */
function dropOldSegments(journal: DatabaseSync, index: IndexFile): void {
  const any = journal.prepare("SELECT 1 FROM events WHERE id BETWEEN ? AND ? LIMIT 1");
  const current = segmentOf(index.through());
  for (const segment of index.segments()) {
    if (segment >= current || any.get(segment * SEGMENT, segment * SEGMENT + SEGMENT - 1) !== undefined) continue;
    index.drop(segment);
    index.database.exec("PRAGMA incremental_vacuum");
  }
}
