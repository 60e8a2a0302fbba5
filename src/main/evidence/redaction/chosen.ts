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
export type Chosen = ReturnType<typeof openChosen>;

export function groupId(part: string, place: string, kind: RedactionKind): string {
  return `${kind} ${part} ${place.slice(0, 300)}`;
}

/** Where the user's own notes and tags are listed: free text, in which no name can be told from another word. */
export const NOTES = { kind: "note", part: "Events", place: "notes and tags" } as const;
export const NOTES_GROUP = groupId(NOTES.part, NOTES.place, NOTES.kind);

export function openChosen({ keep, hidden, kept }: ChosenValues) {
  return {
    /** No place was switched off. */
    keepsNothing: keep.size === 0,
    /** Whether values at this place are. */
    hidesGroup: (group: string): boolean => !keep.has(group),
    /** null: it was not seen, or is to stay. */
    kindOf: (value: string): RedactionKind | null => hidden.get(value) ?? null,
    /** Whether it was seen, and only where it is to stay. */
    isKept: (value: string): boolean => kept.has(value),
    values: [...hidden.keys()],
  };
}
