import type { Input, JournalPage } from "../../../shared/contract.ts";
import type { EventId, Result } from "../../../shared/primitives.ts";
import type { EventLogState, SearchingBack } from "./event-log-state.ts";
import { withFoundOlder } from "./log-window.ts";

/** After so many milliseconds a search among older events shows what it has found, and goes on. */
export const SEARCH_MS = 700;

export function isSearchingBack(searching: SearchingBack | null): boolean {
  return searching !== null && !searching.stopped;
}

interface Needs {
  readonly page: (query: Omit<Input<"journal", "page">, "filter">) => Promise<Result<JournalPage>>;
  readonly get: () => EventLogState;
  readonly set: (change: Partial<EventLogState>) => void;
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
  { page, get, set, nextRequest, wanted }: Needs,
): Promise<void> {
  set({ searching: { ...from, missing, oldest: oldestHeld(get()), stopped: false } });
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
      set({ searching: { ...searching, stopped: true } });
      break;
    }
    // The oldest rows were let go for newer ones meanwhile: what was found does not lie next to the rest any more.
    if (searching.oldest !== null && oldestHeld(get()) !== searching.oldest) {
      set({ searching: null });
      break;
    }
    const { events, moreBefore, searchedTo } = result.value;
    const next = withFoundOlder(get().window, events, moreBefore);
    const left = searching.missing - events.length;
    const goesOn = searchedTo !== undefined && left > 0;
    set({
      window: next,
      following: get().following && !next.moreAfter,
      searching: goesOn ? { ...searchedTo, missing: left, oldest: next.rows[0]?.id ?? null, stopped: false } : null,
      ...(next.rows.length === 0 ? {} : { phase: "ready" as const }),
    });
    if (!goesOn) break;
  }
  set({ phase: "ready" });
}

export function oldestHeld({ window }: EventLogState): EventId | null {
  return window.rows[0]?.id ?? null;
}
