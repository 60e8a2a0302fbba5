import type { Input, JournalPage } from "../../../shared/contract.ts";
import type { Instant, Result } from "../../../shared/primitives.ts";
import { PAGE_ROWS } from "./log-window.ts";
import type { EventLogSlice } from "./slice.ts";

/** After so many milliseconds a search among older events shows what it has found, and goes on. */
export const SEARCH_MS = 700;

/** A search among older events that takes longer: how far back it has come, and whether it was stopped there. */
export interface SearchingBack {
  readonly at: Instant;
  readonly stopped: boolean;
}

export function isSearchingBack(searching: SearchingBack | null): boolean {
  return searching !== null && !searching.stopped;
}

interface Needs {
  readonly page: (query: Omit<Input<"journal", "page">, "filter">) => Promise<Result<JournalPage>>;
  readonly get: () => EventLogSlice;
  readonly set: (change: Partial<EventLogSlice>) => void;
  /** A number for a request that can be cancelled until the next one is made. */
  readonly nextRequest: () => string;
  /** Whether the rows that are searched for are still wanted. */
  readonly wanted: () => boolean;
}

/**
 * Goes on with a search that has not found a page of rows in its time, and shows what it finds as it comes. A word
 * that nearly every event has, negated, takes a look at each of a million bodies; nobody has to wait for that blindly.
 */
export async function searchBack(from: NonNullable<JournalPage["searchedTo"]>, needs: Needs): Promise<void> {
  const { page, get, set, nextRequest, wanted } = needs;
  let next: typeof from | undefined = from;
  set({ searching: { at: from.at, stopped: false } });
  while (next !== undefined) {
    const limit = PAGE_ROWS - get().window.rows.length;
    const result: Result<JournalPage> = await page({
      before: next.id,
      limit: Math.max(1, limit),
      requestId: nextRequest(),
      within: SEARCH_MS,
    });
    if (!wanted()) return;
    const { searching, window } = get();
    // Stopped: what lies beyond was not looked at, and can be asked for by scrolling up.
    if (!result.ok || searching === null || searching.stopped) break;
    const { events, moreBefore, searchedTo } = result.value;
    const rows = [...events, ...window.rows];
    next = rows.length < PAGE_ROWS ? searchedTo : undefined;
    set({ window: { ...window, rows, moreBefore }, ...(rows.length === 0 ? {} : { phase: "ready" as const }) });
    set({ searching: next === undefined ? null : { at: next.at, stopped: false } });
  }
  set({ phase: "ready" });
}
