import { type EventId, type Instant } from "../../../shared/primitives.ts";
import type { WebhookReading } from "../../../shared/reading.ts";
import type { Expectation } from "../../../shared/run.ts";
import { createFeed } from "../../feed.ts";
import type { LogNews, LogRow } from "../../runs/index.ts";
import { NOTHING_READ } from "../columns/stored-reading.ts";
import type { MakeSummary } from "./change-feed.ts";

/** What runs are told of a row besides its summary, made when it is asked for. */
export interface Beside {
  readonly expectation?: Expectation | undefined;
  readonly reading?: (() => WebhookReading) | undefined;
}
type TellNews = (id: EventId, kind: LogRow["kind"], make: MakeSummary, beside: Beside) => void;

/**
 * Tells of every row that is committed, each by itself and in the order of their numbers. Unlike the changes for the
 * window nothing is gathered or left out, so whoever listens must be quick about it.
 */
export interface NewsFeed {
  readonly appended: TellNews;
  readonly amended: TellNews;
  reset(): void;
  /** @param unreadSince from when on webhooks were not read at all; null: all were */
  readingsChanged(unreadSince: Instant | null): void;
  listen(listener: (news: LogNews) => void): () => void;
}

export function createNewsFeed(): NewsFeed {
  const { tell, listen } = createFeed<LogNews>();
  const teller =
    (type: "appended" | "amended"): TellNews =>
    (id, kind, make, beside) =>
      tell({ type, id, kind, row: () => rowOf(make, beside) });
  return {
    appended: teller("appended"),
    amended: teller("amended"),
    reset: () => tell({ type: "reset" }),
    readingsChanged: (unreadSince) => tell({ type: "readings-changed", unreadSince }),
    listen,
  };
}

function rowOf(make: MakeSummary, { expectation, reading }: Beside): LogRow {
  const summary = make();
  switch (summary.kind) {
    case "call":
      return { kind: "call", summary, expectation: expectation ?? null };
    case "delivery":
      return { kind: "delivery", summary, reading: reading?.() ?? NOTHING_READ };
    case "notice":
      return { kind: "notice", summary };
  }
}
