import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { errorText, type Instant, LARGEST_EVENT_ID } from "../../../shared/primitives.ts";
import { type JournalProblem, problemOf } from "../journal-failure.ts";
import { INDEX_FILE } from "../search/index-file.ts";
import { OtherSchema, prepareSchema, SCHEMA_VERSION } from "./schema.ts";
import { hidesCommits } from "./wal-damage.ts";

export const FILE_NAME = "journal.db";

// Primary result codes, https://sqlite.org/rescode.html
const READ_ONLY_CODES: ReadonlySet<number> = new Set([3, 8, 14, 23]);
const FULL = 13;
const DAMAGED_CODES: ReadonlySet<number> = new Set([11, 26]);

export function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return null;
  // The upper bytes of an extended code only refine it.
  return error.errcode & 0xff;
}

/** True when SQLite found the file itself to be broken, or not a database at all. */
export function isDamage(error: unknown): boolean {
  const code = resultCode(error);
  return code !== null && DAMAGED_CODES.has(code);
}

/** What SQLite says of a broken file; null for any other error. */
export function damageOf(error: unknown): string | null {
  return isDamage(error) && error instanceof Error ? error.message : null;
}

/** An error of SQLite or of the file system in words for the user. */
export function explain(error: unknown): JournalProblem {
  const code = resultCode(error);
  const system = error instanceof Error && "code" in error ? error.code : undefined;
  const detail = errorText(error);
  if (error instanceof OtherSchema) return problemOf("journal-newer", detail);
  if (isDamage(error)) return problemOf("journal-damaged", detail);
  if (code === FULL || system === "ENOSPC" || system === "EDQUOT") return problemOf("journal-full");
  if ((code !== null && READ_ONLY_CODES.has(code)) || system === "EACCES" || system === "EPERM" || system === "EROFS")
    return problemOf("journal-read-only", detail);
  return problemOf("journal-unavailable", detail);
}

/** What was found when the file was opened. */
export interface OpenedFile {
  readonly database: DatabaseSync;
  /** The new name of a damaged file and what was wrong with it; null when there was none. */
  readonly setAside: SetAside | null;
  /** Commits at the end of the log could not be read, and SQLite has passed over them. */
  readonly isCut: boolean;
}

export interface SetAside {
  readonly file: string;
  readonly reason: string;
  /** Tells it from others that were set aside: the second that is in its name. */
  readonly stamp: number;
}

/**
 * Opens the journal for writing, creating it where it is not there. A damaged file is kept under another name and a new
 * one begun; a newer one is left alone.
 *
 * @param damage why the file is known to be damaged; null when it is not
 * @throws whatever `explain` puts into words
 */
export function openForWriting(folder: string, now: Instant, damage: string | null): OpenedFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  keepPrivate(folder);
  const file = join(folder, FILE_NAME);
  refuseOther(file);
  let reason = damage ?? (isEmptied(folder) ? "it is empty" : null);
  if (reason === null) {
    try {
      const isCut = hidesCommits(`${file}-wal`);
      // SQLite writes over what it does not read. What is in it may matter to somebody.
      if (isCut) copyFileSync(`${file}-wal`, `${damagedName(folder, Math.floor(now / 1_000_000))}.wal`);
      const database = openWriter(file);
      if (!hasOtherNumbers(database)) return { database, setAside: null, isCut };
      database.close();
      reason = "it has a number in it that no log comes to";
    } catch (error) {
      reason = damageOf(error);
      if (reason === null) throw error;
    }
  }
  const stamp = setAside(folder, now);
  return {
    database: openWriter(file),
    setAside: {
      file: damagedName(folder, stamp),
      reason: `The event log’s file is damaged (${reason}).`,
      stamp,
    },
    isCut: false,
  };
}

/** A bit that has flipped in a row number, or in the last one: what comes after it could not be counted. */
function hasOtherNumbers(database: DatabaseSync): boolean {
  const range = `NOT BETWEEN 0 AND ${LARGEST_EVENT_ID}`;
  const found = database.prepare(`SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'events') ${range} AS last,
    (SELECT min(id) FROM events) ${range} AS lowest, (SELECT max(id) FROM events) ${range} AS highest`);
  return Object.values(found.get() ?? {}).includes(1);
}

/** Takes from others what an earlier start, or somebody else, has allowed them: webhooks are evidence, and carry names. */
function keepPrivate(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch {
    // It belongs to somebody else, or the file system knows no modes; it is used as it is.
  }
}

/**
 * A file with nothing in it, beside the write-ahead log or the search index of a log that was there: somebody or something
 * has emptied it. SQLite would delete that write-ahead log.
 */
function isEmptied(folder: string): boolean {
  const sizeOf = (name: string): number | undefined => statSync(join(folder, name), { throwIfNoEntry: false })?.size;
  return sizeOf(FILE_NAME) === 0 && ((sizeOf(`${FILE_NAME}-wal`) ?? 0) > 0 || sizeOf(INDEX_FILE) !== undefined);
}

function openWriter(file: string): DatabaseSync {
  // SQLite gives its companions the mode of the file itself.
  closeSync(openSync(file, "a", 0o600));
  keepPrivate(file);
  for (const companion of ["-wal", "-shm"]) if (existsSync(file + companion)) keepPrivate(file + companion);
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    // The first two only take effect on a new file. Pages of 8 KiB waste less of a row of 1 to 2 KiB than the
    // usual 4; incremental vacuum lets pruning give space back in small steps.
    database.exec("PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA trusted_schema = OFF");
    // NORMAL: a commit is in the system's hands and survives any end of this process; the background thread brings it
    // to the disk itself within a second or so. docs/decisions/journal-durability.md says what FULL would cost.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216");
    database.exec("PRAGMA wal_autocheckpoint = 0");
    prepareSchema(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * A connection that only reads, beside the writer's: in WAL mode neither waits for the other. Where nothing may be
 * written, not even the files that WAL needs, the file is read as it is (`immutable`).
 */
export function openForReading(folder: string): DatabaseSync {
  const file = join(folder, FILE_NAME);
  try {
    return prepareReading(new DatabaseSync(file, { readOnly: true, timeout: 5_000 }));
  } catch (error) {
    if (explain(error).code !== "journal-read-only" || !existsSync(file)) throw error;
    const address = pathToFileURL(file);
    address.search = "?mode=ro&immutable=1";
    return prepareReading(new DatabaseSync(address, { readOnly: true }));
  }
}

function prepareReading(database: DatabaseSync): DatabaseSync {
  database.exec("PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8192");
  // The file is opened for good only now.
  database.prepare("SELECT 1 FROM state").get();
  return database;
}

/** Reads the version from the file's header (offset 60, fileformat2.html 1.3.12), since even opening it writes. */
function refuseOther(file: string): void {
  if (!existsSync(file)) return;
  const header = Buffer.alloc(64);
  const handle = openSync(file, "r");
  try {
    if (readSync(handle, header, 0, 64, 0) < 64 || header.toString("latin1", 0, 15) !== "SQLite format 3") return;
  } finally {
    closeSync(handle);
  }
  const version = header.readUInt32BE(60);
  if (version > SCHEMA_VERSION) throw new OtherSchema(`version ${version}, this one knows ${SCHEMA_VERSION}`);
}

/** The name of a damaged file that was set aside. @param stamp seconds since the epoch */
export function damagedName(folder: string, stamp: number): string {
  const second = new Date(stamp * 1_000).toISOString().replaceAll(/[-:]|\..*/g, "");
  return `${join(folder, FILE_NAME)}.damaged-${second}`;
}

/** Renames a damaged file and its two companions, which belong to it and to no other. @returns its stamp */
function setAside(folder: string, now: Instant): number {
  const file = join(folder, FILE_NAME);
  let stamp = Math.floor(now / 1_000_000);
  while (existsSync(damagedName(folder, stamp))) stamp += 1;
  const aside = damagedName(folder, stamp);
  for (const companion of ["", "-wal", "-shm"])
    if (existsSync(file + companion)) renameSync(file + companion, aside + companion);
  return stamp;
}
