import { closeSync, openSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { EventId } from "../../../shared/primitives.ts";
import { FORWARD_WAITS, type ForwardOutcome } from "../../../shared/replay.ts";
import { ANSWER_STATES, codeOf, KIND } from "../columns/codec.ts";
import { purgeCleared } from "./clearing.ts";
import { openState } from "./state.ts";

/**
 * What the last session left undone, settled before this one's first event: a call that was under way was
 * interrupted, a delivery that was not answered yet never will be, one that waited to be handed on was not, and what was
 * cleared can no longer be undone.
 */
export function recover(database: DatabaseSync): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    settleOpen(database, Number.MAX_SAFE_INTEGER);
    purgeCleared(database, openState(database));
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** The rows up to this one that were not completed, inside the caller's transaction. */
export function settleOpen(database: DatabaseSync, last: EventId): void {
  database
    .prepare("UPDATE events SET open = 0, outcome = ? WHERE open = 1 AND kind = ? AND id <= ?")
    .run(JSON.stringify({ code: "interrupted" }), KIND.call, last);
  database
    .prepare("UPDATE events SET open = 0, answer_state = ? WHERE open = 1 AND kind = ? AND id <= ?")
    .run(codeOf(ANSWER_STATES, "failed"), KIND.delivery, last);
  settleForwards(database, last);
}

/** They went one after the other: only the first can have been under way, and nobody knows how far it came. */
function settleForwards(database: DatabaseSync, last: EventId): void {
  const settle = database.prepare("UPDATE events SET forward = ? WHERE id = ?");
  const waiting = database.prepare("SELECT id FROM forwards_waiting WHERE id <= ? ORDER BY id").all(last);
  waiting.forEach(({ id }, place) => {
    const outcome: ForwardOutcome = place === 0 ? { code: "interrupted" } : { code: "not-sent", because: "closed" };
    settle.run(JSON.stringify({ ...FORWARD_WAITS, outcome }), Number(id));
  });
  database.prepare("DELETE FROM forwards_waiting WHERE id <= ?").run(last);
}

/**
 * A file that is there while a session runs. Found at the start, it says that the last session ended abruptly, and
 * its time of change is that session's last sign of life: touching it costs no write to the journal.
 */
export const MARK_FILE = "journal.running";

export type SessionMark = ReturnType<typeof openSessionMark>;

export function openSessionMark(folder: string) {
  const file = join(folder, MARK_FILE);
  const found = statSync(file, { throwIfNoEntry: false });
  closeSync(openSync(file, "a"));
  const touch = (): void => {
    const now = new Date();
    try {
      utimesSync(file, now, now);
    } catch {
      // Without it the gap that is reported after an abrupt end only begins earlier.
    }
  };
  touch();
  return {
    /** When the last session gave its last sign of life; null when it ended in order. */
    endedAbruptly: found === undefined ? null : Math.floor(found.mtimeMs * 1_000),
    touch,
    /** The session ends in order. */
    remove: (): void => rmSync(file, { force: true }),
  };
}
