import type { Push } from "../../../../shared/contract.ts";
import type { EventSummary } from "../../../../shared/events.ts";
import type { EventId } from "../../../../shared/primitives.ts";
import { MAX_ROWS } from "./log-window.ts";
import { keepingRun } from "./run-news.ts";

/** What pushes have told since they were last applied: collected in between, so that a frame applies them once. */
export interface Arrivals {
  readonly add: (push: Push<"journal.changed">) => void;
  /** All that was collected; the collection is empty afterwards. */
  readonly take: () => Collected;
}

export interface Collected {
  readonly appended: readonly EventSummary[];
  readonly amended: readonly EventSummary[];
  /** Rows older than `appended` that were left out, here or in main. */
  readonly skipped: number;
  readonly reset: boolean;
  /** How many of the events, skipped ones included, had not been heard of before. */
  readonly count: number;
}

/**
 * @param heard the newest row that is known already: events up to it are not counted again
 */
export function createArrivals(heard: () => EventId): Arrivals {
  let appended: EventSummary[] = [];
  let amended = new Map<EventId, EventSummary>();
  let skipped = 0;
  let reset = false;

  return {
    add(push) {
      // What was collected before belongs to a log that is gone.
      if (push.reset) {
        appended = [];
        amended = new Map();
        skipped = 0;
        reset = true;
      }
      // Only the newest without a hole can be shown.
      if (push.skipped > 0) {
        skipped += appended.length + push.skipped;
        appended = [];
      }
      appended.push(...push.appended);
      const over = appended.length - MAX_ROWS;
      if (over > 0) {
        appended.splice(0, over);
        skipped += over;
      }
      for (const event of push.amended) amended.set(event.id, event);
    },
    take() {
      const first = appended[0]?.id;
      const known = heard();
      // Row numbers are given out one by one: what was skipped lies between the known rows and the first one here.
      const before = first === undefined ? skipped : Math.min(skipped, Math.max(0, first - 1 - known));
      const count = before + appended.filter((event) => event.id > known).length;
      const collected = { appended: current(), amended: [...amended.values()], skipped, reset, count };
      appended = [];
      amended = new Map();
      skipped = 0;
      reset = false;
      return collected;
    },
  };

  /** A row that was appended and has gone on within the same frame is shown as it is by now. */
  function current(): readonly EventSummary[] {
    return amended.size === 0 ? appended : appended.map((event) => keepingRun(amended.get(event.id) ?? event, event));
  }
}
