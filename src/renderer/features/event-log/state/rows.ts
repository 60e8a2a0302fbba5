import type { EventSummary } from "../../../../shared/events.ts";
import type { EventId } from "../../../../shared/primitives.ts";

/** Where a row stands among rows with growing ids, found by halving; -1 when it is not there. */
export function indexOfId(rows: readonly EventSummary[], id: EventId): number {
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = rows[middle]?.id ?? 0;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The row with this id among rows with growing ids; null when it is not there, or for no id. */
export function rowWithId(rows: readonly EventSummary[], id: EventId | null): EventSummary | null {
  return id === null ? null : (rows[indexOfId(rows, id)] ?? null);
}
