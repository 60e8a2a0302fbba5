import { expect, it } from "vitest";
import { pressed } from "./commands.ts";

function event(key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey" | "altKey", boolean>> = {}) {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held } as KeyboardEvent;
}

// On Linux and Windows `mod` is Ctrl; the tests run there and on a Mac.
const mod = /Mac/.test(navigator.platform) ? { metaKey: true } : { ctrlKey: true };

it.each([
  ["mod+k", event("k", mod)],
  ["mod+k", event("K", mod)],
  ["?", event("?", { shiftKey: true })],
  ["/", event("/")],
  ["mod+shift+p", event("P", { ...mod, shiftKey: true })],
  ["arrowdown", event("ArrowDown")],
  ["shift+f6", event("F6", { shiftKey: true })],
])("%s is pressed", (keys, pressedKeys) => {
  expect(pressed(pressedKeys, keys)).toBe(true);
});

it.each([
  ["mod+k", event("k")],
  ["mod+k", event("k", { ...mod, shiftKey: true })],
  ["mod+k", event("k", { ...mod, altKey: true })],
  ["?", event("?", { ...mod, shiftKey: true })],
  ["/", event("7", { shiftKey: true })],
  ["mod+shift+p", event("p", mod)],
  ["f6", event("F6", { shiftKey: true })],
])("%s is something else", (keys, pressedKeys) => {
  expect(pressed(pressedKeys, keys)).toBe(false);
});
