import { assertNever, type EventId } from "../../../shared/primitives.ts";
import type { Expectation } from "../../../shared/run.ts";
import type { LogNews, LogRow } from "../../runs/index.ts";
import type { MakeSummary } from "./change-feed.ts";

type Tell = (id: EventId, kind: LogRow["kind"], make: MakeSummary, expectation?: Expectation) => void;

/**
 * Tells of every row that is committed, each by itself and in the order of their numbers. Unlike the changes for the
 * window nothing is gathered or left out, so whoever listens must be quick about it.
 */
export interface NewsFeed {
  readonly appended: Tell;
  readonly amended: Tell;
  reset(): void;
  listen(listener: (news: LogNews) => void): () => void;
}

export function createNewsFeed(): NewsFeed {
  const listeners = new Set<(news: LogNews) => void>();
  const tell = (news: LogNews): void => {
    for (const listener of listeners) listener(news);
  };
  const teller =
    (type: "appended" | "amended"): Tell =>
    (id, kind, make, expectation) =>
      tell({ type, id, kind, row: () => rowOf(make, expectation ?? null) });
  return {
    appended: teller("appended"),
    amended: teller("amended"),
    reset: () => tell({ type: "reset" }),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function rowOf(make: MakeSummary, expectation: Expectation | null): LogRow {
  const summary = make();
  switch (summary.kind) {
    case "call":
      return { kind: "call", summary, expectation };
    case "delivery":
      return { kind: "delivery", summary };
    case "notice":
      return { kind: "notice", summary };
    default:
      return assertNever(summary);
  }
}
