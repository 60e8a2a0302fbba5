import type { Instant } from "../../../shared/primitives.ts";
import type { LogPage, RunsJournal } from "../../runs/index.ts";
import { runRow, tieRow } from "../columns/run-columns.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { NewsFeed } from "./news-feed.ts";
import type { Readers } from "./reading-threads.ts";

/** What runs need of the journal: news go out here, questions to the thread that reads, and what is stored joins the queue. */
export function createRunsJournal(
  queue: CommitQueue,
  readers: Readers,
  news: NewsFeed,
  now: () => Instant,
  /** How often webhooks were read anew, as far as runs were told of it. */
  edition: () => number,
): RunsJournal {
  return {
    onNews: news.listen,
    recall: (query) => readers.ask({ ask: "recall", ...query }),
    recallRun: (id) => readers.ask({ ask: "recall-run", id }),
    recallDelivery: (id) => readers.ask({ ask: "recall-delivery", id }),
    // Written by our own thread a moment ago.
    readAll: async (from) => JSON.parse(await readers.ask({ ask: "read-all", from })) as LogPage,
    async save({ runs, ties, through, judgedAll }) {
      await queue.perform({
        do: "save-runs",
        runs: runs.map(runRow),
        ties: ties.map(tieRow),
        through,
        at: now(),
        judged: judgedAll ? edition() : null,
      });
    },
  };
}
