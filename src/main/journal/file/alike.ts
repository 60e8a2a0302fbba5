import type { DatabaseSync } from "node:sqlite";
import type { EventId } from "../../../shared/primitives.ts";
import type { Alike } from "../api.ts";
import { KIND } from "../columns/codec.ts";
import { SHOWN } from "../columns/rows.ts";

/** Rows before and after the one asked for that are looked at: retries over hours, but never a whole log. */
const REACH = 20_000;
/** How many are told at most with the same bytes, and with others. */
const SAME_TOLD = 1_000;
const MAYBE_TOLD = 100;

/**
 * Finds deliveries that may be the same webhook as another one: those with the same bytes, and those with the same
 * amount, currency and people to the same place, which somebody else has to look into. No index is kept for this: it
 * would cost at every arrival, and is asked for once in a while.
 */
export function openAlike(database: DatabaseSync): (id: EventId) => Alike {
  const wanted = database.prepare(`
    SELECT method, path, size, amount, currency, facts, digest FROM events JOIN readings ON readings.id = events.id
    WHERE events.id = ? AND kind = ${KIND.delivery} AND ${SHOWN}`);
  // The rows are narrow, and the bodies are left alone: their digests say which are equal.
  const candidates = database.prepare(`
    SELECT events.id, size = :size AND digest = :digest AS same FROM events JOIN readings ON readings.id = events.id
    WHERE events.id BETWEEN :low AND :high AND kind = ${KIND.delivery} AND events.id <> :id AND method = :method AND path = :path
      AND ${SHOWN} AND ((size = :size AND digest = :digest)
        OR (:facts IS NOT NULL AND amount IS :amount AND currency IS :currency AND facts IS :facts))
    ORDER BY abs(events.id - :id)`);
  const bounds = database.prepare("SELECT min(id) AS low, max(id) AS high FROM events");
  return (id) => {
    const row = wanted.get(id);
    if (row === undefined) return { same: [], maybe: [], complete: true };
    const {
      method = null,
      path = null,
      size = null,
      amount = null,
      currency = null,
      facts = null,
      digest = null,
    } = row;
    const low = id - REACH;
    const high = id + REACH;
    const found = candidates.all({ id, low, high, method, path, size, amount, currency, facts, digest });
    const idsOf = (same: 0 | 1): EventId[] =>
      found.flatMap((each) => (each["same"] === same ? Number(each["id"]) : []));
    const ends = bounds.get();
    return {
      same: idsOf(1).slice(0, SAME_TOLD),
      maybe: idsOf(0).slice(0, MAYBE_TOLD),
      complete: Number(ends?.["low"]) >= low && Number(ends?.["high"]) <= high,
    };
  };
}
