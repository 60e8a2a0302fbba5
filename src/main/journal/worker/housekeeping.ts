import type { DatabaseSync } from "node:sqlite";
import type { Notice } from "../../../shared/notices.ts";
import type { EventId, Instant } from "../../../shared/primitives.ts";
import type { Row } from "../columns/column.ts";
import { SPAN } from "../file/spans.ts";
import { openState, readRetention } from "../file/state.ts";
import type { Store } from "../file/store.ts";
import { createClockTrust } from "./clock-trust.ts";
import { type Limit, openExpiry } from "./expiry.ts";

// One step may hold up arrivals for so long.
const STEP_MS = 8;
const ROWS_AT_ONCE = 100;
/** What the search index takes for one event, about; its file gives space back only now and then. */
const INDEX_BYTES_PER_EVENT = 480;
const DAY_US = 86_400_000_000;
// Pages left for new events to fill; more are given back to the system, so many at once.
const SPARE_PAGES = 1_024;
const PAGES_AT_ONCE = 128;

interface Housekept {
  /** Whether more is to be done. */
  readonly more: boolean;
  /** What has been removed, where that is to be told now. */
  readonly notice: Notice | null;
}

/** A row that has to go, and the limit it is beyond; null: it was cleared, and nobody needs to be told. */
interface Due {
  readonly id: EventId;
  readonly at: Instant;
  readonly limit: Limit | null;
}

/**
 * Removes what was cleared for good and what is beyond the limits, oldest first, and gives the space back.
 *
 * @returns a function that does a little of it inside its caller's transaction
 */
export function openHousekeeping(database: DatabaseSync, store: Store): (now: Instant) => Housekept {
  const state = openState(database);
  const expiry = openExpiry(state);
  const isTrusted = createClockTrust(state, () => performance.now() * 1_000);
  const oldest = database.prepare("SELECT id, at FROM events WHERE pinned = 0 ORDER BY id LIMIT ?");
  // Row order is not time order, since a clock can be set back; the spans tell where old rows can be at all.
  const expired = database.prepare(`
    SELECT id, at FROM spans CROSS JOIN events ON id BETWEEN span * ${SPAN} AND span * ${SPAN} + ${SPAN - 1}
    WHERE first_at < ?1 AND at < ?1 AND pinned = 0 LIMIT ?2`);
  const oldestCleared = database.prepare("SELECT id FROM events WHERE pinned = 0 AND id <= ? ORDER BY id LIMIT ?");
  const purgedHidden = database.prepare("SELECT id FROM hidden WHERE clearing = 0 LIMIT ?");
  const firstId = database.prepare("SELECT min(id) AS id FROM events");
  const removeSpans = database.prepare("DELETE FROM spans WHERE span < ?");
  const pageCount = database.prepare("PRAGMA page_count");
  const freePages = database.prepare("PRAGMA freelist_count");
  const pageSize = Number(database.prepare("PRAGMA page_size").get()?.["page_size"]);
  const freePageCount = (): number => Number(freePages.get()?.["freelist_count"]);

  function bytesUsed(): number {
    const pages = Number(pageCount.get()?.["page_count"]) - freePageCount();
    return pages * pageSize + state.get("rows") * INDEX_BYTES_PER_EVENT;
  }

  /** The next rows that have to go; none: all is well. */
  function nextToGo(now: Instant): readonly Due[] {
    const purged = oldestCleared.all(state.get("purge_through"), ROWS_AT_ONCE);
    if (purged.length > 0) return due(purged, null);
    const hidden = purgedHidden.all(ROWS_AT_ONCE);
    if (hidden.length > 0) return due(hidden, null);
    const { maxEvents, maxBytes, maxAgeDays } = readRetention(state);
    const tooMany = maxEvents === null ? 0 : state.get("rows") - maxEvents;
    if (tooMany > 0) return due(oldest.all(Math.min(tooMany, ROWS_AT_ONCE)), "events");
    if (maxBytes !== null && bytesUsed() > maxBytes)
      // A few at a time: one of them may hold most of what is too much.
      return due(oldest.all(ROWS_AT_ONCE / 10), "bytes");
    if (!isTrusted(now)) return [];
    return maxAgeDays === null ? [] : due(expired.all(now - maxAgeDays * DAY_US, ROWS_AT_ONCE), "age");
  }

  return (now) => {
    const until = performance.now() + STEP_MS;
    let removed = 0;
    for (let next = nextToGo(now); next.length > 0; next = nextToGo(now)) {
      for (const { id, at, limit } of next) {
        store.remove(id);
        if (limit !== null) expiry.removed(at, limit);
        removed += 1;
        if (performance.now() > until) return { more: true, notice: null };
      }
      store.settle();
    }
    if (removed > 0) {
      const first = Number(firstId.get()?.["id"] ?? 0);
      removeSpans.run(Math.floor(first / SPAN));
      store.removeShared(first);
    }
    const more = freePageCount() > SPARE_PAGES;
    if (more) database.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`);
    return { more, notice: expiry.due(now) };
  };
}

function due(rows: readonly Row[], limit: Limit | null): readonly Due[] {
  return rows.map((row) => ({ id: Number(row["id"]), at: Number(row["at"]), limit }));
}
