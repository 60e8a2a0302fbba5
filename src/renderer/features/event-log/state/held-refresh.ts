import type { RefreshNeeds } from "./filter-refresh.ts";
import { oldestHeld } from "./log-reducer.ts";
import { PAGE_ROWS } from "./log-window.ts";

/** More of such news follows soon: what is asked for after the last of it is asked for once. */
const QUIET_MS = 250;

/**
 * Some of the rows that are held may have changed, and a flood has left out how: asks anew for all of them. Returns what
 * is to be called when that is so.
 */
export function heldRefresh({ ticker, page, get, dispatch, generation }: RefreshNeeds): () => void {
  let calls = 0;

  async function refresh(): Promise<void> {
    const wanted = generation();
    let after = (oldestHeld(get()) ?? 1) - 1;
    while (after < (get().window.rows.at(-1)?.id ?? 0)) {
      const result = await page({ after, limit: PAGE_ROWS });
      if (wanted !== generation() || !result.ok) return;
      const { events: amended } = result.value;
      const arrivals = { appended: [], amended, skipped: 0, reset: false, count: 0 };
      dispatch({ type: "told", arrivals, runs: null });
      after = amended.at(-1)?.id ?? Number.POSITIVE_INFINITY;
    }
  }

  return () => {
    calls += 1;
    const call = calls;
    ticker.later(QUIET_MS, () => {
      if (call === calls) void refresh();
    });
  };
}
