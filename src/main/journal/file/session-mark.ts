import { closeSync, openSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { Instant } from "../../../shared/primitives.ts";

/**
 * A file that is there while a session runs. Found at the start, it says that the last session ended abruptly, and
 * its time of change is that session's last sign of life: touching it costs no write to the journal.
 */
export const MARK_FILE = "journal.running";

export interface SessionMark {
  /** When the last session gave its last sign of life; null when it ended in order. */
  readonly endedAbruptly: Instant | null;
  touch(): void;
  /** The session ends in order. */
  remove(): void;
}

export function openSessionMark(folder: string): SessionMark {
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
    endedAbruptly: found === undefined ? null : Math.floor(found.mtimeMs * 1_000),
    touch,
    remove: () => rmSync(file, { force: true }),
  };
}
