import type { RedactionKind } from "../../../shared/evidence.ts";

/** What is left out of an export, as plain data that crosses to another thread. */
export interface ChosenValues {
  /** The groups that were switched off. */
  readonly keep: ReadonlySet<string>;
  readonly hidden: ReadonlyMap<string, RedactionKind>;
  /** Values that were seen only where they are to stay. */
  readonly kept: ReadonlySet<string>;
}

/** What is left out of an export. */
export interface Chosen {
  /** No place was switched off. */
  readonly keepsNothing: boolean;
  /** Whether values at this place are. */
  hidesGroup(group: string): boolean;
  /** null: it was not seen, or is to stay. */
  kindOf(value: string): RedactionKind | null;
  /** Whether it was seen, and only where it is to stay. */
  isKept(value: string): boolean;
  readonly values: readonly string[];
}

export function groupId(part: string, place: string, kind: RedactionKind): string {
  return `${kind} ${part} ${place.slice(0, 300)}`;
}

/** Where the user's own notes and tags are listed: free text, in which no name can be told from another word. */
export const NOTES = { kind: "note", part: "Events", place: "notes and tags" } as const;
export const NOTES_GROUP = groupId(NOTES.part, NOTES.place, NOTES.kind);

export function openChosen({ keep, hidden, kept }: ChosenValues): Chosen {
  return {
    keepsNothing: keep.size === 0,
    hidesGroup: (group) => !keep.has(group),
    kindOf: (value) => hidden.get(value) ?? null,
    isKept: (value) => kept.has(value),
    values: [...hidden.keys()],
  };
}
