import type { Bridge, Input, JournalPage } from "../../../shared/contract.ts";
import type { EventSummary } from "../../../shared/events.ts";
import type { EventId, Result } from "../../../shared/primitives.ts";
import { settle } from "../../app/bridge.ts";

/** The way to pages of the log. */
export interface Pages {
  readonly ask: (query: Input<"journal", "page">) => Promise<Result<JournalPage>>;
  /** To be told of every row that is amended: a page on its way may still have it as it was. */
  readonly amended: (events: readonly EventSummary[]) => void;
}

export function createPages(bridge: Bridge): Pages {
  let underWay = 0;
  let lately = new Map<EventId, EventSummary>();
  return {
    async ask(query) {
      underWay += 1;
      const result = await settle(bridge.journal.page(query));
      underWay -= 1;
      const newer = lately;
      if (underWay === 0) lately = new Map();
      if (!result.ok || newer.size === 0) return result;
      const events = result.value.events.map((event) => newer.get(event.id) ?? event);
      return { ok: true, value: { ...result.value, events } };
    },
    amended(events) {
      if (underWay > 0) for (const event of events) lately.set(event.id, event);
    },
  };
}
