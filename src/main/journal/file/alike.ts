import type { DatabaseSync } from "node:sqlite";
import type { EventId } from "../../../shared/primitives.ts";
import type { Alike } from "../api.ts";
import { SHOWN } from "../columns/rows.ts";

/** Rows before and after the one asked for that are looked at: retries over hours, but never a whole log. */
const REACH = 20_000;
/** Bytes of bodies that are compared at most, and how many of each kind are told. */
const COMPARED_BYTES = 67_108_864;
const LEAST_BODY_BYTES = 1_024;
const TOLD = 100;

/**
 * Finds deliveries that may be the same webhook as another one: those with the same bytes, and those with the same
 * amount, currency and people to the same place, which somebody else has to look into. No index is kept for this: it
 * would cost at every arrival, and is asked for once in a while.
 */
export function openAlike(database: DatabaseSync): (id: EventId) => Alike {
  const wanted = database.prepare(
    `SELECT method, path, size, amount, currency, facts FROM events WHERE id = ? AND kind = 1 AND ${SHOWN}`,
  );
  // The rows are narrow, and the bodies are left alone.
  const candidates = database.prepare(`
    SELECT id, size = :size AS same_size FROM events
    WHERE id BETWEEN :low AND :high AND kind = 1 AND id <> :id AND method = :method AND path = :path AND ${SHOWN}
      AND (size = :size OR (:facts IS NOT NULL AND amount IS :amount AND currency IS :currency AND facts IS :facts))
    ORDER BY abs(id - :id)`);
  const isSame = database.prepare(
    `SELECT request_body IS (SELECT request_body FROM contents WHERE id = :wanted) AS same
     FROM contents WHERE id = :id`,
  );
  const bounds = database.prepare("SELECT min(id) AS low, max(id) AS high FROM events");
  return (id) => {
    const row = wanted.get(id);
    if (row === undefined) return { same: [], maybe: [], complete: true };
    const { method = null, path = null, size = null, amount = null, currency = null, facts = null } = row;
    const low = id - REACH;
    const high = id + REACH;
    const found = candidates.all({ id, low, high, method, path, size, amount, currency, facts });
    const same: EventId[] = [];
    const maybe: EventId[] = [];
    let left = COMPARED_BYTES;
    for (const candidate of found) {
      const other = Number(candidate["id"]);
      if (candidate["same_size"] === 1) {
        left -= Math.max(LEAST_BODY_BYTES, Number(size));
        if (left < 0) break;
        if (isSame.get({ id: other, wanted: id })?.["same"] === 1) {
          same.push(other);
          continue;
        }
      }
      if (facts !== null && maybe.length < TOLD) maybe.push(other);
    }
    const ends = bounds.get();
    const complete = left >= 0 && Number(ends?.["low"]) >= low && Number(ends?.["high"]) <= high;
    return { same: same.slice(0, 10 * TOLD), maybe, complete };
  };
}
