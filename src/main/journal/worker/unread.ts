import type { DatabaseSync } from "node:sqlite";
import type { EventId, Instant } from "../../../shared/primitives.ts";
import type { WebhookReading } from "../../../shared/reading.ts";
import type { WebhookSource } from "../../payload/index.ts";
import { KIND } from "../columns/codec.ts";
import type { EventRow } from "../columns/column.ts";
import { splitReading } from "../columns/stored-reading.ts";
import type { Store } from "../file/store.ts";
import { profileIn, SOURCE_COLUMNS, sourceOf } from "../file/webhook-source.ts";
import type { ReadLater } from "../messages.ts";

/** Webhooks that are written in one transaction from which on they are read after it. */
const MANY = 8;
/** So many may wait to be read; what comes then is read as it is written, which slows its sender. */
const WAITING_AT_MOST = 60_000;
/**
 * Each webhook that comes puts reading off by so much, altogether by so much at most. So above some 500 a second
 * nothing is read in the moments in which the senders have their answers and are about to send the next; what is slower
 * leaves time.
 */
const PUT_OFF_MS = 2;
const PUT_OFF_AT_MOST_MS = 50;
const READING_MS = 8;
// A flood that goes on is read all the same once they fill this much of the room; the more, the longer at once.
const MANY_WAIT = 0.75;

/**
 * Webhooks of a flood are committed and answered first, and read behind that. `profile_readings` has the first of them,
 * so that what a kill leaves unread is read after the next start, as rows are whose readings have changed.
 */
export type Unread = ReturnType<typeof openUnread>;

export function openUnread(
  database: DatabaseSync,
  store: Store,
  again: (id: EventId, at: Instant, source: WebhookSource, profileId: string | null) => WebhookReading,
) {
  const mark = database.prepare("UPDATE profile_readings SET next = ? WHERE profile_id = ? AND next = 0");
  const unmark = database.prepare("UPDATE profile_readings SET next = 0 WHERE profile_id = ? AND next = ?");
  const find = database.prepare(`
    SELECT at, (SELECT text ->> '$.id' FROM profiles WHERE key = profile) AS profile_id, ${SOURCE_COLUMNS}
    FROM events JOIN contents ON contents.id = events.id WHERE events.id = ? AND kind = ${KIND.delivery}`);
  const profiles = new Set<string>();
  /** Profiles of which nothing else is due, with the row that the file has for it. */
  const marked = new Map<string, EventId>();
  const waiting = new Set<EventId>();
  let putOffUntil = 0;

  function readOne(id: EventId): ReadLater {
    const row = find.get(id);
    // It was removed in the meantime.
    if (row === undefined) return { id, reading: null };
    const profileId = row["profile_id"];
    const found = again(id, Number(row["at"]), sourceOf(row), typeof profileId === "string" ? profileId : null);
    store.putReading(id, found);
    return { id, reading: splitReading(found) };
  }

  return {
    /** The first that waits; null when none does. */
    first: (): EventId | null => waiting.values().next().value ?? null,
    /** How many milliseconds some may be read for now; 0 where arrivals come first. */
    time(): number {
      if (performance.now() >= putOffUntil) return READING_MS;
      const load = waiting.size / WAITING_AT_MOST;
      return load < MANY_WAIT ? 0 : READING_MS * load;
    },
    /** Whether a webhook that is about to be written, with so many others, is read later. */
    mayWait(row: EventRow, together: number): boolean {
      if (waiting.size >= WAITING_AT_MOST || (together < MANY && waiting.size === 0)) return false;
      return profiles.has(profileIn(row) ?? "");
    },
    /** Notes in the caller's transaction that this one is; `committed` says that it stands. */
    begin(row: EventRow, id: EventId): void {
      const profileId = profileIn(row) ?? "";
      if (mark.run(id, profileId).changes > 0) marked.set(profileId, id);
    },
    committed(id: EventId): void {
      waiting.add(id);
      const now = performance.now();
      putOffUntil = Math.min(Math.max(putOffUntil, now) + PUT_OFF_MS, now + PUT_OFF_AT_MOST_MS);
    },
    /** Reads some, oldest first, in the caller's transaction; `done` says that it stands. */
    read(milliseconds: number): readonly ReadLater[] {
      const until = performance.now() + milliseconds;
      const read: ReadLater[] = [];
      for (const id of waiting) {
        read.push(readOne(id));
        if (performance.now() >= until) break;
      }
      if (read.length === waiting.size) for (const [profileId, first] of marked) unmark.run(profileId, first);
      return read;
    },
    done(read: readonly ReadLater[]): void {
      for (const { id } of read) waiting.delete(id);
      if (waiting.size === 0) marked.clear();
    },
    /** Notes that a profile's readings are known: only then can its webhooks be read. */
    known: (profileId: string): void => void profiles.add(profileId),
    /** Whether nothing but such rows is due of a profile, of which this row is the first that is. */
    isAllOf: (profileId: string, from: EventId): boolean => marked.get(profileId) === from,
    /** The whole profile is due now. */
    forget: (profileId: string): void => void marked.delete(profileId),
  };
}
