import type { Notice } from "../../shared/notices.ts";
import type { Clock } from "../clock.ts";
import type { Journal } from "./api.ts";

/**
 * Tells the user something about Linkdesk itself, as a row of the event log.
 *
 * Settings are read before the journal is open, and what is wrong with them is worth a row: so notices wait here.
 * A notice that cannot be recorded goes to `log`; it is no reason to stop.
 */
export function createNotices(clock: Clock, log: (message: string, error?: unknown) => void) {
  let journal: Pick<Journal, "append"> | null = null;
  const waiting: Parameters<Journal["append"]>[0][] = [];

  function record(event: Parameters<Journal["append"]>[0]): void {
    if (journal === null) waiting.push(event);
    else journal.append(event).catch((error: unknown) => log("A notice could not be recorded.", error));
  }

  return {
    tell: (notice: Notice): void => record({ kind: "notice", summary: { kind: "notice", at: clock.now(), notice } }),
    /** Hands over the journal once it is open; what was told before is recorded then, with its own time. */
    recordIn(opened: Pick<Journal, "append">): void {
      journal = opened;
      for (const event of waiting.splice(0)) record(event);
    },
  };
}
