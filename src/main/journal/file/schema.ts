import { DatabaseSync } from "node:sqlite";
import { DEFAULT_RETENTION } from "../../../shared/retention.ts";
import { KIND } from "../columns/codec.ts";
import { eventColumns } from "../columns/event-columns.ts";
import { IS_BATCH, runColumns, tieColumns } from "../columns/run-columns.ts";

/**
 * The version this program writes (`PRAGMA user_version`). A file of another one is left alone. Until the first release it
 * stays 1 whatever comes or goes, and a file that lacks a column is left alone too; from then on each change raises it and
 * brings the step that changes older files.
 */
export const SCHEMA_VERSION = 1;

/** One event of whichever kind is one row in `events` and, but for a notice, one in `contents`. */
const SCHEMA = `
  CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pinned INTEGER NOT NULL DEFAULT 0,
    -- What somebody wrote about it, and tags, one a line; null for none.
    note TEXT,
    tags TEXT,
    ${eventColumns.declarations("events")}
  ) STRICT;
  -- Calls and deliveries not completed yet: found at once after a kill.
  CREATE INDEX events_open ON events (id) WHERE open = 1;
  CREATE INDEX events_pinned ON events (id) WHERE pinned = 1;
  CREATE INDEX events_noted ON events (id) WHERE note IS NOT NULL OR tags IS NOT NULL;
  -- Notices say when nothing could be seen; they are few among many.
  CREATE INDEX events_notices ON events (id) WHERE kind = ${KIND.notice};
  CREATE TABLE contents (
    id INTEGER PRIMARY KEY,
    ${eventColumns.declarations("contents")},
    request_body BLOB,
    answer_body BLOB
  ) STRICT;
  -- Texts that many rows share.
  CREATE TABLE profiles (key INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE signature_settings (key INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
  -- What each delivery was read to say, under its number: what webhooks of a kind share stands in its form.
  CREATE TABLE readings (
    id INTEGER PRIMARY KEY,
    form INTEGER NOT NULL,
    said TEXT NOT NULL,
    digest TEXT NOT NULL
  ) STRICT;
  -- 'last_id': the newest event that has it; a form is deleted with the last of its events. A key is never used twice.
  CREATE TABLE reading_forms (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    text TEXT NOT NULL UNIQUE,
    last_id INTEGER NOT NULL
  ) STRICT;
  -- By what a profile's deliveries were read: a hash of its readings. Rows below 'next' still are to be read by them.
  CREATE TABLE profile_readings (
    profile_id TEXT PRIMARY KEY,
    hash TEXT NOT NULL,
    next INTEGER NOT NULL
  ) STRICT;
  -- The answer of the target that a delivery was handed on to, under the delivery's number.
  CREATE TABLE forwards (
    id INTEGER PRIMARY KEY,
    answer TEXT NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  -- Deliveries that are to be handed on and were not yet: found at once after a kill.
  CREATE TABLE forwards_waiting (id INTEGER PRIMARY KEY) STRICT;
  -- What there is within each span of row numbers, so that spans without it are passed over: the earliest and latest
  -- moment (a clock can be set back, so row order is not time order), and a bit for each kind, group of statuses, result
  -- of a check, and mark. A thousand small rows tell what an index would need an entry for each event for.
  CREATE TABLE spans (
    span INTEGER PRIMARY KEY,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    kinds INTEGER NOT NULL,
    statuses INTEGER NOT NULL,
    signatures INTEGER NOT NULL,
    marks INTEGER NOT NULL
  ) STRICT;
  -- A simulation's run, under the number of its call.
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    ${eventColumns.declarations("runs")},
    ${runColumns.declarations}
  ) STRICT;
  -- Deliveries that were held against runs, and the run that each belongs to; null for none.
  CREATE TABLE ties (
    delivery_id INTEGER PRIMARY KEY,
    ${tieColumns.declarations}
  ) STRICT;
  CREATE INDEX ties_run ON ties (run_id) WHERE run_id IS NOT NULL;
  -- Those of a webhook that tells several runs of their transactions.
  CREATE INDEX ties_batches ON ties (delivery_id) WHERE ${IS_BATCH};
  -- Rows that were cleared while a filter showed them, and by which clearing; 0: to be deleted for good.
  CREATE TABLE hidden (
    id INTEGER PRIMARY KEY,
    clearing INTEGER NOT NULL
  ) STRICT;
  -- How far each inbox of a relay has been read, in which storage of the relay, and when it was heard last.
  CREATE TABLE relay_places (
    inbox TEXT PRIMARY KEY,
    storage TEXT NOT NULL,
    position INTEGER NOT NULL,
    heard_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE state (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO state VALUES
    -- Which search index is of this file, as it is now.
    ('identity', abs(random() % 9007199254740991)),
    -- Rows up to this number were cleared and are not shown, pinned ones excepted.
    ('cleared_through', 0),
    -- What 'cleared_through' was before the last clear, for undoing it.
    ('cleared_before', 0),
    -- Cleared rows up to this number are deleted for good, in small steps.
    ('purge_through', 0),
    -- How many clearings there were of what a filter showed, and which was the last clear; 0 when it was of all.
    ('hidings', 0),
    ('last_hiding', 0),
    -- All rows, and those of them that are cleared and not shown.
    ('rows', 0),
    ('cleared_rows', 0),
    -- The limits of what is kept; 0 is no limit.
    ('max_events', ${DEFAULT_RETENTION.maxEvents ?? 0}),
    ('max_bytes', ${DEFAULT_RETENTION.maxBytes ?? 0}),
    ('max_age_days', ${DEFAULT_RETENTION.maxAgeDays ?? 0}),
    -- Up to this row everything was held against the runs there are.
    ('runs_through', 0),
    -- When something was found out about runs last: a sign of life, also while no event comes.
    ('runs_at', 0),
    -- Counts up whenever webhooks were read anew, and the count by which runs have judged all of them.
    ('readings_edition', 0),
    ('judged_edition', 0),
    -- When the clock was looked at last, and how long it still has to go evenly before it is trusted to tell an age.
    ('clock_seen', 0),
    ('clock_doubt', 0),
    -- The damaged file (by the second in its name) whose events are being brought back, its last row, how far that is,
    -- and between which moments events are lost; 0 when none is.
    ('salvage', 0),
    ('salvage_last', 0),
    ('salvage_next', 0),
    ('salvage_kept', 0),
    ('salvage_passed_over', 0),
    ('salvage_unread', 0),
    ('salvage_from', 0),
    ('salvage_until', 0),
    -- Events that the limits have removed and that nobody was told of: how many, between which moments, by which limits,
    -- since when; and when such was told last.
    ('expired', 0),
    ('expired_from', 0),
    ('expired_until', 0),
    ('expired_limits', 0),
    ('expired_since', 0),
    ('expired_told', 0);
`;

export class OtherSchema extends Error {}

/** Every column of every table, as "table.column". */
function columnsIn(database: DatabaseSync): readonly string[] {
  return database
    .prepare(
      "SELECT tables.name || '.' || columns.name AS name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'",
    )
    .all()
    .map(({ name }) => String(name));
}

/** A file without a column of ours would fail at its first row. */
function missingColumn(database: DatabaseSync): string | null {
  const model = new DatabaseSync(":memory:");
  try {
    model.exec(SCHEMA);
    const there = new Set(columnsIn(database));
    return columnsIn(model).find((column) => !there.has(column)) ?? null;
  } finally {
    model.close();
  }
}

/** Makes the tables of a new file. @throws OtherSchema for a file of another version, without having touched it */
export function prepareSchema(database: DatabaseSync): void {
  const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
  if (version === SCHEMA_VERSION) {
    const missing = missingColumn(database);
    if (missing !== null) throw new OtherSchema(`version ${version} of a development build, without ${missing}`);
    return;
  }
  if (version !== 0) throw new OtherSchema(`version ${version}, this one knows ${SCHEMA_VERSION}`);
  database.exec("BEGIN IMMEDIATE");
  try {
    database.exec(SCHEMA);
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
