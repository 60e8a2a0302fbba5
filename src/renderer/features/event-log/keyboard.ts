import type { KeyboardEvent } from "react";
import type { AppStore } from "../../app/slice.ts";
import { indexOfId } from "./rows.ts";

/**
 * Moves the selection through the list by a key. Reading with the keyboard stops following the end; End follows
 * it again.
 *
 * @param page rows of a Page Up or Page Down
 * @returns whether the key was one of the list's own
 */
export function moveSelection(store: AppStore, event: KeyboardEvent, page: number): boolean {
  const { eventLog, window } = store.getState();
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  switch (event.key) {
    case "ArrowDown":
      step(store, 1);
      return true;
    case "ArrowUp":
      step(store, -1);
      return true;
    case "PageDown":
      step(store, page);
      return true;
    case "PageUp":
      step(store, -page);
      return true;
    case "Home":
      void toOldest(store);
      return true;
    case "End":
      void toNewest(store);
      return true;
    case "Enter":
      if (eventLog.selectedId !== null) window.run("focus-inspector");
      return true;
    case "Escape":
      eventLog.select(null);
      return true;
    default:
      return false;
  }
}

function step(store: AppStore, by: number): void {
  const { rows } = store.getState().eventLog.window;
  const { selectedId, select, setAtEnd } = store.getState().eventLog;
  const held = selectedId === null ? -1 : indexOfId(rows, selectedId);
  const from = held >= 0 ? held : by < 0 ? rows.length : -1;
  const index = Math.min(rows.length - 1, Math.max(0, from + by));
  const target = rows[index];
  if (target === undefined) return;
  if (index < rows.length - 1) setAtEnd(false);
  select(target.id);
}

async function toOldest(store: AppStore): Promise<void> {
  store.getState().eventLog.setAtEnd(false);
  await store.getState().eventLog.showOldest();
  const { window, select } = store.getState().eventLog;
  const first = window.rows[0];
  if (first !== undefined) select(first.id);
}

async function toNewest(store: AppStore): Promise<void> {
  await store.getState().eventLog.follow();
  const { window, select } = store.getState().eventLog;
  const last = window.rows.at(-1);
  if (last !== undefined) select(last.id);
}
