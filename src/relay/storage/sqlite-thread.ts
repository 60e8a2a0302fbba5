// The thread that writes: a commit waits for the disk, and the requests of others are not to wait with it.
import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { Position } from "../../shared/inbox.ts";
import type { FromThread, ThreadStart, ToThread } from "./messages.ts";
import { daysKept, type KeptFor, type Limits, type NewRequest } from "./store.ts";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    inbox TEXT NOT NULL,
    position INTEGER NOT NULL,
    at INTEGER NOT NULL,
    size INTEGER NOT NULL,
    frame BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS requests_position ON requests (inbox, position);
  -- The last position of each inbox: it goes on from there when all before it were removed.
  CREATE TABLE IF NOT EXISTS ends (inbox TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS identity (text TEXT PRIMARY KEY) STRICT;
`;
/** Rows that are removed in one go: arrivals wait meanwhile. */
const REMOVED_AT_ONCE = 200;

const { file } = workerData as ThreadStart;
const say = (message: FromThread): void => parentPort?.postMessage(message);

/** Does in one transaction what succeeds whole or not at all. */
function transaction<Value>(database: DatabaseSync, work: () => Value): Value {
  database.exec("BEGIN IMMEDIATE");
  try {
    const value = work();
    database.exec("COMMIT");
    return value;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function open() {
  const database = new DatabaseSync(file);
  // FULL: each commit is on the disk before anybody is answered, also where the power goes the moment after.
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 1000");
  transaction(database, () => database.exec(SCHEMA));
  const known = database.prepare("SELECT text FROM identity").get()?.["text"];
  const identity = typeof known === "string" ? known : randomUUID();
  if (known === undefined) database.prepare("INSERT INTO identity VALUES (?)").run(identity);
  const ends = new Map<string, Position>();
  for (const { inbox, last } of database.prepare("SELECT inbox, last FROM ends").all())
    ends.set(String(inbox), Number(last));
  let bytes = Number(database.prepare("SELECT total(size) AS bytes FROM requests").get()?.["bytes"] ?? 0);
  const insert = database.prepare("INSERT INTO requests (inbox, position, at, size, frame) VALUES (?, ?, ?, ?, ?)");
  const end = database.prepare("INSERT INTO ends VALUES (?, ?) ON CONFLICT (inbox) DO UPDATE SET last = excluded.last");
  const oldest = database.prepare("SELECT id AS place, at, size FROM requests ORDER BY id LIMIT ?");
  const remove = database.prepare("DELETE FROM requests WHERE id <= ?");
  const oldestOf = database.prepare(
    "SELECT position AS place, at, size FROM requests WHERE inbox = ? ORDER BY position LIMIT ?",
  );
  const removeOf = database.prepare("DELETE FROM requests WHERE inbox = ? AND position <= ?");

  function append(requests: readonly NewRequest[]): readonly Position[] {
    const reached = new Map<string, Position>();
    let added = 0;
    const positions = transaction(database, () => {
      const found = requests.map(({ inbox, at, frame }) => {
        const position = (reached.get(inbox) ?? ends.get(inbox) ?? 0) + 1;
        insert.run(inbox, position, at, frame.length, frame);
        reached.set(inbox, position);
        added += frame.length;
        return position;
      });
      for (const [inbox, last] of reached) end.run(inbox, last);
      return found;
    });
    for (const [inbox, last] of reached) ends.set(inbox, last);
    bytes += added;
    return positions;
  }

  /** The oldest of some rows, of which the first column says which one it is; how many were removed. */
  function removeOldest(
    rows: readonly Readonly<Record<string, unknown>>[],
    isOver: (at: number, bytesLeft: number) => boolean,
    removeThrough: (place: number) => void,
  ): number {
    let through = 0;
    let freed = 0;
    let count = 0;
    for (const { place, at, size } of rows) {
      if (!isOver(Number(at), bytes - freed)) break;
      through = Number(place);
      freed += Number(size);
      count += 1;
    }
    if (count === 0) return 0;
    transaction(database, () => removeThrough(through));
    bytes -= freed;
    return count;
  }

  /** One step; 0 when nothing more is beyond the limits. */
  function retain({ maxAgeDays, maxBytes }: Limits, inboxes: readonly KeptFor[]): number {
    const before = momentBefore(maxAgeDays);
    const removed = removeOldest(
      oldest.all(REMOVED_AT_ONCE),
      (at, left) => at < before || (maxBytes !== null && left > maxBytes),
      (id) => remove.run(id),
    );
    if (removed > 0) return removed;
    for (const { id, keepDays } of inboxes) {
      if (keepDays === 0) continue;
      const own = momentBefore(daysKept(keepDays, maxAgeDays));
      const count = removeOldest(
        oldestOf.all(id, REMOVED_AT_ONCE),
        (at) => at < own,
        (position) => removeOf.run(id, position),
      );
      if (count > 0) return count;
    }
    return 0;
  }

  return { identity, ends, append, retain, close: () => database.close() };
}

/** In microseconds; 0 without a limit. */
const momentBefore = (days: number | null): number => (days === null ? 0 : (Date.now() - days * 86_400_000) * 1_000);

// As `errorText` of shared/primitives.ts, which would bring zod into this thread.
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

try {
  const opened = open();
  const { append, retain } = opened;
  /** What one request cannot be kept for (it is larger than the space that is left) is not to cost the others of its batch. */
  const alone = (request: NewRequest): Position | string => {
    try {
      return append([request])[0] ?? "It was not stored.";
    } catch (error) {
      return reasonOf(error);
    }
  };
  const retainAll = (limits: Limits, inboxes: readonly KeptFor[], removed: number): void => {
    try {
      const more = retain(limits, inboxes);
      if (more === 0) say({ type: "retained", removed });
      // Between two steps arrivals have their turn.
      else setImmediate(() => retainAll(limits, inboxes, removed + more));
    } catch {
      say({ type: "retained", removed });
    }
  };
  parentPort?.on("message", (message: ToThread) => {
    if (message.type === "append") {
      const { requests } = message;
      let outcomes: readonly (Position | string)[];
      try {
        outcomes = append(requests);
      } catch (error) {
        outcomes = requests.length === 1 ? [reasonOf(error)] : requests.map(alone);
      }
      say({ type: "appended", outcomes });
    } else if (message.type === "retain") retainAll(message.limits, message.inboxes, 0);
    else {
      opened.close();
      parentPort?.close();
    }
  });
  say({ type: "ready", identity: opened.identity, ends: opened.ends });
} catch (error) {
  say({ type: "failed", reason: reasonOf(error) });
}
