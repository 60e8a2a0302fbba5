import type { z } from "zod";

const MAX_PROBLEMS = 3;
const MAX_NAME = 80;

const ABBREVIATIONS: Readonly<Record<string, string>> = { id: "ID", ids: "IDs", ms: "milliseconds", url: "URL" };

/** What zod calls a type, in words for the user. */
const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "nothing",
  undefined: "nothing",
  nan: "not a number",
};

/**
 * Puts one problem into words when the schema has no words of its own for it; given to `safeParse` as `error`.
 * Values are never quoted: the input may be a secret.
 */
export function problemSentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "This is missing.";
      return `This must be ${kind(issue.expected)}, not ${kindOf(issue.input)}.`;
    case "too_small":
      return sizeSentence(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "too_big":
      return sizeSentence(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    case "invalid_format":
      return issue.format === "base64" ? "This must be base64 text." : "This is not written in the form it needs.";
    case "not_multiple_of":
      return `This must be a multiple of ${issue.divisor}.`;
    case "invalid_value":
      return `This must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}.`;
    case "unrecognized_keys":
      return "This has fields that are not known.";
    case "invalid_union":
      return "This has none of the forms that are allowed here.";
    case "invalid_key":
      return "This has a name in it that is not allowed.";
    case "invalid_element":
      return "This has an entry in it that is not allowed.";
    case "custom":
      // The schema has its own words.
      return undefined;
  }
}

/**
 * Zod's issues as text for the user: each names its field and says what is wrong. The first few are told,
 * the rest counted.
 */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const problems = issues.flatMap((issue) => innermost(issue, []));
  const told = problems.slice(0, MAX_PROBLEMS).map(({ path, message }) => `“${fieldName(path)}”: ${message}`);
  const rest = problems.length - told.length;
  if (rest > 0) told.push(rest === 1 ? "There is one more problem." : `There are ${rest} more problems.`);
  return told.join(" ");
}

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Of a union the form that was nearly met is told about: the one that got deepest before it failed. */
function innermost(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): readonly Problem[] {
  const path = [...above, ...issue.path];
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [{ path, message: issue.message }];
  const forms = issue.errors.map((form) => form.flatMap((inner) => innermost(inner, path)));
  const depth = (form: readonly Problem[]) => Math.max(0, ...form.map((problem) => problem.path.length));
  const nearest = forms.toSorted((one, other) => depth(other) - depth(one) || one.length - other.length)[0] ?? [];
  return depth(nearest) > path.length ? nearest : [{ path, message: issue.message }];
}

/** The innermost name, as words: nobody reads paths of our code in the window. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = String(path.findLast((part) => typeof part !== "number") ?? "request");
  const words = name
    .replace(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(?:id|ids|ms|url)\b/gi, (word) => ABBREVIATIONS[word.toLowerCase()] ?? word);
  // A name can come from the input itself (a key of a record): short, and without anything that moves text about.
  const plain = words.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?").replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return plain.length > MAX_NAME ? `${plain.slice(0, MAX_NAME)}…` : plain;
}

function kind(expected: string): string {
  return KINDS[expected] ?? expected;
}

function kindOf(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number" && !Number.isSafeInteger(value) && Number.isInteger(value)) return "so large a number";
  return kind(typeof value);
}

function sizeSentence(origin: string, bound: string, limit: number | bigint): string {
  const many = Number(limit) !== 1;
  if (origin === "string") return `This must have ${bound} ${limit} ${many ? "characters" : "character"}.`;
  if (origin === "array" || origin === "set") return `This must have ${bound} ${limit} ${many ? "entries" : "entry"}.`;
  return `This must be ${bound} ${limit}.`;
}
