import { COMMAND_GROUPS, type Command } from "../../core/commands.ts";

export interface CommandGroup {
  readonly label: Command["group"];
  readonly items: readonly Entry[];
}

/** What can be done, once, with every key that does it. */
export interface Entry extends Command {
  readonly allKeys: readonly string[];
}

/**
 * Each id once, the latest registration counting, in the order of the groups. Commands of one title in one group are
 * ways to the same thing: one entry with all their keys. What is only listed for when there is none gives way to it.
 */
export function commandGroups(commands: readonly Command[]): readonly CommandGroup[] {
  const latest = new Map(commands.map((command) => [command.id, command]));
  return COMMAND_GROUPS.map((label) => {
    const entries = new Map<string, Entry>();
    for (const command of latest.values()) {
      if (command.group !== label) continue;
      if (command.local === true && command.standsInFor !== undefined && latest.has(command.standsInFor)) continue;
      const known = entries.get(command.title);
      const allKeys = new Set(known?.allKeys);
      if (command.keys !== undefined) allKeys.add(command.keys);
      // What can be done now stands for what is only listed.
      entries.set(command.title, {
        ...(known === undefined || known.local === true ? command : known),
        allKeys: [...allKeys],
      });
    }
    return { label, items: [...entries.values()] };
  }).filter((group) => group.items.length > 0);
}

/**
 * What the palette shows for a few typed words: every word must stand somewhere in the title or the keywords. What
 * begins with them comes first: it is what Enter does.
 */
export function paletteGroups(commands: readonly Command[], query: string): readonly CommandGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = ({ title }: Command): boolean => words.length > 0 && title.toLowerCase().startsWith(words.join(" "));
  const firstOf = (one: boolean, other: boolean): number => Number(other) - Number(one);
  return commandGroups(commands)
    .map(({ label, items }) => ({
      label,
      items: items
        .filter((command) => command.id !== "palette" && command.local !== true && matches(command, words))
        .toSorted((one, other) => firstOf(begins(one), begins(other))),
    }))
    .filter((group) => group.items.length > 0)
    .toSorted((one, other) => firstOf(one.items.some(begins), other.items.some(begins)));
}

function matches(command: Command, words: readonly string[]): boolean {
  const text = `${command.title} ${command.group} ${command.keywords ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
