import type { Codec } from "./codec.ts";

// Statements are made of the names of columns, so that none is written by hand.

/** `answerState` → `answer_state`. */
export function sqlName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A column as it is declared. `always`: every row has it, so that it is null only where its values may be. */
export function declaration(name: string, { type, mayBeNull }: Codec<unknown>, always = true): string {
  return `${sqlName(name)} ${type}${always && !mayBeNull ? " NOT NULL" : ""}`;
}

/** `a, b` */
export function listed(names: readonly string[]): string {
  return names.join(", ");
}

/** `?, ?` */
export function placeholders(names: readonly string[]): string {
  return names.map(() => "?").join(", ");
}

/** `a = ?, b = ?` */
export function assignments(names: readonly string[]): string {
  return names.map((name) => `${name} = ?`).join(", ");
}
