import { createHash, randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Instant } from "../../shared/primitives.ts";

/** A place for one business's webhooks. */
export interface Inbox {
  readonly id: string;
  readonly name: string;
  /** What its senders are answered. */
  readonly status: number;
  readonly body: string;
}

export interface Member {
  readonly id: number;
  readonly name: string;
}

/** A member as the list shows one. */
export interface ListedMember extends Member {
  readonly state: "invited" | "invitation over" | "member" | "revoked";
  readonly inboxes: readonly string[];
}

/** Who may receive what. In a file that the command line writes while the relay runs, so each question is asked of it. */
export interface Registry {
  addInbox(name: string, answer: Pick<Inbox, "status" | "body">): Inbox;
  inbox(id: string): Inbox | null;
  /** By its id or by its name. @throws RegistryProblem */
  findInbox(text: string): Inbox;
  inboxes(): readonly Inbox[];
  removeInbox(id: string): void;
  /** @returns the code of the invitation, which is kept nowhere */
  invite(name: string, inboxes: readonly string[], until: Instant): string;
  /** One use: false for a code that is unknown, over, or was used with another token. */
  join(code: string, token: string, now: Instant): boolean;
  member(token: string): Member | null;
  inboxesOf(member: Member): readonly Inbox[];
  members(now: Instant): readonly ListedMember[];
  /** Returns how many members of that name, or that number, were put out. */
  revoke(nameOrNumber: string): number;
  setting(name: "url"): string | null;
  set(name: "url", value: string): void;
  close(): void;
}

/** What was asked for cannot be done: a sentence for the command line. */
export class RegistryProblem extends Error {
  override readonly name = "RegistryProblem";
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS inboxes (
    id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, status INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;
  -- Tokens and codes are kept as hashes only. They are 256 random bits: nothing is gained by hashing slowly.
  CREATE TABLE IF NOT EXISTS members (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
    token TEXT UNIQUE, code TEXT NOT NULL UNIQUE, until INTEGER NOT NULL, revoked INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS memberships (
    member INTEGER NOT NULL, inbox TEXT NOT NULL, PRIMARY KEY (member, inbox)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

type Row = Readonly<Record<string, unknown>>;

function inboxOf(row: Row | undefined): Inbox | null {
  if (row === undefined) return null;
  return {
    id: String(row["id"]),
    name: String(row["name"]),
    status: Number(row["status"]),
    body: String(row["body"]),
  };
}

export function openRegistry(folder: string): Registry {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(folder, "people.sqlite"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 2000");
  database.exec(SCHEMA);
  const one = database.prepare("SELECT * FROM inboxes WHERE id = ?");
  const named = database.prepare("SELECT * FROM inboxes WHERE name = ?");
  const all = database.prepare("SELECT * FROM inboxes ORDER BY name");
  const byToken = database.prepare("SELECT id, name FROM members WHERE token = ? AND revoked = 0");
  const ofMember = database.prepare(
    "SELECT inboxes.* FROM memberships JOIN inboxes ON inboxes.id = inbox WHERE member = ? ORDER BY inboxes.name",
  );
  const found = (rows: readonly Row[]): readonly Inbox[] => rows.flatMap((row) => inboxOf(row) ?? []);

  function findInbox(text: string): Inbox {
    const inbox = inboxOf(one.get(text)) ?? inboxOf(named.get(text));
    if (inbox === null) throw new RegistryProblem(`There is no inbox "${text}".`);
    return inbox;
  }

  return {
    addInbox(name, { status, body }) {
      if (inboxOf(named.get(name)) !== null) throw new RegistryProblem(`There is an inbox "${name}" already.`);
      const id = randomBytes(16).toString("hex");
      database.prepare("INSERT INTO inboxes VALUES (?, ?, ?, ?)").run(id, name, status, body);
      return { id, name, status, body };
    },
    inbox: (id) => inboxOf(one.get(id)),
    findInbox,
    inboxes: () => found(all.all()),
    removeInbox(id) {
      database.prepare("DELETE FROM memberships WHERE inbox = ?").run(id);
      database.prepare("DELETE FROM inboxes WHERE id = ?").run(id);
    },
    invite(name, inboxes, until) {
      const code = randomBytes(32).toString("base64url");
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
    join(code, token, now) {
      const { changes } = database
        .prepare(
          "UPDATE members SET token = ? WHERE code = ? AND revoked = 0 AND (token = ? OR (token IS NULL AND until > ?))",
        )
        .run(hashOf(token), hashOf(code), hashOf(token), now);
      return Number(changes) === 1;
    },
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
          state:
            row["revoked"] === 1
              ? "revoked"
              : row["token"] !== null
                ? "member"
                : Number(row["until"]) > now
                  ? "invited"
                  : "invitation over",
          inboxes: found(ofMember.all(Number(row["id"]))).map(({ name }) => name),
        })),
    revoke(nameOrNumber) {
      const { changes } = database
        .prepare("UPDATE members SET revoked = 1 WHERE revoked = 0 AND (name = ? OR CAST(id AS TEXT) = ?)")
        .run(nameOrNumber, nameOrNumber);
      return Number(changes);
    },
    setting: (name) => {
      const row = database.prepare("SELECT value FROM settings WHERE name = ?").get(name);
      return row === undefined ? null : String(row["value"]);
    },
    set(name, value) {
      database
        .prepare("INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value")
        .run(name, value);
    },
    close: () => database.close(),
  };
}
