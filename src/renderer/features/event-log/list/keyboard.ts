import type { KeyboardEvent } from "react";
import { commandsStore } from "../../../core/commands.ts";
import type { Stores } from "../../../core/store.ts";
import { eventLogStore } from "../state/event-log-store.ts";
import { indexOfId } from "../state/rows.ts";

/**
 * Moves the selection through the list by a key. Reading with the keyboard stops following the end; End follows
 * it again.
 *
 * @param page rows of a Page Up or Page Down
 * @returns whether the key was one of the list's own
 */
export function moveSelection(stores: Stores, event: KeyboardEvent, page: number): boolean {
  const eventLog = stores.get(eventLogStore);
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  switch (event.key) {
    case "ArrowDown":
      step(stores, 1);
      return true;
    case "ArrowUp":
      step(stores, -1);
      return true;
    case "PageDown":
      step(stores, page);
      return true;
    case "PageUp":
      step(stores, -page);
      return true;
    case "Home":
      void toOldest(stores);
      return true;
    case "End":
      void toNewest(stores);
      return true;
    case "Enter":
      if (eventLog.selectedId !== null) stores.get(commandsStore).run("focus-inspector");
      return true;
    case "Escape":
      eventLog.select(null);
      return true;
    default:
      return false;
  }
}

function step(stores: Stores, by: number): void {
  const { rows } = stores.get(eventLogStore).window;
  const { selectedId, select, setAtEnd } = stores.get(eventLogStore);
  const held = selectedId === null ? -1 : indexOfId(rows, selectedId);
  const from = held >= 0 ? held : by < 0 ? rows.length : -1;
  const index = Math.min(rows.length - 1, Math.max(0, from + by));
  const target = rows[index];
  if (target === undefined) return;
  if (index < rows.length - 1) setAtEnd(false);
  select(target.id);
}

async function toOldest(stores: Stores): Promise<void> {
  stores.get(eventLogStore).setAtEnd(false);
  await stores.get(eventLogStore).showOldest();
  const { window, select } = stores.get(eventLogStore);
  const first = window.rows[0];
  if (first !== undefined) select(first.id);
}

async function toNewest(stores: Stores): Promise<void> {
  await stores.get(eventLogStore).follow();
  const { window, select } = stores.get(eventLogStore);
  const last = window.rows.at(-1);
  if (last !== undefined) select(last.id);
}
