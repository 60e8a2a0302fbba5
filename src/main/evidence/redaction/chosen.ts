import type { RedactionKind } from "../../../shared/evidence.ts";

/** What is left out of an export, as plain data that crosses to another thread. */
export interface ChosenValues {
  /** The groups that were switched off. */
  readonly keep: ReadonlySet<string>;
  readonly hidden: ReadonlyMap<string, RedactionKind>;
  /** Values that were found only in places that the user has switched off. */
  readonly kept: ReadonlySet<string>;
}

/** What is left out of an export. */
export type Chosen = ReturnType<typeof openChosen>;

export function groupId(part: string, place: string, kind: RedactionKind): string {
  return `${kind} ${part} ${place.slice(0, 300)}`;
}

/** Where the user's own notes and tags are listed: free text, in which no name can be told from another word. */
export const NOTES = { kind: "note", part: "Events", place: "notes and tags" } as const;
export const NOTES_GROUP = groupId(NOTES.part, NOTES.place, NOTES.kind);

export function openChosen({ keep, hidden, kept }: ChosenValues) {
  return {
    /** Whether everything that was found is left out: the user has switched no place off. */
    keepsNothing: keep.size === 0,
    /** Whether the values of this group are left out. */
    hidesGroup: (group: string): boolean => !keep.has(group),
    /** As what a value is left out; null: it was not found, or is to stay. */
    kindOf: (value: string): RedactionKind | null => hidden.get(value) ?? null,
    /** Whether a value was found, and only in places that the user has switched off. */
    isKept: (value: string): boolean => kept.has(value),
    values: [...hidden.keys()],
  };
}
