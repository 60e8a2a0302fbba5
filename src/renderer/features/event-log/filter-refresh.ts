import type { Input, JournalPage } from "../../../shared/contract.ts";
import type { Result } from "../../../shared/primitives.ts";
import type { EventLogState } from "./event-log-state.ts";
import { type LogWindow, MAX_ROWS, PAGE_ROWS, withNewer, withNewest } from "./log-window.ts";
import { isSearchingBack, SEARCH_MS } from "./search-back.ts";
import type { Ticker } from "./ticker.ts";

/** Between two pages fetched for a filter while events arrive. */
const REFRESH_MS = 120;
/** What takes long gets so many times its own time in between, so that searching never is all that is done. */
const REST_TIMES = 3;

interface Needs {
  readonly ticker: Ticker;
  readonly page: (query: Omit<Input<"journal", "page">, "filter">) => Promise<Result<JournalPage>>;
  readonly get: () => EventLogState;
  readonly set: (change: Partial<EventLogState> | ((slice: EventLogState) => Partial<EventLogState>)) => void;
  /** Grows whenever rows asked for before are no longer wanted. */
  readonly generation: () => number;
}

/**
 * With a filter only main knows what matches: asks for it, once at a time, and once more after the last arrival.
 * Returns what is to be called when something may match anew.
 */
export function filterRefresh({ ticker, page, get, set, generation }: Needs): () => void {
  let refreshing = false;
  let again = false;
  let took = 0;

  function schedule(): void {
    if (refreshing) {
      again = true;
      return;
    }
    refreshing = true;
    later();
  }

  function later(): void {
    ticker.later(Math.max(REFRESH_MS, REST_TIMES * took), () => {
      // What the filter finds further back comes first.
      if (isSearchingBack(get().searching)) later();
      else void refresh();
    });
  }

  async function refresh(): Promise<void> {
    again = false;
    const begun = ticker.now();
    const wanted = generation();
    const { window, filter, following, paused } = get();
    if (filter !== "" && !paused) {
      const last = window.rows.at(-1);
      const room = window.rows.length < MAX_ROWS;
      const isCostly = took > SEARCH_MS;
      if (last === undefined || (following && !isCostly)) {
        const result = await page({ limit: PAGE_ROWS, ...(isCostly ? { within: SEARCH_MS } : {}) });
        if (wanted === generation() && result.ok) set((slice) => ({ window: withNewest(slice.window, result.value) }));
      } else if (room) {
        const result = await page({ after: last.id, limit: PAGE_ROWS });
        if (wanted === generation() && result.ok && get().window.rows.at(-1)?.id === last.id)
          takeNewerMatches(get().window, result.value, following);
      } else
        set((slice) => ({ window: { ...slice.window, moreAfter: true }, unseen: { ...slice.unseen, more: true } }));
    }
    took = ticker.now() - begun;
    refreshing = false;
    if (again) schedule();
  }

  function takeNewerMatches(window: LogWindow, found: JournalPage, following: boolean): void {
    const next = withNewer(window, found);
    if (following) return set({ window: next });
    const added = next.rows.length - window.rows.length;
    set({ window: next, unseen: { count: get().unseen.count + added, more: found.moreAfter } });
  }

  return schedule;
}
