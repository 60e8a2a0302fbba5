import type { EventId, Instant } from "../../../shared/primitives.ts";
import type { LogPage, RunsJournal } from "../../runs/index.ts";
import { runRow, tieRow } from "../columns/run-columns.ts";
import { ROWS_AT_ONCE } from "../file/run-reader.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { Readers } from "./reading-threads.ts";
import type { UnreadRows } from "./unread-rows.ts";

interface FollowingReading extends RunsJournal {
  /** Rows from this one on are being read anew; null: none is. */
  readUpTo(unreadFrom: EventId | null): void;
  /** Webhooks of a flood have been read. */
  goOn(): void;
}

/** What runs need of the journal: news go out here, questions to the thread that reads, and what is stored joins the queue. */
export function createRunsJournal(
  queue: CommitQueue,
  readers: Readers,
  news: UnreadRows,
  now: () => Instant,
  told: {
    /** How often webhooks were read anew, as far as runs were told of it. */
    readonly edition: () => number;
    /** From when on there are webhooks that an earlier start has left unread. */
    readonly leftUnread: () => Instant | null;
  },
): FollowingReading {
  let reread: EventId | null = null;
  /** The first row that does not say yet what it is to say. */
  const unread = (): EventId | null => {
    const first = news.first();
    return reread === null || (first !== null && first < reread) ? first : reread;
  };
  let waiting: { readonly from: EventId; readonly resolve: () => void }[] = [];
  /** Whether a page from here on can be had: a whole one, while more is to come. */
  const isReadFrom = (from: EventId): boolean => {
    const until = unread();
    return until === null || until - from >= ROWS_AT_ONCE;
  };

  function goOn(): void {
    const before = waiting;
    waiting = before.filter(({ from }) => !isReadFrom(from));
    for (const each of before) if (!waiting.includes(each)) each.resolve();
  }

  return {
    onNews: news.listen,
    recall: (query) => readers.ask({ ask: "recall", ...query }),
    recallRun: (id) => readers.ask({ ask: "recall-run", id }),
    recallDelivery: (id) => readers.ask({ ask: "recall-delivery", id }),
    unreadSince() {
      const moments = [news.since(), told.leftUnread()].filter((since) => since !== null);
      return moments.length === 0 ? null : Math.min(...moments);
    },
    isBeingRead: () => reread !== null,
    isRead(from) {
      return new Promise((resolve) => {
        if (isReadFrom(from)) resolve();
        else waiting.push({ from, resolve });
      });
    },
    async readAll(from) {
      if (!isReadFrom(from ?? 0)) return { rows: [], next: from ?? 0 };
      // Written by our own thread a moment ago.
      return JSON.parse(await readers.ask({ ask: "read-all", from, before: unread() })) as LogPage;
    },
    async save({ runs, ties, through, judgedAll }) {
      await queue.perform({
        do: "save-runs",
        runs: runs.map(runRow),
        ties: ties.map(tieRow),
        through,
        at: now(),
        judged: judgedAll ? told.edition() : null,
      });
    },
    readUpTo(unreadFrom) {
      reread = unreadFrom;
      goOn();
    },
    goOn,
  };
}
