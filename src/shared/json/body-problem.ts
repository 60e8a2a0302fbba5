import { parseJson } from "./parse.ts";

/** Where a text stops being JSON and why; lines and columns count from 1. */
export interface BodyProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What a JSON reader would object to; null for valid JSON. */
export function bodyProblem(text: string): BodyProblem | null {
  if (text.trim() === "") return { line: 1, column: 1, message: "The body is empty." };
  const result = parseJson(text);
  if (result.ok) return null;
  const before = text.slice(0, result.offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1, message: result.message };
}
