import type { Input, JournalPage } from "../../../../shared/contract.ts";
import type { Result } from "../../../../shared/primitives.ts";
import type { LogAction, LogData } from "./log-reducer.ts";
import { MAX_ROWS, PAGE_ROWS } from "./log-window.ts";
import { isSearchingBack, SEARCH_MS } from "./search-back.ts";
import type { Ticker } from "./ticker.ts";

/** Between two pages fetched for a filter while events arrive. */
const REFRESH_MS = 120;
/** What takes long gets so many times its own time in between, so that searching never is all that is done. */
const REST_TIMES = 3;

export interface RefreshNeeds {
  readonly ticker: Ticker;
  readonly page: (query: Omit<Input<"journal", "page">, "filter">) => Promise<Result<JournalPage>>;
  readonly get: () => LogData;
  readonly dispatch: (action: LogAction) => void;
  /** Grows whenever rows asked for before are no longer wanted. */
  readonly generation: () => number;
}

/**
 * With a filter only main knows what matches: asks for it, once at a time, and once more after the last arrival.
 * Returns what is to be called when something may match anew.
 */
export function filterRefresh({ ticker, page, get, dispatch, generation }: RefreshNeeds): () => void {
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
    const { window, filter, following, paused, unlisted } = get();
    if (filter !== "" && !paused) {
      const last = window.rows.at(-1);
      const room = window.rows.length < MAX_ROWS;
      const isCostly = took > SEARCH_MS;
      if (last === undefined || (following && !isCostly)) {
        const result = await page({ limit: PAGE_ROWS, ...(isCostly ? { within: SEARCH_MS } : {}) });
        if (wanted === generation() && result.ok) dispatch({ type: "newest-matches", page: result.value });
      } else if (room) {
        const result = await page({ after: last.id, limit: PAGE_ROWS });
        if (wanted === generation() && result.ok && get().window.rows.at(-1)?.id === last.id)
          dispatch({ type: "newer-matches", page: result.value });
      } else dispatch({ type: "no-room-for-matches" });
      if (wanted === generation()) dispatch({ type: "matches-asked", unlisted });
    }
    took = ticker.now() - begun;
    refreshing = false;
    if (again) schedule();
  }

  return schedule;
}
