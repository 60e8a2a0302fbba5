import type { MenuItemConstructorOptions } from "electron";
import { expect, test, vi } from "vitest";
import { pushes } from "../../../shared/contract.ts";
import { type MenuCommand, menuTemplate } from "./menu.ts";

function itemsOf(template: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);
}

test.each(["linux", "darwin", "win32"] as const)("on %s every command can be chosen, and quitting too", (platform) => {
  const choose = vi.fn<(command: MenuCommand) => void>();
  const openFile = vi.fn<() => void>();
  const items = itemsOf(menuTemplate({ platform, development: false, choose, openFile }));
  for (const item of items) (item.click as (() => void) | undefined)?.();
  const commands = pushes["app.command"].shape.command.options;
  expect(new Set(choose.mock.calls.map(([command]) => command))).toEqual(new Set(commands));
  expect(choose).toHaveBeenCalledTimes(commands.length);
  expect(openFile).toHaveBeenCalledOnce();
  expect(items.filter((item) => item.role === "quit")).toHaveLength(1);
  expect(items.some((item) => item.role === "editMenu")).toBe(true);
  expect(items.some((item) => item.role === "toggleDevTools")).toBe(false);
});

test("keys that the window acts on itself are shown only", () => {
  const items = itemsOf(menuTemplate({ platform: "linux", development: false, choose: () => {}, openFile: () => {} }));
  const withKeys = items.filter((item) => item.accelerator !== undefined);
  expect(withKeys.length).toBeGreaterThan(0);
  expect(withKeys.every((item) => item.registerAccelerator === false)).toBe(true);
});

test("on macOS the first menu is the application's own, elsewhere there is none", () => {
  const first = (platform: NodeJS.Platform) =>
    menuTemplate({ platform, development: false, choose: () => {}, openFile: () => {} })[0]?.label;
  expect(first("darwin")).toBe("Linkdesk");
  expect(first("win32")).toBe("File");
});
