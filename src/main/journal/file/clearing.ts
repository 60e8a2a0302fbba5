import type { DatabaseSync } from "node:sqlite";
import type { EventId } from "../../../shared/primitives.ts";
import type { State } from "./state.ts";

/**
 * What was cleared is hidden until Linkdesk ends, and deleted for good at the next start or when asked.
 *
 * Two ways to be hidden: by a row number up to which all was cleared (`cleared_through`), and row by row for what a
 * filter showed (table `hidden`). No pinned row is in that table.
 */
export function openClearing(database: DatabaseSync, state: State) {
  const countUpTo = database.prepare("SELECT count(*) AS n FROM events WHERE id <= ? AND pinned = 0");
  const countHidden = database.prepare("SELECT count(*) AS n FROM hidden WHERE id > ?");
  const hide = database.prepare(
    "INSERT OR IGNORE INTO hidden (id, clearing) SELECT id, ? FROM events WHERE id = ? AND id > ? AND pinned = 0",
  );
  const hidden = database.prepare("SELECT 1 FROM hidden WHERE id = ?");
  const forget = database.prepare("DELETE FROM hidden WHERE id = ?");

  function clearedThrough(id: number): void {
    state.set("cleared_through", id);
    const all = id === 0 ? 0 : Number(countUpTo.get(id)?.["n"] ?? 0);
    state.set("cleared_rows", all + Number(countHidden.get(id)?.["n"] ?? 0));
  }

  return {
    /** Hides all rows but pinned ones. @returns how many */
    clear(): number {
      const last = Number(database.prepare("SELECT max(id) AS last FROM events").get()?.["last"] ?? 0);
      const pinned = Number(database.prepare("SELECT count(*) AS n FROM events WHERE pinned = 1").get()?.["n"] ?? 0);
      const all = state.get("rows") - pinned;
      const cleared = all - state.get("cleared_rows");
      state.set("last_hiding", 0);
      state.set("cleared_before", state.get("cleared_through"));
      state.set("cleared_through", Math.max(last, state.get("cleared_through")));
      state.set("cleared_rows", all);
      return cleared;
    },
    /** Hides single rows, of which pinned ones stay. `first`: they begin a clearing of their own. @returns how many */
    hide(ids: readonly EventId[], first: boolean): number {
      if (first) {
        state.set("hidings", state.get("hidings") + 1);
        state.set("last_hiding", state.get("hidings"));
        // Only the last clear can be undone: the one before it is that no more.
        state.set("cleared_before", state.get("cleared_through"));
      }
      const through = state.get("cleared_through");
      let count = 0;
      for (const id of ids) count += Number(hide.run(state.get("hidings"), id, through).changes);
      state.set("cleared_rows", state.get("cleared_rows") + count);
      return count;
    },
    undo(): void {
      const last = state.get("last_hiding");
      if (last > 0) database.prepare("DELETE FROM hidden WHERE clearing = ?").run(last);
      state.set("last_hiding", 0);
      clearedThrough(state.get("cleared_before"));
    },
    /** Shows again all that was cleared and is not to be deleted for good. @returns how many */
    bringBack(): number {
      const before = state.get("cleared_rows");
      // What was cleared before this start, or is removed already, is gone for good.
      const gone = state.get("purge_through");
      state.set("cleared_before", gone);
      database.exec("DELETE FROM hidden WHERE clearing > 0");
      clearedThrough(gone);
      return before - state.get("cleared_rows");
    },
    /** What is hidden now is deleted for good, in small steps. */
    purge: (): void => purgeCleared(database, state),
    isHidden: (id: EventId): boolean => id <= state.get("cleared_through") || hidden.get(id) !== undefined,
    /** The row is gone. */
    forget: (id: EventId): void => void forget.run(id),
  };
}

/** What is cleared now cannot be brought back any more: housekeeping deletes it. */
export function purgeCleared(database: DatabaseSync, state: State): void {
  const cleared = state.get("cleared_through");
  state.set("cleared_before", cleared);
  state.set("purge_through", cleared);
  state.set("last_hiding", 0);
  database.exec("UPDATE hidden SET clearing = 0 WHERE clearing > 0");
}
