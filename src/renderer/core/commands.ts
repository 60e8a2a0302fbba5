import { createContext, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { useStores } from "./environment.ts";
import { defineStore, type Stores } from "./store.ts";

/** Where commands stand in the palette, in this order: the daily job first. */
export const COMMAND_GROUPS = [
  "Actions",
  "Event log",
  "Inspector",
  "Listener",
  "Profiles",
  "Sandbox",
  "Window",
] as const;

/** Something the user can do, by key, from the palette or from the application menu. */
export interface Command {
  /** Also the name under which the application menu sends it (`app.command`), where it has one. */
  readonly id: string;
  readonly title: string;
  readonly group: (typeof COMMAND_GROUPS)[number];
  /** Such as `mod+k`, `mod+shift+l` or `?`; `mod` is Ctrl, or Command on a Mac. */
  readonly keys?: string;
  /** More words to find it by. */
  readonly keywords?: string;
  /** Shown with its keys in the shortcuts dialog, but handled by the part of the window that has the focus. */
  readonly local?: boolean;
  /** Its keys are the host's: a browser and Electron's menu act on them by themselves, and twice would be too much. */
  readonly keysOfHost?: boolean;
  /** Its keys belong to the field that is typed into, where there is one: those of undoing. */
  readonly leftToFields?: boolean;
  /** What it does where nobody has a command of that id: the whole log is exported when nothing is selected. */
  readonly standsInFor?: string;
  readonly run: () => void;
}

/** A command that is only listed, with its keys. */
export function listed(command: Omit<Command, "local" | "run">): Command {
  return { ...command, local: true, run: () => undefined };
}

export interface CommandsState {
  readonly commands: readonly Command[];
  /** Adds commands until the returned function is called; of two with one id the later counts. */
  readonly register: (commands: readonly Command[]) => () => void;
  readonly run: (id: string) => void;
  /** Takes what is typed where no field has the focus, until the returned function is called. */
  readonly takeTyped: (take: TakeTyped) => () => void;
  readonly takesTyped: TakeTyped | null;
}

type TakeTyped = (text: string) => void;

export const commandsStore = defineStore<CommandsState>(({ bridge, set, get }) => {
  bridge.on("app.command", ({ command }) => get().run(command));
  return {
    commands: [],
    register(commands) {
      set((state) => ({ commands: [...state.commands, ...commands] }));
      return () => set((state) => ({ commands: state.commands.filter((each) => !commands.includes(each)) }));
    },
    run(id) {
      const { commands } = get();
      const found = commands.findLast((each) => each.id === id) ?? commands.findLast((each) => each.standsInFor === id);
      found?.run();
    },
    takesTyped: null,
    takeTyped(take) {
      set({ takesTyped: take });
      return () => set(({ takesTyped }) => (takesTyped === take ? { takesTyped: null } : {}));
    },
  };
});

/**
 * What the commands of all that is within do instead of what they are for; null: what they are for. Of an event that
 * the list does not show: a key must not act on what nobody sees.
 */
export const CommandsInstead = createContext<(() => void) | null>(null);

/**
 * Adds commands while the component is mounted: they work by key, from the palette and from the menu.
 *
 * @param asked `false` for one that there is not now
 */
export function useCommands(asked: readonly (Command | false)[]): void {
  const stores = useStores();
  const instead = useContext(CommandsInstead);
  const commands = asked
    .filter((command) => command !== false)
    .map((command) => (instead === null ? command : { ...command, run: instead }));
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  });
  const signature = commands
    .map((command) => `${command.id} ${command.title} ${command.keys ?? ""} ${command.leftToFields ?? ""}`)
    .join("\n");
  useEffect(() => {
    // What is registered calls through to the latest render, so that only a new list or wording registers anew.
    const registered = latest.current.map(
      (command): Command => ({
        ...command,
        run: () => latest.current.find((each) => each.id === command.id)?.run(),
      }),
    );
    return stores.get(commandsStore).register(registered);
  }, [stores, signature]);
}

const MAC = /Mac/.test(navigator.platform);

/** Whether Ctrl is held, or Command on a Mac: there a press with Ctrl is one of the other mouse button. */
export function modPressed(event: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean {
  return MAC ? event.metaKey : event.ctrlKey;
}

/** Whether a key press is the shortcut `keys` (`mod+shift+k`, `?`). */
export function pressed(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split("+");
  const key = parts.pop() ?? "";
  if (modPressed(event) !== parts.includes("mod") || event.altKey !== parts.includes("alt")) return false;
  // Shift is part of some characters already (`?`): ask for it only with a letter, a digit or a named key.
  if (/^([a-z0-9]|[a-z][a-z0-9]+)$/.test(key) && event.shiftKey !== parts.includes("shift")) return false;
  return event.key.toLowerCase() === key;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !/^(checkbox|radio|button)$/.test(target.getAttribute("type") ?? "")
  );
}

/** From every field of a form that has one, these press the button that saves it (`saves` of a `Button`). */
export const SAVE_KEYS = ["mod+enter", "mod+s"] as const;

/** Before the field itself has the key: many a field takes Enter for what stands beside it. */
function save(event: KeyboardEvent): void {
  if (event.isComposing || !(event.target instanceof Element)) return;
  const within = event.target.closest("[data-modal], [data-popover]");
  const button = within?.querySelector<HTMLButtonElement>("button[data-saves]");
  if (button == null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  button.click();
}

/**
 * What the browser does where no field has the focus: undoes in whichever had it last, marks all words of the window.
 */
const OF_FIELDS = ["mod+z", "mod+shift+z", "mod+y", "mod+a"];

/**
 * Letters that follow one another sooner than this are a word, typed by somebody who takes the filter to have the
 * focus.
 */
const WORD_MS = 300;

/**
 * Whether a press types a letter or a digit where nothing takes it: neither a field nor a list that is gone through by
 * letters.
 */
function isStray(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[\p{L}\p{N}]$/u.test(event.key)) return false;
  return !isTyping(event.target) && !isInList(event.target);
}

function isInList(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(LISTS) !== null;
}

const LISTS = '[role="menu"], [role="listbox"], [role="combobox"]';

/** Whether up and down belong to what has the focus: it is gone through by them, or scrolled. */
function takesArrows(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest(`${LISTS}, ${BY_ARROWS}`) !== null) return true;
  return target.scrollHeight > target.clientHeight && /auto|scroll/.test(getComputedStyle(target).overflowY);
}

const BY_ARROWS =
  '[role="radiogroup"], [role="tablist"], [role="tree"], [role="grid"], [role="separator"], [aria-haspopup="menu"]';

/**
 * Runs commands by their keys. Inside a modal dialog none runs: what it covers cannot be seen. That of a single letter
 * waits until it is not the first one of a word: a word goes where words are taken, and none of its letters acts.
 */
export function listenForKeys(stores: Stores): () => void {
  let held: { readonly text: string; readonly run: (() => void) | undefined; readonly timer: number } | null = null;

  /** What waited is done, before whatever is pressed next: it was meant for what is selected now. */
  function release(): void {
    if (held === null) return;
    const { run, timer } = held;
    clearTimeout(timer);
    held = null;
    run?.();
  }

  function hold(text: string, run: (() => void) | undefined): void {
    held = { text, run, timer: window.setTimeout(release, WORD_MS) };
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.isComposing) return;
    // Nobody asks for what they do not see.
    if (!isTyping(event.target) && OF_FIELDS.some((keys) => pressed(event, keys))) event.preventDefault();
    // A dialog that is closing covers nothing any more, so keys work again at once.
    if (document.querySelector("[data-modal]:not([data-closed])") !== null) {
      // The area of messages would take the focus out of the dialog.
      if (event.key === "F6") event.stopImmediatePropagation();
      return;
    }
    const deletes = event.key === "Delete";
    // The question would stand over a menu that stays open.
    if (deletes && isInList(event.target)) return;
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (isArrow && takesArrows(event.target)) return;
    // While a popover is open, keys that type, delete or move are not meant for what lies behind it.
    const isForBehind = isStray(event) || deletes || isArrow || pressed(event, "mod+a");
    if (isForBehind && document.querySelector("[data-popover]:not([data-closed])") !== null) return;
    const { commands, takesTyped } = stores.get(commandsStore);
    const command = commands.findLast((each) => {
      if (each.keys === undefined || each.local === true || each.keysOfHost === true) return false;
      if (!pressed(event, each.keys)) return false;
      const forFields = each.leftToFields === true || !/^((mod|alt)\+|(shift\+)?f[0-9])/.test(each.keys);
      return !forFields || !isTyping(event.target);
    });
    const isLetter = isStray(event) && takesTyped !== null;
    // No word has a small letter before a capital one: those are two commands, `N` and Shift R.
    const areTwo = held !== null && /^\p{Ll}\p{Lu}$/u.test(held.text + event.key);
    if (isLetter && held !== null && (command === undefined || (held.text !== event.key && !areTwo))) {
      clearTimeout(held.timer);
      takesTyped(held.text + event.key);
      held = null;
      event.preventDefault();
      return;
    }
    if (command !== undefined) {
      event.preventDefault();
      // The area of messages has F6 for itself, wherever the focus is.
      event.stopImmediatePropagation();
    }
    if (isLetter) release();
    if (isLetter) hold(event.key, command?.run);
    else command?.run();
  }

  function beforeOthers(event: KeyboardEvent) {
    if (SAVE_KEYS.some((keys) => pressed(event, keys))) save(event);
    if (event.key !== "Shift" && !isStray(event)) release();
  }

  window.addEventListener("keydown", beforeOthers, true);
  window.addEventListener("keydown", onKeyDown);
  window.addEventListener("pointerdown", release, true);
  return () => {
    window.removeEventListener("keydown", beforeOthers, true);
    window.removeEventListener("keydown", onKeyDown);
    window.removeEventListener("pointerdown", release, true);
  };
}
