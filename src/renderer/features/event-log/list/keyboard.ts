import type { KeyboardEvent } from "react";
import { commandsStore, modPressed, pressed } from "../../../core/commands.ts";
import type { Stores } from "../../../core/store.ts";
import { eventLogStore } from "../state/event-log-store.ts";
import type { SelectHow } from "../state/log-reducer.ts";
import { indexOfId } from "../state/rows.ts";

/**
 * Moves the selection through the list by a key: with Shift the rows on the way are selected too, with Ctrl or Command
 * only the place moves, for the space bar to add it. Reading with the keyboard stops following the end; End follows it
 * again.
 *
 * @param page rows of a Page Up or Page Down
 * @returns whether the key was one of the list's own
 */
export function moveSelection(stores: Stores, event: KeyboardEvent, page: number): boolean {
  const eventLog = stores.get(eventLogStore);
  if (event.altKey) return false;
  const mod = modPressed(event);
  if (!mod && (event.ctrlKey || event.metaKey)) return false;
  const how = event.shiftKey ? "range" : mod ? "move" : "only";
  switch (event.key) {
    case "ArrowDown":
      step(stores, 1, how);
      return true;
    case "ArrowUp":
      step(stores, -1, how);
      return true;
    case " ":
      if (eventLog.selectedId !== null) eventLog.select(eventLog.selectedId, "toggle");
      return true;
  }
  // With Caps Lock on the letter is a capital one.
  if (pressed(event.nativeEvent, "mod+a")) {
    eventLog.selectAll();
    return true;
  }
  if (mod) return false;
  switch (event.key) {
    case "PageDown":
      step(stores, page, how);
      return true;
    case "PageUp":
      step(stores, -page, how);
      return true;
    case "Home":
      void toOldest(stores, how);
      return true;
    case "End":
      void toNewest(stores, how);
      return true;
    case "Enter":
      if (eventLog.selectedId !== null) stores.get(commandsStore).run("focus-inspector");
      // With nothing to go on from it chooses, as an arrow does: pressed again it opens.
      else step(stores, -1, "only");
      return true;
    case "Escape":
      // What waits for another event is ended first.
      if (stores.get(commandsStore).commands.some(({ id }) => id === "compare-cancel"))
        stores.get(commandsStore).run("compare-cancel");
      else eventLog.select(null);
      return true;
    default:
      return false;
  }
}

/** To the row so many below the selected one, or above it. */
export function step(stores: Stores, by: number, how: SelectHow): void {
  const { rows } = stores.get(eventLogStore).window;
  const { selectedId, select, setAtEnd } = stores.get(eventLogStore);
  const held = selectedId === null ? -1 : indexOfId(rows, selectedId);
  const from = held >= 0 ? held : by < 0 ? rows.length : -1;
  const index = Math.min(rows.length - 1, Math.max(0, from + by));
  const target = rows[index];
  if (target === undefined) return;
  if (index < rows.length - 1) setAtEnd(false);
  select(target.id, how);
}

async function toOldest(stores: Stores, how: SelectHow): Promise<void> {
  stores.get(eventLogStore).setAtEnd(false);
  await stores.get(eventLogStore).showOldest();
  const { window, select } = stores.get(eventLogStore);
  const first = window.rows[0];
  if (first !== undefined) select(first.id, how);
}

async function toNewest(stores: Stores, how: SelectHow): Promise<void> {
  await stores.get(eventLogStore).follow();
  const { window, select } = stores.get(eventLogStore);
  const last = window.rows.at(-1);
  if (last !== undefined) select(last.id, how);
}
