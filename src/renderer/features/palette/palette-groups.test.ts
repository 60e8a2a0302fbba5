import { describe, expect, it } from "vitest";
import type { Command } from "../../core/commands.ts";
import { commandGroups, paletteGroups } from "./palette-groups.ts";

function command(id: string, group: Command["group"], more: Partial<Command> = {}): Command {
  return { id, title: id, group, run: () => undefined, ...more };
}

const ALL = [
  command("palette", "Window"),
  command("Preferences", "Window", { keywords: "settings" }),
  command("Clear the log", "Event log"),
  command("Next row", "Event log", { local: true, keys: "arrowdown" }),
  command("Simulate credit", "Actions"),
];

function titles(query: string): readonly string[] {
  return paletteGroups(ALL, query).flatMap((group) => group.items.map((each) => each.title));
}

describe("the palette", () => {
  it("puts the daily job first and leaves out itself and what only a focused part can do", () => {
    expect(titles("")).toEqual(["Simulate credit", "Clear the log", "Preferences"]);
  });

  it("finds words in any order, in title, group and keywords", () => {
    expect(titles("log clear")).toEqual(["Clear the log"]);
    expect(titles("SETTINGS")).toEqual(["Preferences"]);
    expect(titles("credit settings")).toEqual([]);
  });
});

it("puts first what begins with the typed words", () => {
  const all = [
    command("Send", "Actions", { keywords: "remove" }),
    command("Clear", "Event log", { keywords: "remove" }),
    command("Remove what is shown", "Event log"),
  ];
  const shown = paletteGroups(all, " Remove").flatMap(({ items }) => items.map(({ title }) => title));
  expect(shown).toEqual(["Remove what is shown", "Clear", "Send"]);
});

it("shows two ways to one thing as one entry", () => {
  const slash = command("filter-slash", "Event log", { title: "Filter", keys: "/" });
  const find = command("filter-find", "Event log", { title: "Filter", keys: "mod+f" });
  expect(commandGroups([find, slash])).toMatchObject([{ items: [{ id: "filter-find", allKeys: ["mod+f", "/"] }] }]);
});

it("lists a key once, and what can be done now stands for what is only listed", () => {
  const listed = command("listed", "Inspector", { title: "Edit", keys: "e", local: true });
  const now = command("edit", "Inspector", { title: "Edit", keys: "e" });
  for (const both of [
    [listed, now],
    [now, listed],
  ])
    expect(commandGroups(both)).toMatchObject([{ items: [{ id: "edit", allKeys: ["e"] }] }]);
});

it("what is only listed gives way to what can be done in its place, whatever that is called", () => {
  const listed = command("listed", "Inspector", {
    title: "Repeat",
    keys: "shift+r",
    local: true,
    standsInFor: "repeat",
  });
  const now = command("repeat", "Inspector", { title: "Repeat with another", keys: "shift+r" });
  expect(commandGroups([listed])).toMatchObject([{ items: [{ id: "listed" }] }]);
  const [group] = commandGroups([listed, now]);
  expect(group?.items.map(({ id }) => id)).toEqual(["repeat"]);
});

it("of two commands with one id the later one counts", () => {
  const [group] = commandGroups([...ALL, command("Simulate credit", "Actions", { title: "Simulate again" })]);
  expect(group?.items.map((each) => each.title)).toEqual(["Simulate again"]);
});
