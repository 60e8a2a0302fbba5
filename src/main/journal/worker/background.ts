import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { MessagePort } from "node:worker_threads";
import { FILE_NAME, isDamage, openForReading } from "../file/open-file.ts";
import { openState, type State } from "../file/state.ts";
import type { ThreadStart } from "../messages.ts";
import { openIndex, removeIndex, SEGMENT } from "../search/index-file.ts";
import { createBurstWatch, dropOldSegments, openIndexing } from "../search/indexing.ts";
import { createSharedCounters, type SharedCounters } from "../shared-counters.ts";

const IDLE_MS = 1_000;
const BURST_PAUSE_MS = 50;
// Once it has caught up it lets a little gather: a commit of the index for each event would cost far more than it
// indexes.
const GATHER_MS = 150;
const CHECKPOINT_MS = 1_000;
// After a fault (a full disk, say) it tries again after a longer pause.
const FAULT_MS = 5_000;

// A log of 100,000 webhooks is read and judged anew in a third of that.
const JUDGING_MS = 30_000;

class UselessIndex extends Error {}

/**
 * The thread for what nobody waits for: it keeps the search index up to date, in small steps and giving way to
 * bursts, and works the write-ahead log into the journal's file. It answers nobody; it looks at what was committed,
 * and sleeps. What the index has not reached yet is searched directly.
 */
export function runBackground(port: MessagePort, start: ThreadStart): void {
  const counters = createSharedCounters(start.memory);
  let edition = counters.indexEdition();
  while (!counters.stopping()) {
    try {
      edition += 1;
      workUntilStopped(start.folder, counters, edition);
    } catch (error) {
      // Searching works without it meanwhile.
      counters.setIndexEdition(0);
      const isUseless = error instanceof UselessIndex || isDamage(error);
      if (isUseless) removeIndexIfPossible(start.folder);
      checkpointOnce(start.folder);
      counters.rest(isUseless ? IDLE_MS : FAULT_MS);
    }
  }
  port.close();
}

/** What cannot be removed is no reason to end: it is tried again, and the log goes on without an index. */
function removeIndexIfPossible(folder: string): void {
  try {
    removeIndex(folder);
  } catch {
    // Somebody else's file in its place, or a folder that cannot be written to.
  }
}

/** Where no index can be made (an SQLite without FTS5), the write-ahead log would otherwise grow for ever. */
function checkpointOnce(folder: string): void {
  try {
    using log = closing(new DatabaseSync(join(folder, FILE_NAME)));
    log.database.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } catch {
    // A full or failing disk shows itself to the writer, which can tell the user.
  }
}

function workUntilStopped(folder: string, counters: SharedCounters, edition: number): void {
  using journal = closing(openForReading(folder));
  const state = openState(journal.database);
  const identity = state.get("identity");
  const index = openIndex(folder, identity, counters.lastId());
  using _ = closing(index.database);
  using checkpoints = createCheckpoints(folder);
  counters.setIndexedThrough(index.through());
  counters.setIndexEdition(edition);
  const indexSome = openIndexing(journal.database, index, counters);
  const inBurst = createBurstWatch(counters);
  const isJudged = createJudgingWatch(state);
  let dropped = counters.lastId();
  while (!counters.stopping()) {
    // Who searches has found it damaged, or what it knows of rows does not hold any longer.
    if (counters.indexEdition() !== edition || state.get("identity") !== identity) throw new UselessIndex();
    checkpoints.now();
    if (inBurst() || isJudged()) {
      counters.rest(BURST_PAUSE_MS);
      continue;
    }
    const committed = counters.lastId();
    const unread = counters.unreadFrom();
    // What a webhook says is in the index, too.
    const lastId = unread === 0 ? committed : Math.min(committed, unread - 1);
    const progress = indexSome(lastId);
    counters.setIndexedThrough(index.through());
    if (lastId - dropped > SEGMENT / 16) {
      dropOldSegments(journal.database, index);
      dropped = lastId;
    }
    // Nobody wakes this thread when webhooks are read: it looks again soon.
    if (progress === "nothing" && lastId === committed) counters.waitBeyond(committed, IDLE_MS);
    else if (progress !== "more") counters.rest(GATHER_MS);
  }
}

/**
 * Works the write-ahead log into the journal's file once a second. Left to SQLite, the writer would do so in the
 * middle of a commit and have arrivals wait for the disk. It also flushes the log, so that a loss of power takes no
 * more than the last moments.
 */
function createCheckpoints(folder: string) {
  const { database, [Symbol.dispose]: close } = closing(new DatabaseSync(join(folder, FILE_NAME)));
  let last = performance.now();
  return {
    now(): void {
      if (performance.now() - last < CHECKPOINT_MS) return;
      try {
        // PASSIVE waits for no other connection, and holds none up.
        database.exec("PRAGMA wal_checkpoint(PASSIVE)");
      } catch {
        // A full or failing disk shows itself to the writer, which can tell the user.
      }
      last = performance.now();
    },
    [Symbol.dispose]: close,
  };
}

/**
 * Tells whether somebody waits for the log to be read and judged anew, which takes both processor cores; only for so
 * long, since a search without an index takes longer, too.
 */
function createJudgingWatch(state: State): () => boolean {
  let begun: { readonly edition: number; readonly at: number } | null = null;
  return () => {
    const edition = state.get("readings_edition");
    if (edition === state.get("judged_edition")) return false;
    if (begun?.edition !== edition) begun = { edition, at: performance.now() };
    return performance.now() - begun.at < JUDGING_MS;
  };
}

function closing(database: DatabaseSync) {
  return { database, [Symbol.dispose]: () => database.close() };
}
