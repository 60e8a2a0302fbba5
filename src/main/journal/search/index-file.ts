import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { BLOCK } from "../shared-counters.ts";
import { TOKEN_CHARACTERS } from "./trigrams.ts";

/**
 * The search index has a file of its own: SQLite lets one connection write to a file at a time, and indexing
 * must not hold up arrivals. It holds nothing that is not in the journal, so a damaged or outdated one is
 * deleted and built anew.
 *
 * One document of the index stands for BLOCK consecutive events, which makes it half as large and twice as quick
 * to build as one for each: what such events have in common is noted once. Documents are kept in segments, one
 * full-text table for every SEGMENT row numbers, so that old ones go as a whole and no merge ever grows with the log.
 */
/** Beside the journal's file. */
export const INDEX_FILE = "search.db";
export const SEGMENT = 65_536;
/** Raised with every change of what is indexed: an index of another version is of no use. */
const INDEX_VERSION = 1;

export type IndexFile = ReturnType<typeof prepareIndex>;

export function segmentOf(id: number): number {
  return Math.floor(id / SEGMENT);
}

export function tableOf(segment: number): string {
  return `segment_${segment}`;
}

/**
 * Opens the index that belongs to the journal `identity`, or begins a new one: when there is none, when it is of
 * another journal or version, when it is damaged, or when it knows events that the journal has lost.
 *
 * @param lastId the journal's last event
 */
export function openIndex(folder: string, identity: number, lastId: number): IndexFile {
  const file = join(folder, INDEX_FILE);
  try {
    const found = openFile(file);
    const state = readState(found);
    if (state?.identity === identity && state.through <= lastId) return prepareIndex(found);
    found.close();
  } catch {
    // Whatever is wrong with it, the cure is the same.
  }
  removeIndex(folder);
  const database = openFile(file);
  database.exec(`
    CREATE TABLE state (identity INTEGER NOT NULL, through INTEGER NOT NULL) STRICT;
    INSERT INTO state VALUES (${identity}, -1);
    CREATE TABLE waiting (id INTEGER PRIMARY KEY) STRICT;
    PRAGMA user_version = ${INDEX_VERSION};`);
  return prepareIndex(database);
}

export function removeIndex(folder: string): void {
  for (const companion of ["", "-wal", "-shm"]) rmSync(join(folder, INDEX_FILE + companion), { force: true });
}

function openFile(file: string): DatabaseSync {
  // As the journal itself: nobody else is to read it, nor what SQLite keeps beside it.
  closeSync(openSync(file, "a", 0o600));
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    database.exec("PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL");
    // What a loss of power takes from an index is found at the next start and made again.
    database.exec("PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** To which journal, and to which state of its rows, an index belongs. */
export function identityOf(index: DatabaseSync): number | null {
  return readState(index)?.identity ?? null;
}

function readState(database: DatabaseSync): { identity: number; through: number } | null {
  if (database.prepare("PRAGMA user_version").get()?.["user_version"] !== INDEX_VERSION) return null;
  const row = database.prepare("SELECT identity, through FROM state").get();
  return row === undefined ? null : { identity: Number(row["identity"]), through: Number(row["through"]) };
}

function prepareIndex(database: DatabaseSync) {
  const through = database.prepare("SELECT through FROM state");
  const setThrough = database.prepare("UPDATE state SET through = ?");
  const waiting = database.prepare("SELECT id FROM waiting ORDER BY id");
  const wait = database.prepare("INSERT OR IGNORE INTO waiting VALUES (?)");
  const endWait = database.prepare("DELETE FROM waiting WHERE id = ?");
  const inserts = new Map<number, StatementSync>();
  return {
    database,
    /** Events up to this number are indexed, always a whole number of blocks; those in `waiting` excepted. */
    through: (): number => Number(through.get()?.["through"]),
    setThrough: (id: number): void => void setThrough.run(id),
    /** Calls that were under way when their block was indexed: indexed again when they have ended. */
    waiting: (): readonly number[] => waiting.all().map((row) => Number(row["id"])),
    wait: (id: number): void => void wait.run(id),
    endWait: (id: number): void => void endWait.run(id),
    /** Adds a document; adding to the same block again adds to what is there. */
    add(block: number, trigrams: string): void {
      const segment = segmentOf(block * BLOCK);
      let insert = inserts.get(segment);
      if (insert === undefined) {
        // detail=none and no content: only which block has a trigram is kept, not where, and no text.
        database.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS ${tableOf(segment)} USING fts5
          (trigrams, content = '', detail = none, columnsize = 0, tokenize = "ascii tokenchars '${TOKEN_CHARACTERS}'")`);
        // More is gathered in memory before it is sorted and written: fewer pieces to merge.
        database.exec(`INSERT INTO ${tableOf(segment)} (${tableOf(segment)}, rank) VALUES ('hashsize', 4194304)`);
        insert = database.prepare(`INSERT INTO ${tableOf(segment)} (rowid, trigrams) VALUES (?, ?)`);
        inserts.set(segment, insert);
      }
      insert.run(block, trigrams);
    },
    segments: (): readonly number[] => listSegments(database),
    drop(segment: number): void {
      inserts.delete(segment);
      database.exec(`DROP TABLE IF EXISTS ${tableOf(segment)}`);
    },
  };
}

/** The segments that there are, oldest first. */
export function listSegments(database: DatabaseSync): readonly number[] {
  return database
    .prepare(
      "SELECT CAST(substr(name, 9) AS INTEGER) AS segment FROM sqlite_schema WHERE name GLOB 'segment_[0-9]*' AND sql LIKE 'CREATE VIRTUAL%' ORDER BY segment",
    )
    .all()
    .map((row) => Number(row["segment"]));
}
