import type { JournalStatus } from "../../../shared/journal-status.ts";
import { createFeed } from "../../feed.ts";
import type { JournalProblem } from "../journal-failure.ts";
import { lagOf, type SharedCounters } from "../shared-counters.ts";

const LOOK_MS = 400;

/** Knows how the log is doing and tells when that changes. */
export function createStatusFeed(counters: SharedCounters) {
  const feed = createFeed<JournalStatus>();
  let problem: JournalProblem | null = null;
  let told: JournalStatus = { problem: null, indexLag: 0 };

  const now = (): JournalStatus => ({ problem, indexLag: lagOf(counters) });

  function tell(): void {
    const status = now();
    if (status.problem?.sentence === told.problem?.sentence && status.indexLag === told.indexLag) return;
    told = status;
    feed.tell(status);
  }

  // The other threads move the index on without saying so; it is looked at, since a look costs nothing.
  const timer = setInterval(tell, LOOK_MS);
  timer.unref();

  return {
    now,
    problem: (): JournalProblem | null => problem,
    setProblem(next: JournalProblem | null): void {
      problem = next;
      tell();
    },
    listen: feed.listen,
    close(): void {
      clearInterval(timer);
      feed.close();
    },
  };
}
