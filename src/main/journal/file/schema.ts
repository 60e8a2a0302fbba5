import type { DatabaseSync } from "node:sqlite";
import { DEFAULT_RETENTION } from "../../../shared/retention.ts";

/**
 * The journal's schema, as numbered steps: step n brings a file of version n to n + 1 (`PRAGMA user_version`).
 * A step that was released is never edited; a change is a new step.
 *
 * `events` is what is listed and filtered: narrow, so that scanning a million rows stays quick and completing a
 * row after its answer rewrites little. `contents` is what is asked for one by one, written once: the two bodies
 * as bytes, everything else as one JSON text. One event of whichever kind is one row in each.
 */
const STEPS: readonly string[] = [
  `
  CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind INTEGER NOT NULL,
    at INTEGER NOT NULL,
    open INTEGER NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0,
    profile INTEGER,
    method TEXT,
    path TEXT,
    status INTEGER,
    duration INTEGER,
    operation INTEGER,
    on_path INTEGER,
    completeness INTEGER,
    answer_state INTEGER,
    size INTEGER,
    committed INTEGER,
    answer_started INTEGER,
    answer_ended INTEGER,
    amount TEXT,
    currency TEXT,
    facts TEXT,
    data TEXT
  ) STRICT;
  -- Calls and deliveries not completed yet: found at once after a kill.
  CREATE INDEX events_open ON events (id) WHERE open = 1;
  CREATE INDEX events_pinned ON events (id) WHERE pinned = 1;
  CREATE TABLE contents (
    id INTEGER PRIMARY KEY,
    rest TEXT NOT NULL,
    request_body BLOB,
    answer_body BLOB
  ) STRICT;
  -- Profiles as they were at the time of an event; a renamed one is another row.
  CREATE TABLE profiles (
    key INTEGER PRIMARY KEY,
    stamp TEXT NOT NULL UNIQUE
  ) STRICT;
  -- What there is within each span of row numbers, so that spans without it are passed over: the earliest and latest
  -- moment (a clock can be set back, so row order is not time order), and a bit for each kind and group of statuses.
  -- A thousand small rows tell what an index would need an entry for each event for.
  CREATE TABLE spans (
    span INTEGER PRIMARY KEY,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    kinds INTEGER NOT NULL,
    statuses INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE state (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO state VALUES
    ('identity', abs(random() % 9007199254740991)),
    -- Rows up to this number were cleared and are not shown, pinned ones excepted.
    ('cleared_through', 0),
    -- What 'cleared_through' was before the last clear, for undoing it.
    ('cleared_before', 0),
    -- Cleared rows up to this number are deleted for good, in small steps.
    ('purge_through', 0),
    -- All rows, and those of them that are cleared and not shown.
    ('rows', 0),
    ('cleared_rows', 0),
    -- The limits of what is kept; 0 is no limit.
    ('max_events', ${DEFAULT_RETENTION.maxEvents ?? 0}),
    ('max_bytes', ${DEFAULT_RETENTION.maxBytes ?? 0}),
    ('max_age_days', ${DEFAULT_RETENTION.maxAgeDays ?? 0});
  `,
  `
  -- A simulation's run, under the number of its call. What it expects is as old as the call; the rest is null until
  -- it was judged for the first time.
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    expectation TEXT NOT NULL,
    call INTEGER,
    verdict INTEGER,
    certainty INTEGER,
    deadline INTEGER,
    summary TEXT,
    deaf TEXT
  ) STRICT;
  -- Deliveries that were held against runs, and the run that each belongs to; null for none.
  CREATE TABLE ties (
    delivery_id INTEGER PRIMARY KEY,
    run_id INTEGER,
    role INTEGER,
    certainty INTEGER NOT NULL,
    by_hand INTEGER NOT NULL,
    decision TEXT NOT NULL
  ) STRICT;
  CREATE INDEX ties_run ON ties (run_id) WHERE run_id IS NOT NULL;
  -- Notices say when nothing could be seen; they are few among many.
  CREATE INDEX events_notices ON events (id) WHERE kind = 2;
  -- Up to this row everything was held against the runs there are.
  INSERT INTO state VALUES
    ('runs_through', 0),
    -- When something was found out about runs last: a sign of life, also while no event comes.
    ('runs_at', 0);
  `,
  // Checks of signatures. The narrow row has what came of it, for the log and its filter; beside the contents stands
  // the rest, with a key for the settings, since a long log has few of those. Earlier deliveries were not checked.
  `
  ALTER TABLE events ADD COLUMN signature INTEGER;
  ALTER TABLE contents ADD COLUMN signature TEXT;
  ALTER TABLE contents ADD COLUMN signature_settings INTEGER;
  CREATE TABLE signature_settings (
    key INTEGER PRIMARY KEY,
    settings TEXT NOT NULL UNIQUE
  ) STRICT;
  ALTER TABLE spans ADD COLUMN signatures INTEGER NOT NULL DEFAULT 0;
  UPDATE spans SET signatures = 1 WHERE kinds & 2 <> 0;
  `,
  // Replays and deliveries handed on. The narrow row has what the log shows of them, as JSON and nearly always null.
  `
  ALTER TABLE events ADD COLUMN replay TEXT;
  ALTER TABLE events ADD COLUMN forward TEXT;
  -- The answer of the target that a delivery was handed on to, under the delivery's number.
  CREATE TABLE forwards (
    id INTEGER PRIMARY KEY,
    answer TEXT NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  `,
  // Deliveries that are to be handed on and were not yet: found at once after a kill.
  `
  CREATE TABLE forwards_waiting (id INTEGER PRIMARY KEY) STRICT;
  `,
  // What is asked for by is:, as bits for each span; of spans from before, nobody knows.
  `
  ALTER TABLE spans ADD COLUMN marks INTEGER NOT NULL DEFAULT 0;
  UPDATE spans SET marks = 15;
  `,
];

/** The version this program writes. */
export const SCHEMA_VERSION = STEPS.length;

export class NewerSchema extends Error {}

/** @throws NewerSchema without having touched the file */
export function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
  if (version > SCHEMA_VERSION) throw new NewerSchema(`version ${version}, this one knows ${SCHEMA_VERSION}`);
  for (let step = version; step < SCHEMA_VERSION; step += 1) {
    database.exec("BEGIN IMMEDIATE");
    try {
      database.exec(STEPS[step] ?? "");
      database.exec(`PRAGMA user_version = ${step + 1}`);
      database.exec("COMMIT");
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  }
}
