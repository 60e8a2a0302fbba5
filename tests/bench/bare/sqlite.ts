import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deliveryBody, STEP_MS } from "../deliveries.ts";
import type { Bench } from "../harness/figure.ts";
import { times } from "../harness/statistics.ts";

// What SQLite does on this machine with the same bodies and nothing around it: one table, one connection, no thread.

const ROWS = 50_000;
const BATCH = 500;

function openTable(bench: Bench, sql: string): DatabaseSync {
  const database = new DatabaseSync(join(bench.newFolder(), "bare.db"));
  bench.atEnd(() => database.close());
  database.exec(`PRAGMA journal_mode = WAL; ${sql}`);
  return database;
}

function fill(database: DatabaseSync, count: number): void {
  const insert = database.prepare("INSERT INTO bare (body) VALUES (?)");
  const now = Date.now();
  for (let place = 0; place < count; place += 1) {
    if (place % BATCH === 0) database.exec("BEGIN");
    insert.run(deliveryBody(place, now + place * STEP_MS));
    if (place % BATCH === BATCH - 1 || place === count - 1) database.exec("COMMIT");
  }
}

/** Reads so many pages of `limit` rows at random places of a bare table; resolves with the milliseconds of each. */
export function barePages(bench: Bench, limit: number): (count: number) => Promise<readonly number[]> {
  const database = openTable(bench, "CREATE TABLE bare (id INTEGER PRIMARY KEY, body TEXT)");
  fill(database, ROWS);
  const page = database.prepare("SELECT id, body FROM bare WHERE id < ? ORDER BY id DESC LIMIT ?");
  return (count) => times(count, async () => page.all(limit + Math.floor(Math.random() * (ROWS - limit)), limit));
}

/** Puts the same bodies into a bare full-text index of three characters each; texts a second. */
export function bareIndexRate(bench: Bench, count: number): number {
  const database = openTable(bench, "CREATE VIRTUAL TABLE bare USING fts5 (body, content = '', tokenize = 'trigram')");
  const begun = performance.now();
  fill(database, count);
  return (count / (performance.now() - begun)) * 1_000;
}
