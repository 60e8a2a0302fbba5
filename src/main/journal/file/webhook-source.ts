import type { DatabaseSync } from "node:sqlite";
import type { EventId, Instant } from "../../../shared/primitives.ts";
import type { Awaited, WebhookSource } from "../../payload/index.ts";
import type { EventRow, Row } from "../columns/column.ts";
import { eventColumns } from "../columns/event-columns.ts";
import { headersIn } from "../columns/packed-detail.ts";

/** What of a row a webhook is read from; of `events` and `contents`. */
export const SOURCE_COLUMNS = "path, rest, request_body";

/** @param row with `SOURCE_COLUMNS`. One that is damaged is read as far as it is there */
export function sourceOf(row: Row): WebhookSource {
  const { path, rest, request_body: body } = row;
  return {
    body: body instanceof Uint8Array ? body : new Uint8Array(),
    headers: typeof rest === "string" ? headersOf(rest) : [],
    target: typeof path === "string" ? path : "",
  };
}

export function headersOf(rest: string): WebhookSource["headers"] {
  try {
    return headersIn("delivery", JSON.parse(rest))[0];
  } catch {
    return [];
  }
}

/** The profile that a webhook came to. */
export function profileIn(row: EventRow): string | null {
  const columns: Row = { profile: eventColumns.value(row, "profile") };
  return eventColumns.read(columns, "profile")?.id ?? null;
}

/** Simulations that a webhook may be for: so many, and so old at most. */
const AWAITED_AT_MOST = 64;
const AWAITED_FOR = 7_200_000_000;

/**
 * What the simulations before a delivery wait for, the newest first: by the order of the log and nothing else, so that
 * the same log is always read in the same way.
 */
export function openAwaited(database: DatabaseSync): (before: EventId, at: Instant) => readonly Awaited[] {
  const newest = database.prepare("SELECT max(id) AS id FROM runs WHERE id < ?");
  const expectations = database.prepare(`
    SELECT runs.id, at, expectation FROM runs JOIN events ON events.id = runs.id
    WHERE runs.id <= ? ORDER BY runs.id DESC LIMIT ${AWAITED_AT_MOST}`);
  let last: { readonly id: number; readonly calls: readonly { readonly at: Instant; readonly awaited: Awaited }[] } = {
    id: 0,
    calls: [],
  };
  return (before, at) => {
    const id = Number(newest.get(before)?.["id"] ?? 0);
    if (id === 0) return [];
    // Thousands of webhooks come between two simulations.
    if (id !== last.id) last = { id, calls: expectations.all(id).flatMap(awaitedIn) };
    return last.calls.flatMap((call) => (call.at >= at - AWAITED_FOR ? [call.awaited] : []));
  };
}

function awaitedIn(row: Row): readonly { readonly at: Instant; readonly awaited: Awaited }[] {
  const awaited = eventColumns.read(row, "expectation");
  return awaited === undefined ? [] : [{ at: Number(row["at"]), awaited }];
}
