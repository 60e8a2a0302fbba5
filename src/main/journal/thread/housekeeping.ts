import type { DatabaseSync } from "node:sqlite";
import type { Instant } from "../../../shared/primitives.ts";
import { SPAN } from "./schema.ts";
import { openState, readRetention } from "./state.ts";
import type { Store } from "./store.ts";

// One step may hold up arrivals for so long.
const STEP_MS = 8;
const ROWS_AT_ONCE = 100;
/** What the search index takes for one event, about; its file gives space back only now and then. */
const INDEX_BYTES_PER_EVENT = 480;
const DAY = 86_400_000_000;
// Pages left for new events to fill; more are given back to the system, so many at once.
const SPARE_PAGES = 2_048;
const PAGES_AT_ONCE = 128;

/**
 * Removes what was cleared for good and what is beyond the limits, oldest first, and gives the space back.
 *
 * @returns a function that does a little of it inside its caller's transaction, and says whether more is to be done
 */
export function openHousekeeping(database: DatabaseSync, store: Store): (now: Instant) => boolean {
  const state = openState(database);
  const oldest = database.prepare("SELECT id, at FROM events WHERE pinned = 0 ORDER BY id LIMIT ?");
  const oldestCleared = database.prepare("SELECT id FROM events WHERE pinned = 0 AND id <= ? ORDER BY id LIMIT ?");
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
  function nextToGo(now: Instant): readonly number[] {
    const purged = oldestCleared.all(state.get("purge_through"), ROWS_AT_ONCE);
    if (purged.length > 0) return purged.map((row) => Number(row["id"]));
    const { maxEvents, maxBytes, maxAgeDays } = readRetention(state);
    const tooMany = maxEvents === null ? 0 : state.get("rows") - maxEvents;
    if (tooMany > 0) return oldest.all(Math.min(tooMany, ROWS_AT_ONCE)).map((row) => Number(row["id"]));
    if (maxBytes !== null && bytesUsed() > maxBytes)
      // A few at a time: one of them may hold most of what is too much.
      return oldest.all(ROWS_AT_ONCE / 10).map((row) => Number(row["id"]));
    if (maxAgeDays === null) return [];
    const expired = now - maxAgeDays * DAY;
    const rows = oldest.all(ROWS_AT_ONCE);
    // The oldest row decides: a clock that was set back for a while must not keep the whole log.
    const place = rows.findLastIndex((row) => Number(row["at"]) < expired);
    return rows.slice(0, place + 1).map((row) => Number(row["id"]));
  }

  return (now) => {
    const until = performance.now() + STEP_MS;
    let removed = 0;
    for (let ids = nextToGo(now); ids.length > 0; ids = nextToGo(now)) {
      for (const id of ids) {
        store.remove(id);
        removed += 1;
        if (performance.now() > until) return true;
      }
      store.settle();
    }
    if (removed > 0) removeSpans.run(Math.floor(Number(firstId.get()?.["id"] ?? 0) / SPAN));
    if (freePageCount() <= SPARE_PAGES) return false;
    database.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`);
    return true;
  };
}
