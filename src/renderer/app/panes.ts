import { useCommands } from "../core/commands.ts";

/** Where the focus was in each pane the last time. */
const left = new WeakMap<Element, HTMLElement>();

/** Marks a pane. */
export const PANE = "data-pane";

export function rememberFocus(pane: Element, focused: EventTarget): void {
  // A row has the focus after a press only: the keys are the grid's.
  if (focused instanceof HTMLElement) left.set(pane, focused.closest<HTMLElement>('[role="grid"]') ?? focused);
}

/** F6 and Shift F6 lead round the columns and the messages, as between the panes of any desktop program. */
export function usePanes(): void {
  useCommands([
    {
      id: "next-pane",
      title: "Next column, or the messages and their Undo",
      group: "Window",
      keys: "f6",
      run: () => step(1),
    },
    { id: "previous-pane", title: "Previous column", group: "Window", keys: "shift+f6", run: () => step(-1) },
  ]);
}

function step(by: 1 | -1): void {
  const columns = [...document.querySelectorAll<HTMLElement>(`[${PANE}]`)];
  const messages = document.querySelector<HTMLElement>('[role="region"][aria-label="Messages"]');
  const panes = messages === null || messages.offsetHeight === 0 ? columns : [...columns, messages];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes.at(at < 0 ? Math.min(0, by) : (at + by) % panes.length);
  // The area of messages answers F6 by itself, and knows from then on where to lead back to; with Alt it is not ours.
  if (next === messages) window.dispatchEvent(new KeyboardEvent("keydown", { key: "F6", altKey: true }));
  else if (next !== undefined) placeIn(next).focus();
}

function placeIn(pane: HTMLElement): HTMLElement {
  const before = left.get(pane);
  if (before !== undefined && before !== pane && pane.contains(before)) return before;
  for (const first of ['[role="grid"]', '[role="tab"][aria-selected="true"]', "input, button"]) {
    const found = pane.querySelector<HTMLElement>(first);
    if (found !== null) return found;
  }
  return pane;
}
