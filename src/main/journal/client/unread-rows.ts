import type { EventSummary, Facts } from "../../../shared/events.ts";
import type { EventId, Instant } from "../../../shared/primitives.ts";
import type { WebhookReading } from "../../../shared/reading.ts";
import { factsOf } from "../../payload/index.ts";
import { createReadingJoiner, NOTHING_READ, type StoredReading } from "../columns/stored-reading.ts";
import type { ReadLater } from "../messages.ts";
import type { MakeSummary } from "./change-feed.ts";
import type { NewsFeed } from "./news-feed.ts";

interface UnreadRow {
  readonly at: Instant;
  stored: StoredReading | null;
  /** Its row as it was told last. */
  make: MakeSummary | null;
}

/**
 * Webhooks of a flood that are committed and not read yet. What happened after them is told to runs after them: they
 * follow the log in its order.
 */
export interface UnreadRows extends NewsFeed {
  /** Notes a webhook that will be read later. @returns gives what it says; nothing until it was read */
  wait(id: EventId, at: Instant): () => WebhookReading;
  has(id: EventId): boolean;
  /** Notes how its row was told last: once it is read it is told again with what it says. */
  tellAs(id: EventId, make: MakeSummary): void;
  /** @returns the rows that say something now */
  read(readings: readonly ReadLater[]): readonly (readonly [EventId, MakeSummary])[];
  /**
   * Forgets all of them: the thread that was to read them has ended. The next one reads them as after a changed
   * reading.
   */
  release(): void;
  first(): EventId | null;
  since(): Instant | null;
}

export function createUnreadRows(news: NewsFeed): UnreadRows {
  const joinReading = createReadingJoiner();
  const rows = new Map<EventId, UnreadRow>();
  // A set gives up its oldest without moving the others, of which there may be 60,000.
  const queue = new Set<{ readonly id: EventId | null; readonly tell: () => void }>();

  function inOrder(id: EventId | null, tell: () => void): void {
    if (queue.size === 0 && (id === null || !rows.has(id))) tell();
    else queue.add({ id, tell });
  }

  function flush(): void {
    for (const news of queue) {
      if (news.id !== null && rows.has(news.id)) return;
      queue.delete(news);
      news.tell();
    }
  }

  return {
    appended: (id, kind, make, beside) => inOrder(id, () => news.appended(id, kind, make, beside)),
    amended: (id, kind, make, beside) => inOrder(null, () => news.amended(id, kind, make, beside)),
    reset: () => inOrder(null, news.reset),
    readingsChanged: (unreadSince) => inOrder(null, () => news.readingsChanged(unreadSince)),
    listen: news.listen,
    wait(id, at) {
      const row: UnreadRow = { at, stored: null, make: null };
      rows.set(id, row);
      return () => (row.stored === null ? NOTHING_READ : joinReading(row.stored));
    },
    has: (id) => rows.has(id),
    tellAs(id, make) {
      const row = rows.get(id);
      if (row !== undefined) row.make = make;
    },
    read(readings) {
      const told = readings.flatMap(({ id, reading }): readonly (readonly [EventId, MakeSummary])[] => {
        const row = rows.get(id);
        rows.delete(id);
        if (row === undefined || reading === null) return [];
        row.stored = reading;
        const { make } = row;
        if (make === null) return [];
        const facts = (): Facts => factsOf(joinReading(reading));
        return [[id, () => withFacts(make(), facts)]];
      });
      flush();
      return told;
    },
    release() {
      rows.clear();
      flush();
    },
    first: () => rows.keys().next().value ?? null,
    since: () => rows.values().next().value?.at ?? null,
  };
}

function withFacts(summary: EventSummary, facts: () => Facts): EventSummary {
  return summary.kind === "delivery" ? { ...summary, facts: facts() } : summary;
}
