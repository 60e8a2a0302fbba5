import type { Bridge, Input, JournalPage } from "../../../../shared/contract.ts";
import type { EventSummary } from "../../../../shared/events.ts";
import type { EventId, Result } from "../../../../shared/primitives.ts";
import type { RunsChange } from "../../../../shared/run.ts";
import { settle } from "../../../core/bridge.ts";
import { createRunNews, keepingRun, withRunNews } from "./run-news.ts";

/** The way to pages of the log. */
export interface Pages {
  readonly ask: (query: Input<"journal", "page">) => Promise<Result<JournalPage>>;
  /** To be told of every row that is amended: a page on its way may still have it as it was. */
  readonly amended: (events: readonly EventSummary[]) => void;
  /** The same for what is told of runs. */
  readonly runsChanged: (change: RunsChange) => void;
}

export function createPages(bridge: Bridge): Pages {
  let underWay = 0;
  let lately = new Map<EventId, EventSummary>();
  const runsLately = createRunNews();
  return {
    async ask(query) {
      underWay += 1;
      const result = await settle(bridge.journal.page(query));
      underWay -= 1;
      const newer = lately;
      const runs = runsLately.take(Number.POSITIVE_INFINITY);
      if (underWay === 0) lately = new Map();
      // Another page that is still on its way may be older than this news too.
      else if (runs !== null) runsLately.add({ runs: [...runs.runs.values()], ties: [...runs.ties.values()] });
      if (!result.ok || (newer.size === 0 && runs === null)) return result;
      const events = result.value.events
        .map((event) => keepingRun(newer.get(event.id) ?? event, event))
        .map((event) => (runs === null ? event : withRunNews(event, runs)));
      return { ok: true, value: { ...result.value, events } };
    },
    amended(events) {
      if (underWay > 0) for (const event of events) lately.set(event.id, event);
    },
    runsChanged(change) {
      if (underWay > 0) runsLately.add(change);
    },
  };
}
