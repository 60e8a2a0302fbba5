import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { Position } from "../../shared/inbox.ts";
import { errorText, MEBIBYTE } from "../../shared/primitives.ts";
import type { FromThread, ThreadStart, ToThread } from "./messages.ts";
import {
  type Bounds,
  beganAnew,
  createFollowers,
  type NewRequest,
  PATIENCE_MS,
  type Store,
  type StoredRequest,
  StoreFailure,
  WAITING_BYTES,
} from "./store.ts";

/** What is committed together at most. */
const BATCH_REQUESTS = 512;
const BATCH_BYTES = 16 * MEBIBYTE;
const READ_AT_ONCE = 200;

/** From source, or from the package, where both are built. */
const THREAD = import.meta.url.endsWith(".ts")
  ? new URL("./sqlite-thread.ts", import.meta.url)
  : new URL("./sqlite-thread.mjs", import.meta.url);

interface Waiting {
  readonly request: NewRequest;
  readonly since: number;
  readonly resolve: (position: Position) => void;
  readonly reject: (error: StoreFailure) => void;
}

/**
 * Everything in one SQLite file. What arrives while the disk is busy is committed together, by a thread of its own, and
 * each commit is on the disk before it is told (`synchronous = FULL`).
 *
 * @throws StoreFailure when the file cannot be opened
 */
export async function openSqliteStore(folder: string): Promise<Store> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = takeFolder(folder);
  const file = join(folder, "requests.sqlite");
  const start: ThreadStart = { file };
  const thread = new Worker(THREAD, { workerData: start });
  const tell = (message: ToThread): void => thread.postMessage(message);
  const followers = createFollowers();
  const queue: Waiting[] = [];
  let committing: readonly Waiting[] = [];
  let waitingBytes = 0;
  let broken: string | null = null;
  let retained: (removed: number) => void = () => {};
  const opening = Promise.withResolvers<{ identity: string; ends: Map<string, Position> }>();
  const exited = new Promise((resolve) => thread.once("exit", resolve));

  function breakDown(reason: string): void {
    broken ??= reason;
    opening.reject(new StoreFailure(reason));
    for (const { reject } of [...committing, ...queue.splice(0)]) reject(new StoreFailure(reason));
    committing = [];
    waitingBytes = 0;
  }

  function commitNext(): void {
    if (committing.length > 0 || queue.length === 0) return;
    let bytes = 0;
    let count = 0;
    for (const { request } of queue) {
      bytes += request.frame.length;
      if (count > 0 && (bytes > BATCH_BYTES || count === BATCH_REQUESTS)) break;
      count += 1;
    }
    committing = queue.splice(0, count);
    tell({ type: "append", requests: committing.map(({ request }) => request) });
  }

  function committed(ends: Map<string, Position>, outcomes: readonly (Position | string)[]): void {
    const reached = new Set<string>();
    const done = committing;
    committing = [];
    commitNext();
    done.forEach(({ request, resolve, reject }, index) => {
      waitingBytes -= request.frame.length;
      const outcome = outcomes[index] ?? "It was not stored.";
      if (typeof outcome === "string") {
        reject(new StoreFailure(outcome));
        return;
      }
      ends.set(request.inbox, outcome);
      reached.add(request.inbox);
      resolve(outcome);
    });
    for (const inbox of reached) followers.tell(inbox);
  }

  thread.on("message", (message: FromThread) => {
    if (message.type === "ready") opening.resolve({ identity: message.identity, ends: new Map(message.ends) });
    else if (message.type === "appended") void opening.promise.then(({ ends }) => committed(ends, message.outcomes));
    else if (message.type === "retained") retained(message.removed);
    else breakDown(message.reason);
  });
  thread.on("error", (error) => breakDown(String(error)));
  thread.on("exit", () => breakDown("The storage is closed."));

  const { identity, ends } = await opening.promise;
  const database = new DatabaseSync(file, { readOnly: true });
  const readSome = database.prepare(
    "SELECT position, size, frame FROM requests WHERE inbox = ? AND position > ? ORDER BY position LIMIT ?",
  );
  const readFirst = database.prepare("SELECT min(position) AS first FROM requests WHERE inbox = ?");
  const boundsOf = (inbox: string): Bounds => {
    const last = ends.get(inbox) ?? 0;
    return { storage: identity, first: Number(readFirst.get(inbox)?.["first"] ?? last + 1), last };
  };
  // A disk that does not come back: whoever waits for it is told so, and may be kept in the end all the same.
  const overdue = setInterval(() => {
    const before = performance.now() - PATIENCE_MS;
    for (const { since, reject } of [...committing, ...queue])
      if (since < before) reject(new StoreFailure("The disk does not answer in time."));
    while (queue[0] !== undefined && queue[0].since < before) waitingBytes -= queue.shift()?.request.frame.length ?? 0;
  }, 250);
  overdue.unref();

  return {
    append(request) {
      if (broken !== null) return Promise.reject(new StoreFailure(broken));
      if (waitingBytes + request.frame.length > WAITING_BYTES)
        return Promise.reject(new StoreFailure("More arrives than the disk can keep."));
      waitingBytes += request.frame.length;
      const { promise, resolve, reject } = Promise.withResolvers<Position>();
      queue.push({ request, since: performance.now(), resolve, reject });
      // All that came in this turn of the event loop is committed together.
      if (committing.length === 0 && queue.length === 1) setImmediate(commitNext);
      return promise;
    },
    async read(inbox, storage, after, bytes) {
      if (storage !== identity) throw beganAnew();
      // Before the look at the file: all up to here is in it, or was.
      const { last } = boundsOf(inbox);
      const found: StoredRequest[] = [];
      let size = 0;
      try {
        for (const row of readSome.iterate(inbox, after, READ_AT_ONCE)) {
          size += Number(row["size"]);
          if (found.length > 0 && size > bytes) break;
          found.push({ position: Number(row["position"]), frame: row["frame"] as Uint8Array });
        }
      } catch (error) {
        throw new StoreFailure(errorText(error));
      }
      const through = (found[0]?.position ?? Math.max(last, after) + 1) - 1;
      return { removed: through > after ? { count: through - after, through } : null, requests: found };
    },
    bounds: async (inbox) => boundsOf(inbox),
    follow: followers.add,
    retain(limits, inboxes) {
      return new Promise((resolve) => {
        retained = resolve;
        // Nothing else of them is the thread's business.
        tell({ type: "retain", limits, inboxes: inboxes.map(({ id, keepDays }) => ({ id, keepDays })) });
      });
    },
    waiting: () => queue.length + committing.length,
    async close() {
      clearInterval(overdue);
      // What is under way is written first: the thread takes one message after the other.
      tell({ type: "close" });
      await exited;
      database.close();
      lock.close();
    },
  };
}

/** Two that count positions in one file would get in each other's way. The system gives the lock back after a kill. */
function takeFolder(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, "running.sqlite"));
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    return lock;
  } catch {
    lock.close();
    throw new StoreFailure(`Another relay is running in ${folder}.`);
  }
}
