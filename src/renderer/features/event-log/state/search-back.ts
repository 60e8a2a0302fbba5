import type { Input, JournalPage } from "../../../../shared/contract.ts";
import type { Result } from "../../../../shared/primitives.ts";
import { type LogAction, type LogData, oldestHeld, type SearchingBack } from "./log-reducer.ts";

/** After so many milliseconds a search among older events shows what it has found, and goes on. */
export const SEARCH_MS = 700;

export function isSearchingBack(searching: SearchingBack | null): boolean {
  return searching !== null && !searching.stopped;
}

interface Needs {
  readonly page: (query: Omit<Input<"journal", "page">, "filter">) => Promise<Result<JournalPage>>;
  readonly get: () => LogData;
  readonly dispatch: (action: LogAction) => void;
  /** A number for a request that can be cancelled until the next one is made. */
  readonly nextRequest: () => string;
  /** Whether the rows that are searched for are still wanted. */
  readonly wanted: () => boolean;
}

/**
 * Goes on with a search that has not found the rows it was to find in its time, and shows what it finds as it comes. A
 * word that nearly every event has, negated, takes a look at each of a million bodies; nobody has to wait for that
 * blindly, neither at first nor when scrolling back.
 *
 * @param missing matches to be found before it rests; scrolling on asks for more
 */
export async function searchBack(
  from: NonNullable<JournalPage["searchedTo"]>,
  missing: number,
  { page, get, dispatch, nextRequest, wanted }: Needs,
): Promise<void> {
  dispatch({ type: "search", from, missing });
  for (;;) {
    const { searching } = get();
    if (searching === null) return;
    const result: Result<JournalPage> = await page({
      before: searching.id,
      limit: Math.max(1, searching.missing),
      requestId: nextRequest(),
      within: SEARCH_MS,
    });
    if (!wanted()) return;
    // Stopped: what lies beyond was not looked at, and the user says whether it is to be.
    if (!result.ok || get().searching?.stopped !== false) {
      dispatch({ type: "search-stopped" });
      break;
    }
    // The oldest rows were let go for newer ones meanwhile: what was found does not lie next to the rest any more.
    if (searching.oldest !== null && oldestHeld(get()) !== searching.oldest) {
      dispatch({ type: "search-dropped" });
      break;
    }
    dispatch({ type: "found", page: result.value, left: searching.missing - result.value.events.length });
    if (get().searching === null) break;
  }
  dispatch({ type: "search-over" });
}
