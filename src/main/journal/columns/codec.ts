import type { z } from "zod";
import { answerState, completeness, EVENT_KINDS, type EventSummary } from "../../../shared/events.ts";
import { callOperation } from "../../../shared/outcomes.ts";
import type { DeepReadonly } from "../../../shared/primitives.ts";
import { callState, certainty, role, type VerdictCode, verdict } from "../../../shared/run.ts";
import { signatureState } from "../../../shared/signature-check.ts";

/** A value as SQLite keeps it. */
export type Stored = string | number | null;

declare const columns: unique symbol;

/**
 * Values of columns, in an order that only who made them knows. Nobody else can make them, reorder them or hand them
 * on as another's: two columns with the same type of value would otherwise be swapped without a word.
 */
export type Values<Columns> = readonly Stored[] & { readonly [columns]: Columns };

/** How a kind of value stands in a column. */
export interface Codec<Value, In extends Stored = Stored> {
  readonly type: "INTEGER" | "TEXT";
  readonly mayBeNull: boolean;
  write(value: Value): In;
  /**
   * @param stored as `node:sqlite` hands it out. The file is not ours alone: it is looked at
   * @throws DamagedRow or a ZodError when it is not what `write` has written
   */
  read(stored: unknown): Value;
}

export type ValueOf<Some> = Some extends { read(stored: unknown): infer Value } ? Value : never;
export type StoredOf<Some> = Some extends { write(value: never): infer In } ? In : never;

/** A row is not as we write them. */
export class DamagedRow extends Error {}

export const integer: Codec<number, number> = {
  type: "INTEGER",
  mayBeNull: false,
  write: (value) => value,
  read(stored) {
    if (typeof stored !== "number") throw new DamagedRow("no number");
    return stored;
  },
};

export const text: Codec<string, string> = {
  type: "TEXT",
  mayBeNull: false,
  write: (value) => value,
  read(stored) {
    if (typeof stored !== "string") throw new DamagedRow("no text");
    return stored;
  },
};

export const flag: Codec<boolean, number> = {
  type: "INTEGER",
  mayBeNull: false,
  write: (value) => (value ? 1 : 0),
  read: (stored) => stored === 1,
};

/** A word out of a list, kept as its place in it. */
export function word<Word extends string>(words: readonly Word[]): Codec<Word, number> {
  return {
    type: "INTEGER",
    mayBeNull: false,
    write: (value) => codeOf(words, value),
    read(stored) {
      const found = wordOf(words, stored);
      if (found === undefined) throw new DamagedRow("an unknown word");
      return found;
    },
  };
}

/** A value as JSON. `otherwise`: what is shown of a text that another version wrote in another way; without it, damage. */
export function json<Value>(
  schema: z.ZodType<Value>,
  otherwise?: (text: string) => Value,
): Codec<DeepReadonly<Value>, string> {
  return {
    type: "TEXT",
    mayBeNull: false,
    write: (value) => JSON.stringify(value),
    read(stored) {
      const kept = text.read(stored);
      const parsed = schema.safeParse(JSON.parse(kept));
      if (parsed.success) return parsed.data as DeepReadonly<Value>;
      if (otherwise === undefined) throw new DamagedRow("an unknown value");
      return otherwise(kept) as DeepReadonly<Value>;
    },
  };
}

export function orNull<Value, In extends Stored>(codec: Codec<Value, In>): Codec<Value | null, In | null> {
  return {
    type: codec.type,
    mayBeNull: true,
    write: (value) => (value === null ? null : codec.write(value)),
    read: (stored) => (stored === null ? null : codec.read(stored)),
  };
}

/** For a field that may be left out. One that is there and cannot be understood is left out too: the row is shown all the same. */
export function optional<Value, In extends Stored>(codec: Codec<Value, In>): Codec<Value | undefined, In | null> {
  return {
    type: codec.type,
    mayBeNull: true,
    write: (value) => (value === undefined ? null : codec.write(value)),
    read(stored) {
      if (stored === null) return undefined;
      try {
        return codec.read(stored);
      } catch {
        return undefined;
      }
    },
  };
}

/** For texts of which there are a handful in a million rows: each is read once. */
export function remembered<Value>(codec: Codec<Value, string>): Codec<Value, string> {
  const read = new Map<unknown, Value>();
  return {
    ...codec,
    read(stored) {
      let value = read.get(stored);
      if (value === undefined) {
        value = codec.read(stored);
        if (read.size >= REMEMBERED) read.clear();
        read.set(stored, value);
      }
      return value;
    },
  };
}

/** For values that are one object for as long as they stay the same: each is written out once. */
export function writtenOnce<Value extends object>(codec: Codec<Value, string>): Codec<Value, string> {
  const written = new WeakMap<Value, string>();
  return {
    ...codec,
    write(value) {
      let stored = written.get(value);
      if (stored === undefined) {
        stored = codec.write(value);
        written.set(value, stored);
      }
      return stored;
    },
  };
}

const REMEMBERED = 1_000;

// How the words of an event are kept on disk: as their place in these lists, which a test holds on to.
export const KINDS = EVENT_KINDS satisfies readonly EventSummary["kind"][];
export const OPERATIONS = callOperation.options;
export const COMPLETENESSES = completeness.options;
export const CALL_STATES = callState.options;
export const VERDICTS: readonly VerdictCode[] = verdict.options.map(({ shape }) => shape.code.value);
export const ROLES = role.options;
export const CERTAINTIES = certainty.options;
export const SIGNATURE_STATES = signatureState.options;
export const ANSWER_STATES = answerState.options;

/** The number that stands for a word. */
export function codeOf<Word extends string>(words: readonly Word[], word: Word): number {
  return words.indexOf(word);
}

/** The numbers of the kinds of event, for the conditions of statements. */
export const KIND = {
  call: codeOf(KINDS, "call"),
  delivery: codeOf(KINDS, "delivery"),
  notice: codeOf(KINDS, "notice"),
} as const satisfies Readonly<Record<EventSummary["kind"], number>>;

/** The word a stored number stands for; undefined for a number that no version of ours has written. */
export function wordOf<Word extends string>(words: readonly Word[], code: unknown): Word | undefined {
  return typeof code === "number" ? words[code] : undefined;
}
