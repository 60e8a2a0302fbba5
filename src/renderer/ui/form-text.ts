import { toNestErrors } from "@hookform/resolvers";
import type { FieldError, FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";

/** What was typed as a value, or what is wrong with it: sentences by the dotted path of a field. */
export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: ReadonlyMap<string, string> };

/** NaN for anything that is not a whole number, which every number of the schemas refuses. */
export function wholeNumber(text: string): number {
  return /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : Number.NaN;
}

/** Parses what was typed with a shared schema, all fields at once. */
export function readText<Value>(schema: z.ZodType<Value>, value: unknown): Reading<Value> {
  // For numbers the schemas say what is too small or too large; this says what is none at all.
  const result = schema.safeParse(value, {
    error: (issue) => (issue.code === "invalid_type" ? "Enter a whole number." : undefined),
  });
  if (result.success) return { ok: true, value: result.data };
  const problems = new Map<string, string>();
  for (const issue of result.error.issues) {
    const path = issue.path.join(".");
    if (!problems.has(path)) problems.set(path, issue.message);
  }
  return { ok: false, problems };
}

/**
 * Hands the problems of a reading to react-hook-form.
 *
 * @param part the field that the reading is about, when it is only a part of the form
 */
export function textResolver<Text extends FieldValues, Value>(
  reading: (text: Text) => Reading<Value>,
  part?: string,
): Resolver<Text, unknown, Text> {
  return (values, _context, options) => {
    const result = reading(values);
    if (result.ok) return { values, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const [path, message] of result.problems)
      errors[part === undefined ? path : `${part}.${path}`] = { type: "value", message };
    return { values: {}, errors: toNestErrors(errors as FieldErrors, options) };
  };
}
