import { useEffect, useLayoutEffect, useRef } from "react";
import { type AppStore, useAppStore } from "../app/slice.ts";
import type { Command } from "./window-slice.ts";

/** Adds commands while the component is mounted: they work by key, from the palette and from the menu. */
export function useCommands(commands: readonly Command[]): void {
  const store = useAppStore();
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  });
  const signature = commands.map((command) => `${command.id} ${command.title} ${command.keys ?? ""}`).join("\n");
  useEffect(() => {
    // What is registered calls through to the latest render, so that only a new list or wording registers anew.
    const registered = latest.current.map(
      (command): Command => ({
        ...command,
        run: () => latest.current.find((each) => each.id === command.id)?.run(),
      }),
    );
    return store.getState().window.register(registered);
  }, [store, signature]);
}

const MAC = /Mac/.test(navigator.platform);

/** Whether a key press is the shortcut `keys` (`mod+shift+k`, `?`). */
export function pressed(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split("+");
  const key = parts.pop() ?? "";
  const mod = MAC ? event.metaKey : event.ctrlKey;
  if (mod !== parts.includes("mod") || event.altKey !== parts.includes("alt")) return false;
  // Shift is part of some characters already (`?`): ask for it only with a letter, a digit or a named key.
  if (/^([a-z0-9]|[a-z]{2,})$/.test(key) && event.shiftKey !== parts.includes("shift")) return false;
  return event.key.toLowerCase() === key;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !/^(checkbox|radio|button)$/.test(target.getAttribute("type") ?? "")
  );
}

/** Runs commands by their keys. Inside a modal dialog none runs: what it covers cannot be seen. */
export function listenForKeys(store: AppStore): () => void {
  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.isComposing) return;
    // One that is fading away covers nothing any more: who is quick does not press in vain.
    if (document.querySelector("[data-modal]:not([data-closed])") !== null) return;
    const command = store.getState().window.commands.findLast((each) => {
      if (each.keys === undefined || each.local === true || !pressed(event, each.keys)) return false;
      return /^(mod|alt)\+/.test(each.keys) || !isTyping(event.target);
    });
    if (command === undefined) return;
    event.preventDefault();
    command.run();
  }
  window.addEventListener("keydown", onKeyDown);
  return () => window.removeEventListener("keydown", onKeyDown);
}
