import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { EventId, Instant } from "../../../shared/primitives.ts";
import { READER_VERSION } from "../../payload/index.ts";
import type { ProfileReadings } from "../api.ts";
import { KIND } from "../columns/codec.ts";
import { openState, outdateIndex } from "../file/state.ts";
import type { Store } from "../file/store.ts";
import { SOURCE_COLUMNS, sourceOf } from "../file/webhook-source.ts";
import type { Reread } from "../messages.ts";
import type { WebhookReader } from "./webhook-reader.ts";

// A webhook that arrives waits for one step at most. Where the rows are another profile's, so many are passed over.
const STEP_MS = 8;
const ROWS_AT_ONCE = 2_000;

/** Reads a profile's webhooks anew after a change of its readings, or of the reader. */
export type Rereading = ReturnType<typeof openRereading>;

/** Webhooks of a flood, which are read without this, and of which nothing is due by itself. */
interface Flood {
  known(profileId: string): void;
  isAllOf(profileId: string, from: EventId): boolean;
  forget(profileId: string): void;
}

export function openRereading(database: DatabaseSync, store: Store, reader: WebhookReader, unread: Flood) {
  const state = openState(database);
  // `next`: the first row that is still to be read; 0 when all were.
  const known = database.prepare("SELECT hash FROM profile_readings WHERE profile_id = ?");
  const put = database.prepare(`INSERT INTO profile_readings (profile_id, hash, next) VALUES (?, ?, 1)
    ON CONFLICT (profile_id) DO UPDATE SET hash = excluded.hash, next = 1`);
  const advance = database.prepare("UPDATE profile_readings SET next = ? WHERE profile_id = ?");
  const due = database.prepare("SELECT profile_id, next FROM profile_readings WHERE next > 0 ORDER BY rowid");
  const lastId = database.prepare("SELECT max(id) AS id FROM events");
  const firstId = database.prepare("SELECT min(id) AS id FROM events");
  const sources = database.prepare(`
    SELECT events.id, at, ${SOURCE_COLUMNS} FROM events JOIN contents ON contents.id = events.id
    WHERE events.id >= ?1 AND events.id <= ?2 AND kind = ${KIND.delivery} AND (?3 = '' AND profile IS NULL OR profile IN
      (SELECT key FROM profiles WHERE text ->> '$.id' = ?3))
    ORDER BY events.id`);
  const last = (): EventId => Number(lastId.get()?.["id"] ?? 0);
  /**
   * Whether rows say something else since all was read: nobody knows of those that an earlier start of the program has
   * read.
   */
  let rowsChanged = due.get() !== undefined;
  /** Profiles whose readings are known by now: what an earlier start of the program left half read waits for them. */
  const told = new Set<string>();
  const allDue = () =>
    due.all().flatMap((each) => {
      const profileId = String(each["profile_id"]);
      const next = Number(each["next"]);
      return told.has(profileId) && !unread.isAllOf(profileId, next) ? [{ profileId, next }] : [];
    });
  const unreadFrom = database.prepare(`
    SELECT min(at) AS at FROM events
    WHERE id >= ? AND kind = ${KIND.delivery} AND NOT EXISTS (SELECT 1 FROM readings WHERE readings.id = events.id)`);
  /** Until the profiles are known any may be read. */
  function findLeftUnread(): Instant | null {
    const rows = told.size === 0 ? due.all().map(({ next }) => ({ next: Number(next) })) : allDue();
    const moments = rows.flatMap(({ next }) => unreadFrom.get(next)?.["at"] ?? []);
    return moments.length === 0 ? null : Math.min(...moments.map(Number));
  }
  // Webhooks that come from now on are read as they are written, or after a flood: those are not looked for here.
  let leftUnread = findLeftUnread();
  let pass: { readonly profileId: string; readonly first: EventId; readonly last: EventId; next: EventId } | null =
    null;

  return {
    /** What each profile is read by from now on: those that were read by something else are due. */
    configure(profiles: readonly ProfileReadings[]): void {
      reader.configure(profiles);
      for (const { profileId, readings } of profiles) {
        told.add(profileId ?? "");
        unread.known(profileId ?? "");
        const hash = createHash("sha256")
          .update(JSON.stringify([READER_VERSION, readings]))
          .digest("base64url");
        const found = known.get(profileId ?? "");
        if (found?.["hash"] === hash) continue;
        put.run(profileId ?? "", hash);
        unread.forget(profileId ?? "");
        if (pass?.profileId === (profileId ?? "")) pass = null;
      }
      if (leftUnread !== null) leftUnread = findLeftUnread();
    },
    /**
     * A little of what is due, oldest first, inside the caller's transaction.
     *
     * @returns how far it is; null when nothing is due
     */
    step(): Reread | null {
      const [found] = allDue();
      if (found === undefined) return null;
      const { profileId, next } = found;
      const isFirst = pass?.profileId !== profileId || next !== pass.next;
      // What comes from now on is read by the new readings already.
      if (pass === null || isFirst)
        pass = { profileId, first: Math.max(next, Number(firstId.get()?.["id"] ?? next)), last: last(), next };
      const low = Math.max(next, pass.first);
      const high = Math.min(pass.last, low + ROWS_AT_ONCE - 1);
      const until = performance.now() + STEP_MS;
      const changed: EventId[] = [];
      let reached = high + 1;
      // One at a time, since their bodies are loaded.
      for (const row of sources.iterate(low, high, profileId)) {
        const id = Number(row["id"]);
        const reading = reader.again(id, Number(row["at"]), sourceOf(row), profileId === "" ? null : profileId);
        const change = store.putReading(id, reading);
        if (change !== "nothing") changed.push(id);
        rowsChanged ||= change === "row";
        if (performance.now() < until) continue;
        reached = id + 1;
        break;
      }
      const isOver = reached > pass.last;
      const { first } = pass;
      advance.run(isOver ? 0 : reached, profileId);
      if (changed.length > 0) state.set("readings_edition", state.get("readings_edition") + 1);
      const of = Math.max(0, pass.last + 1 - first);
      const done = isOver ? of : reached - first;
      pass = isOver ? null : { ...pass, next: reached };
      // It knows rows by what they said before; made anew with each step it would never be whole.
      if (isOver && rowsChanged) outdateIndex(state);
      if (isOver) rowsChanged = false;
      if (isOver && leftUnread !== null) leftUnread = findLeftUnread();
      const dueFrom = allDue().reduce<EventId | null>((least, each) => Math.min(least ?? each.next, each.next), null);
      const progress = { profileId: profileId === "" ? null : profileId, done, of };
      return { ...progress, changed, isFirst, isOver, unreadFrom: dueFrom };
    },
    /**
     * From which moment on there are webhooks of what is due that nobody has read at all: a flood was under way when an
     * earlier start of the program ended. null: there are none.
     */
    leftUnread: (): Instant | null => leftUnread,
  };
}
