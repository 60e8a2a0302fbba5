import { type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { type EventId, type Instant, MEBIBYTE } from "../../../shared/primitives.ts";
import type { RunDetail, Tie } from "../../../shared/run.ts";
import { type OpenedJournal, openJournal, type WholeEvent } from "../../journal/index.ts";
import { Refusal } from "../../refusal.ts";
import type { SavedRun, SavedTie } from "../../runs/index.ts";
import type { Evidence } from "../evidence.ts";

/** What a log has in it that was filled from a file. */
export interface FilledLog {
  readonly events: number;
  readonly from: Instant | null;
  readonly until: Instant | null;
  /** Where each simulation stands in the file of runs. */
  readonly runs: readonly RunPlace[];
}

export interface RunPlace {
  readonly id: EventId;
  readonly at: number;
  readonly size: number;
}

interface Filling {
  readonly folder: string;
  readonly journalThread: string | URL;
  readonly now: () => Instant;
  readonly signal: AbortSignal;
}

// What is committed at once: few enough that memory stays small, many enough that the disk is not asked for each.
const EVENTS_AT_ONCE = 250;
const BYTES_AT_ONCE = 4 * MEBIBYTE;
/** Webhooks that runs name and that have not come yet: of a sound file they follow soon. */
const TIES_AHEAD = 100_000;
/** The largest number of an event that is taken from a file. */
const LARGEST_NUMBER = 100_000_000;

/** Runs as they were judged, whole: judging them here might come to something else. */
export const RUN_FILE = "runs.ndjson";

/**
 * Puts the events of a file into a log in this folder, and closes it: it is looked at elsewhere.
 *
 * @throws whatever the events or the signal end with; Refusal `not-readable`
 */
export async function fillLog(
  events: AsyncIterable<Evidence>,
  { folder, journalThread, now, signal }: Filling,
): Promise<FilledLog> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const journal = await openJournal({ folder, thread: journalThread, now, copy: "filling" });
  const runs = await beginRuns(join(folder, RUN_FILE));
  try {
    await journal.configureRetention({ maxEvents: null, maxBytes: null, maxAgeDays: null });
    return { ...(await fill(journal, runs, events, signal)), runs: runs.places };
  } finally {
    await runs.close();
    await journal.close();
  }
}

async function fill(journal: OpenedJournal, runs: RunWriter, events: AsyncIterable<Evidence>, signal: AbortSignal) {
  let count = 0;
  let from: Instant | null = null;
  let until: Instant | null = null;
  let last = 0;
  let waiting: Promise<void>[] = [];
  /** Those before them: they are written while the next ones are read. */
  let written: Promise<unknown> = Promise.resolve();
  let bytes = 0;
  const ahead = new Map<EventId, SavedTie>();
  let found: { runs: SavedRun[]; ties: SavedTie[] } = { runs: [], ties: [] };

  /**
   * Starts to write. An error of it is thrown where all writes are awaited, so it must not count as unhandled before.
   */
  function put(writing: Promise<void>): void {
    writing.catch(() => undefined);
    waiting.push(writing);
  }

  async function settle(): Promise<void> {
    const before = written;
    if (found.runs.length + found.ties.length > 0)
      put(journal.runs.save({ ...found, through: last, judgedAll: false }));
    written = Promise.all(waiting);
    written.catch(() => undefined);
    waiting = [];
    bytes = 0;
    found = { runs: [], ties: [] };
    await before;
    signal.throwIfAborted();
  }

  for await (const { detail, bodies, run } of events) {
    const { id, at } = detail.summary;
    if (id > LARGEST_NUMBER) throw new Refusal("not-readable", `Event ${id} has a number that no log gets to.`);
    const whole: WholeEvent = { detail, bodies };
    put(journal.adopt(whole));
    bytes += (bodies.request?.byteLength ?? 0) + (bodies.answer?.byteLength ?? 0) + (bodies.forward?.byteLength ?? 0);
    if (run !== null && run.summary.id === id && detail.kind === "call" && detail.expectation !== undefined) {
      await runs.put(run);
      found.runs.push({ id, call: run.summary.call, summary: run.summary, downtime: [] });
      for (const tie of run.ties) if (ahead.size < TIES_AHEAD) ahead.set(tie.deliveryId, savedTie(tie));
    }
    const tie = ahead.get(id);
    if (tie !== undefined) {
      ahead.delete(id);
      found.ties.push(tie);
    }
    count += 1;
    last = id;
    from ??= at;
    until = at;
    if (waiting.length >= EVENTS_AT_ONCE || bytes >= BYTES_AT_ONCE) await settle();
  }
  await settle();
  await written;
  return { events: count, from, until };
}

/** For the row's mark; the whole of it is with its run. */
function savedTie({ deliveryId, runId, role, certainty, fields, reasons, by }: Tie): SavedTie {
  const decision = { runId, fit: "exact", certainty, fields, reasons, by, copyOf: null, also: [] } as const;
  return { deliveryId, runId, role, decision };
}

interface RunWriter {
  readonly places: readonly RunPlace[];
  put(run: RunDetail): Promise<void>;
  close(): Promise<void>;
}

async function beginRuns(path: string): Promise<RunWriter> {
  const handle: FileHandle = await open(path, "wx", 0o600);
  const places: RunPlace[] = [];
  let end = 0;
  return {
    places,
    async put(run) {
      const bytes = Buffer.from(JSON.stringify(run), "utf8");
      await handle.write(bytes, 0, bytes.byteLength, end);
      places.push({ id: run.summary.id, at: end, size: bytes.byteLength });
      end += bytes.byteLength;
    },
    close: () => handle.close(),
  };
}
