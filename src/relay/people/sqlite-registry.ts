import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  hashOf,
  type Inbox,
  isGone,
  isTaken,
  NEW_INBOX,
  newCode,
  newInboxId,
  type Registry,
  stateOf,
} from "./registry.ts";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS inboxes (
    id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, status INTEGER NOT NULL, body TEXT NOT NULL,
    answer_wait INTEGER NOT NULL, keep_days INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS members (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
    token TEXT UNIQUE, code TEXT NOT NULL UNIQUE, until INTEGER NOT NULL, revoked INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS memberships (
    member INTEGER NOT NULL, inbox TEXT NOT NULL, PRIMARY KEY (member, inbox)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

type Row = Readonly<Record<string, unknown>>;

function inboxOf(row: Row | undefined): Inbox | null {
  if (row === undefined) return null;
  return {
    id: String(row["id"]),
    name: String(row["name"]),
    status: Number(row["status"]),
    body: String(row["body"]),
    answerWaitMs: Number(row["answer_wait"]),
    keepDays: Number(row["keep_days"]),
  };
}

/** The command line writes the same file: what it has changed is known after so long. */
const INBOX_KNOWN_MS = 1_000;

/** In a file that the command line writes while the relay runs: each question is asked of it, but for an inbox's own. */
export function openRegistry(folder: string): Registry {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(folder, "people.sqlite"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 2000");
  database.exec(SCHEMA);
  if (database.prepare("SELECT 1 FROM pragma_table_info('inboxes') WHERE name = 'keep_days'").get() === undefined)
    database.exec("ALTER TABLE inboxes ADD COLUMN keep_days INTEGER NOT NULL DEFAULT 0");
  const one = database.prepare("SELECT * FROM inboxes WHERE id = ?");
  const named = database.prepare("SELECT * FROM inboxes WHERE name = ?");
  const all = database.prepare("SELECT * FROM inboxes ORDER BY name");
  const byToken = database.prepare("SELECT id, name FROM members WHERE token = ? AND revoked = 0");
  const ofMember = database.prepare(
    "SELECT inboxes.* FROM memberships JOIN inboxes ON inboxes.id = inbox WHERE member = ? ORDER BY inboxes.name",
  );
  // Asked twice for each webhook. What does not exist is not remembered: anybody may guess.
  const known = new Map<string, { readonly inbox: Inbox; readonly at: number }>();
  const found = (rows: readonly Row[]): readonly Inbox[] => rows.flatMap((row) => inboxOf(row) ?? []);

  return {
    async addInbox(name, more) {
      if (inboxOf(named.get(name)) !== null) throw isTaken(name);
      const inbox: Inbox = { id: newInboxId(), name, ...NEW_INBOX, ...more };
      const { id, status, body, answerWaitMs, keepDays } = inbox;
      database
        .prepare("INSERT INTO inboxes VALUES (?, ?, ?, ?, ?, ?)")
        .run(id, name, status, body, answerWaitMs, keepDays);
      return inbox;
    },
    async changeInbox(id, change) {
      const before = inboxOf(one.get(id));
      if (before === null) throw isGone();
      const inbox: Inbox = { ...before, ...change };
      const { name, status, body, answerWaitMs, keepDays } = inbox;
      if (name !== before.name && inboxOf(named.get(name)) !== null) throw isTaken(name);
      database
        .prepare("UPDATE inboxes SET name = ?, status = ?, body = ?, answer_wait = ?, keep_days = ? WHERE id = ?")
        .run(name, status, body, answerWaitMs, keepDays, id);
      known.delete(id);
      return inbox;
    },
    inbox(id) {
      const now = performance.now();
      const before = known.get(id);
      if (before !== undefined && now - before.at < INBOX_KNOWN_MS) return before.inbox;
      const inbox = inboxOf(one.get(id));
      if (inbox === null) known.delete(id);
      else known.set(id, { inbox, at: now });
      return inbox;
    },
    inboxes: () => found(all.all()),
    async removeInbox(id) {
      known.delete(id);
      database.prepare("DELETE FROM memberships WHERE inbox = ?").run(id);
      database.prepare("DELETE FROM inboxes WHERE id = ?").run(id);
    },
    async invite(name, inboxes, until) {
      const code = newCode();
      database.exec("BEGIN IMMEDIATE");
      try {
        const { lastInsertRowid } = database
          .prepare("INSERT INTO members (name, code, until) VALUES (?, ?, ?)")
          .run(name, hashOf(code), until);
        for (const inbox of inboxes)
          database.prepare("INSERT INTO memberships VALUES (?, ?)").run(lastInsertRowid, inbox);
        database.exec("COMMIT");
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      }
      return code;
    },
    async join(code, token, now) {
      const { changes } = database
        .prepare(
          "UPDATE members SET token = ? WHERE code = ? AND revoked = 0 AND (token = ? OR (token IS NULL AND until > ?))",
        )
        .run(hashOf(token), hashOf(code), hashOf(token), now);
      return Number(changes) === 1;
    },
    catchUp: () => Promise.resolve(),
    member(token) {
      const row = byToken.get(hashOf(token));
      return row === undefined ? null : { id: Number(row["id"]), name: String(row["name"]) };
    },
    inboxesOf: ({ id }) => found(ofMember.all(id)),
    members: (now) =>
      database
        .prepare("SELECT * FROM members ORDER BY id")
        .all()
        .map((row) => ({
          id: Number(row["id"]),
          name: String(row["name"]),
          state: stateOf(
            { revoked: row["revoked"] === 1, joined: row["token"] !== null, until: Number(row["until"]) },
            now,
          ),
          inboxes: found(ofMember.all(Number(row["id"]))).map(({ name }) => name),
        })),
    async revoke(nameOrNumber) {
      const { changes } = database
        .prepare("UPDATE members SET revoked = 1 WHERE revoked = 0 AND (name = ? OR CAST(id AS TEXT) = ?)")
        .run(nameOrNumber, nameOrNumber);
      return Number(changes);
    },
    setting: (name) => {
      const row = database.prepare("SELECT value FROM settings WHERE name = ?").get(name);
      return row === undefined ? null : String(row["value"]);
    },
    async set(name, value) {
      database
        .prepare("INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value")
        .run(name, value);
    },
    close: async () => database.close(),
  };
}
