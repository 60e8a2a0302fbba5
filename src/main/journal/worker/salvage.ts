import { rmSync, statSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { type EventId, type Instant, LARGEST_EVENT_ID } from "../../../shared/primitives.ts";
import { KIND } from "../columns/codec.ts";
import type { Row } from "../columns/column.ts";
import { SUMMARY_COLUMNS, summaryOf } from "../columns/rows.ts";
import { damagedName, resultCode } from "../file/open-file.ts";
import { rebuild, rebuiltName } from "../file/rebuild.ts";
import { settleOpen } from "../file/recovery.ts";
import { SCHEMA_VERSION } from "../file/schema.ts";
import { SPAN } from "../file/spans.ts";
import { openState, outdateIndex, type State } from "../file/state.ts";
import type { Store } from "../file/store.ts";
import type { Salvaged } from "../messages.ts";

// What arrives waits for one step at most.
const STEP_MS = 8;
const ROWS_AT_ONCE = 64;
/**
 * What belongs to one event, by the column that has its number. Missing parts are found out again, but for the first.
 */
const PARTS = { contents: "id", runs: "id", ties: "delivery_id", forwards: "id", forwards_waiting: "id" } as const;
const SHARED = ["profiles", "signature_settings"] as const;
const KEPT_LIMITS = ["max_events", "max_bytes", "max_age_days"] as const;

interface Progress {
  /** Rows below this number are still to be brought. */
  readonly next: EventId;
  readonly kept: number;
  /** Cleared, and so not brought back. */
  readonly passedOver: number;
  readonly unread: number;
  readonly span: Salvaged["span"];
  /** The moment of the readable row above. */
  readonly newer: Instant | null;
  /** The row above cannot be read: where the span begins is not known yet. */
  readonly isOpen: boolean;
}

const NOTHING_YET = { kept: 0, passedOver: 0, unread: 0, span: null, newer: null, isOpen: false } as const;

/** Brings what can be read of a damaged file into the new one, a little at a time. */
export interface Salvage {
  /**
   * The newest first, inside the caller's transaction. One that fails is begun again with another `openSalvage`.
   *
   * @returns what became of all, at the end; "more" until then; null when there is nothing to be done
   */
  step(): Salvaged | "more" | null;
}

/**
 * Begins to salvage: what events share is copied at once, and row numbers go on after those of the damaged file, so
 * that every event keeps its own.
 *
 * @returns false when nothing of the file can be read
 */
export function beginSalvage(database: DatabaseSync, folder: string, stamp: number, lastId: EventId): boolean {
  const file = damagedName(folder, stamp);
  // Without its first page SQLite says nothing of it, not even the last row number: then what can be read is put
  // together before anything else is done.
  const damaged = openDamaged(file) ?? openRebuilt(file);
  const read = <Value>(ask: (from: DatabaseSync) => Value): Value | null => quietly(() => damaged && ask(damaged));
  const last = Math.max(
    lastId,
    ...[
      // A flipped bit may make any number of one.
      `SELECT seq AS id FROM sqlite_sequence WHERE name = 'events' AND seq <= ${LARGEST_EVENT_ID}`,
      `SELECT max(id) AS id FROM events WHERE id <= ${LARGEST_EVENT_ID}`,
      `SELECT max(id) AS id FROM contents WHERE id <= ${LARGEST_EVENT_ID}`,
    ].map((question) => Number(read((from) => from.prepare(question).get()?.["id"]) ?? 0)),
  );
  database.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('events', ?)").run(last);
  if (damaged === null) return false;
  const state = openState(database);
  for (const name of KEPT_LIMITS) {
    const limit = read((from) => openState(from).get(name));
    if (limit !== null && Number.isSafeInteger(limit)) state.set(name, limit);
  }
  for (const table of SHARED)
    for (const { key, text } of read((from) => from.prepare(`SELECT key, text FROM ${table}`).all()) ?? [])
      quietly(() => database.prepare(`INSERT INTO ${table} VALUES (?, ?)`).run(key ?? null, text ?? null));
  // Where relays' inboxes were read up to: from their beginning, all that comes back would come twice.
  for (const { inbox, storage, position, heard_at } of read((from) =>
    from.prepare("SELECT * FROM relay_places").all(),
  ) ?? [])
    quietly(() =>
      database
        .prepare("INSERT INTO relay_places VALUES (?, ?, ?, ?)")
        .run(inbox ?? null, storage ?? null, position ?? null, heard_at ?? null),
    );
  state.set("salvage", stamp);
  state.set("salvage_last", last);
  saveProgress(state, { ...NOTHING_YET, next: last + 1 });
  damaged.close();
  return true;
}

/** The new file, or its disk, does not take a row: nothing is lost by that. */
class NotTaken extends Error {}
// Primary result codes: what only says that a row is none of ours, or not whole.
const CONSTRAINT = 19;
const MISMATCH = 20;

/** Goes on with what was begun, in this session or in an earlier one. */
export function openSalvage(database: DatabaseSync, folder: string, store: Store): Salvage {
  const stamp = openState(database).get("salvage");
  if (stamp === 0) return { step: () => null };
  const file = damagedName(folder, stamp);
  const rebuilding = rebuild(file);
  let bringing: Salvage | null = null;
  return {
    step() {
      const until = performance.now() + STEP_MS;
      while (bringing === null) {
        if (performance.now() > until) return "more";
        if (isOver(rebuilding)) bringing = bringFrom(file, database, store);
      }
      return bringing.step();
    },
  };
}

/** One piece of it. Where there is no room for it, the damaged file itself is read as far as that goes. */
function isOver(rebuilding: Iterator<void, void>): boolean {
  try {
    return rebuilding.next().done === true;
  } catch {
    return true;
  }
}

function bringFrom(file: string, database: DatabaseSync, store: Store): Salvage {
  const state = openState(database);
  const damaged = openDamaged(rebuiltName(file)) ?? openDamaged(file);
  if (damaged === null) return { step: () => null };
  const last = state.get("salvage_last");
  const summary = database.prepare(`SELECT ${SUMMARY_COLUMNS} FROM events WHERE id = ?`);
  const removals = Object.entries({ events: "id", ...PARTS }).map(([table, key]) =>
    database.prepare(`DELETE FROM ${table} WHERE ${key} = ?`),
  );
  // A span may promise too much: every bit is set, so that each filter looks at it.
  const widen = database.prepare(`INSERT INTO spans VALUES (?1, ?2, ?2, 65535, 65535, 65535, 65535)
    ON CONFLICT (span) DO UPDATE SET first_at = min(first_at, ?2), last_at = max(last_at, ?2),
      kinds = 65535, statuses = 65535, signatures = 65535, marks = 65535`);
  // What was cleared in the damaged file stays away. Where that cannot be read, it comes back: too much is not lost.
  const of = (name: string): number =>
    Number(quietly(() => damaged.prepare("SELECT value FROM state WHERE name = ?").get(name)?.["value"]) ?? 0);
  const cleared = Math.max(of("cleared_through"), of("purge_through"));
  const hidden = new Set(
    quietly(() =>
      damaged
        .prepare("SELECT id FROM hidden")
        .all()
        .map((row) => Number(row["id"])),
    ),
  );
  const rows = of("rows");
  const first = Number(
    quietly(() => damaged.prepare("SELECT min(id) AS id FROM events WHERE id > 0").get()?.["id"]) ?? 1,
  );
  const newest = damaged.prepare("SELECT max(id) AS id FROM events WHERE id < ?");
  const select = damaged.prepare("SELECT * FROM events WHERE id >= ? AND id < ? ORDER BY id DESC");
  const parts = Object.entries(PARTS).map(([table, key]) => ({
    table,
    rows: quietly(() => damaged.prepare(`SELECT * FROM ${table} WHERE ${key} = ?`)),
  }));
  const inserts = new Map<string, StatementSync>();
  let at = savedProgress(state);

  function insert(table: string, row: Row): void {
    const names = Object.keys(row);
    const sql = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
    const statement = inserts.get(sql) ?? database.prepare(sql);
    inserts.set(sql, statement);
    try {
      statement.run(...names.map((name) => row[name] as null));
    } catch (error) {
      const code = resultCode(error);
      throw code === CONSTRAINT || code === MISMATCH ? error : new NotTaken("", { cause: error });
    }
  }

  function lose(rows = 1): void {
    const span = at.span ?? { from: 0, until: at.newer ?? Date.now() * 1_000 };
    at = { ...at, unread: at.unread + rows, span, isOpen: true };
  }

  /** @throws whatever SQLite says of this row, the damaged or the new one, or what makes it none of ours */
  function bring(row: Row): void {
    const id = Number(row["id"]);
    insert("events", row);
    try {
      // Bytes that were changed within a row say nothing of it to SQLite; they do to who reads it.
      summaryOf(summary.get(id) ?? {});
      for (const { table, rows: found } of parts) {
        const part = found?.get(id);
        if (part !== undefined) insert(table, part);
        else if (table === "contents" && row["kind"] !== KIND.notice) throw new Error("an event without its contents");
      }
    } catch (error) {
      for (const each of removals) each.run(id);
      throw error;
    }
    widen.run(Math.floor(id / SPAN), Number(row["at"]));
    store.broughtBack();
  }

  function take(row: Row): void {
    const id = Number(row["id"]);
    let { kept, passedOver } = at;
    if (row["pinned"] !== 1 && (id <= cleared || hidden.has(id) || store.isHidden(id))) passedOver += 1;
    else {
      try {
        bring(row);
        kept += 1;
      } catch (error) {
        if (error instanceof NotTaken) throw error;
        return lose();
      }
    }
    const newer = Number(row["at"]);
    const span = at.isOpen && at.span !== null ? { ...at.span, from: newer } : at.span;
    at = { ...at, kept, passedOver, newer, span, isOpen: false };
  }

  /** Of rows that cannot be read together, each half, down to the one that cannot be read at all. */
  function takeAll(low: EventId, high: EventId): void {
    let found: readonly Row[];
    try {
      found = select.all(low, high);
    } catch {
      if (high - low <= 1) return lose();
      const middle = Math.floor((low + high) / 2);
      takeAll(middle, high);
      return takeAll(low, middle);
    }
    // Rows of a page that is gone are not there any more.
    let expected = high - 1;
    for (const row of found) {
      const id = Number(row["id"]);
      if (id < expected) lose(expected - id);
      take(row);
      expected = id - 1;
    }
    if (expected >= low) lose(expected - low + 1);
  }

  /** Numbers that never were a row need not be looked at one by one: a damaged last number may be far beyond all. */
  function passGap(): void {
    const id = quietly(() => newest.get(at.next)?.["id"]);
    const next = Math.max(first, typeof id === "number" ? id + 1 : at.next);
    if (next < at.next) lose(at.next - next);
    at = { ...at, next: Math.min(next, at.next) };
  }

  let isOver = false;
  return {
    step() {
      if (isOver) return null;
      const until = performance.now() + STEP_MS;
      while (at.next > first && performance.now() < until) {
        passGap();
        const low = Math.max(first, at.next - ROWS_AT_ONCE);
        takeAll(low, at.next);
        at = { ...at, next: low };
      }
      saveProgress(state, at);
      if (at.next > first) return "more";
      isOver = true;
      damaged.close();
      rmSync(rebuiltName(file), { force: true });
      settleOpen(database, last);
      state.set("salvage", 0);
      state.set("readings_edition", state.get("readings_edition") + 1);
      database.exec("UPDATE profile_readings SET next = 1");
      // The index has passed these rows already, and none of them is read yet.
      outdateIndex(state);
      // Numbers that never were a row, or are one no more, cannot be read either.
      const lost = rows > 0 ? Math.max(0, rows - at.kept - at.passedOver) : at.unread;
      // More than is missing among those that came back: some are older than all of these.
      const isOlder = lost > at.unread;
      const span = isOlder ? { from: 0, until: at.span?.until ?? at.newer ?? Date.now() * 1_000 } : at.span;
      return { file, kept: at.kept, lost, span: lost === 0 ? null : span };
    },
  };
}

/** What was removed since from what came back does not come back again: it goes on where it was. */
function saveProgress(state: State, { next, kept, passedOver, unread, span }: Progress): void {
  state.set("salvage_next", next);
  state.set("salvage_kept", kept);
  state.set("salvage_passed_over", passedOver);
  state.set("salvage_unread", unread);
  state.set("salvage_from", span?.from ?? 0);
  state.set("salvage_until", span?.until ?? 0);
}

function savedProgress(state: State): Progress {
  const until = state.get("salvage_until");
  return {
    next: state.get("salvage_next"),
    kept: state.get("salvage_kept"),
    passedOver: state.get("salvage_passed_over"),
    unread: state.get("salvage_unread"),
    span: until === 0 ? null : { from: state.get("salvage_from"), until },
    newer: null,
    isOpen: until !== 0 && state.get("salvage_from") === 0,
  };
}

/** What is put together of a damaged file; null when there is not one event in it. */
function openRebuilt(file: string): DatabaseSync | null {
  const rebuilding = rebuild(file);
  while (!isOver(rebuilding));
  const rebuilt = openDamaged(rebuiltName(file));
  if (rebuilt?.prepare("SELECT id FROM events LIMIT 1").get() !== undefined) return rebuilt;
  rebuilt?.close();
  rmSync(rebuiltName(file), { force: true });
  return null;
}

/** Null when there is no such file, or none that could be read as a log of this version. */
function openDamaged(file: string): DatabaseSync | null {
  // SQLite deletes the write-ahead log of a database that is empty.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return null;
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    database.exec("PRAGMA trusted_schema = OFF");
    if (database.prepare("PRAGMA user_version").get()?.["user_version"] !== SCHEMA_VERSION)
      throw new Error("another version");
    database.prepare("SELECT * FROM events WHERE id = 0").get();
    return database;
  } catch {
    database?.close();
    return null;
  }
}

function quietly<Value>(ask: () => Value): Value | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
