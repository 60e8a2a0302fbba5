import type { EventSummary } from "../../../../shared/events.ts";
import type { EventId } from "../../../../shared/primitives.ts";
import { lastUpTo } from "../../../core/binary-search.ts";

/** Where a row stands among rows with growing ids, found by binary search; -1 when it is not there. */
export function indexOfId(rows: readonly EventSummary[], id: EventId): number {
  const place = lastUpTo(rows.length, (each) => rows[each]?.id ?? 0, id);
  return rows[place]?.id === id ? place : -1;
}

/** The row with this id among rows with growing ids; null when it is not there, or for no id. */
export function rowWithId(rows: readonly EventSummary[], id: EventId | null): EventSummary | null {
  return id === null ? null : (rows[indexOfId(rows, id)] ?? null);
}
