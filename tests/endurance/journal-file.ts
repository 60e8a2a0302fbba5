import { DatabaseSync } from "node:sqlite";
import { KINDS } from "../../src/main/journal/columns/codec.ts";
import { numberedBody, numberOf } from "./numbered-body.ts";

/** What a look into the journal's file, past the app, has found. */
export interface JournalFindings {
  /** How often each numbered delivery is there. */
  readonly counts: ReadonlyMap<number, number>;
  /** Rows of deliveries whose bytes are not those that were sent. */
  readonly changed: readonly number[];
  /** Rows not completed: calls under way, deliveries not answered. */
  readonly open: number;
  /** Calls that a kill has interrupted. */
  readonly interruptedCalls: number;
  /** Notices that nothing was recorded for a while, because the app had ended abruptly. */
  readonly abruptEnds: number;
  readonly lastRow: number;
}

const kindOf = (kind: (typeof KINDS)[number]): number => KINDS.indexOf(kind);

/** Reads a journal's file beside the running app, from the row after `afterRow` on. */
export function readJournalFile(file: string, afterRow: number): JournalFindings {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  const one = (sql: string, ...values: (number | string)[]): number =>
    Number(database.prepare(sql).get(...values)?.["found"] ?? 0);
  try {
    const counts = new Map<number, number>();
    const changed: number[] = [];
    const deliveries = database.prepare(
      "SELECT id, request_body AS body FROM events JOIN contents USING (id) WHERE kind = ? AND id > ? ORDER BY id",
    );
    for (const { id, body } of deliveries.iterate(kindOf("delivery"), afterRow)) {
      const number = body instanceof Uint8Array ? numberOf(body) : null;
      if (number === null || !(body instanceof Uint8Array) || !numberedBody(number).equals(body))
        changed.push(Number(id));
      else counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    return {
      counts,
      changed,
      open: one("SELECT count(*) AS found FROM events WHERE open = 1"),
      interruptedCalls: one(
        "SELECT count(*) AS found FROM events WHERE kind = ? AND outcome ->> 'code' = 'interrupted'",
        kindOf("call"),
      ),
      abruptEnds: one(
        "SELECT count(*) AS found FROM events WHERE kind = ? AND notice ->> 'cause' = 'ended-abruptly'",
        kindOf("notice"),
      ),
      lastRow: one("SELECT max(id) AS found FROM events"),
    };
  } finally {
    database.close();
  }
}
