import { weekdayText } from "../measures.ts";
import { dayNamed } from "./days.ts";
import { FIELDS, findField } from "./fields.ts";
import { parseFilter, SHORTEST_WORD } from "./parse.ts";
import { type Token, tokenize } from "./tokenize.ts";
import { readMoment } from "./values.ts";

/** One thing to put in place of what stands at the cursor. */
export interface Suggestion {
  readonly label: string;
  /** What it does, in a few words; empty for a value that speaks for itself. */
  readonly detail: string;
  readonly insert: string;
}

export interface Completion {
  /** The part of the text that a suggestion replaces. */
  readonly start: number;
  readonly end: number;
  readonly suggestions: readonly Suggestion[];
}

/** Values that only the program knows, offered beside the fixed ones: profile names, currencies used before. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

const NOTHING: readonly Suggestion[] = [];

/** What can be written at the cursor (an offset into the text): fields where a term begins, values after a colon. */
export function completeFilter(text: string, cursor: number, known: KnownValues = {}): Completion {
  const at = Math.max(0, Math.min(Math.trunc(cursor) || 0, text.length));
  const token = tokenize(text).find((each) => each.start <= at && at <= each.end);
  if (token === undefined) return { start: at, end: at, suggestions: fields("") };
  if (token.field === null || at <= token.field.end) return completeField(token, at);
  return completeValue(token, text, at, known);
}

function fields(prefix: string): readonly Suggestion[] {
  return FIELDS.filter(({ name }) => name.startsWith(prefix.toLowerCase())).map(({ name, summary }) => ({
    label: `${name}:`,
    detail: summary,
    insert: `${name}:`,
  }));
}

function completeField(token: Token, at: number): Completion {
  const start = token.field?.start ?? token.value.start;
  // Within quotation marks, or before the minus sign, no field begins.
  if (token.value.quoted || at < start) return { start: at, end: at, suggestions: NOTHING };
  const end = token.field === null ? token.end : token.field.end + 1;
  const prefix = (token.field?.name ?? token.value.text).slice(0, at - start);
  return { start, end, suggestions: fields(prefix) };
}

function completeValue(token: Token, text: string, at: number, known: KnownValues): Completion {
  const field = token.field === null ? "" : findField(token.field.name);
  if (typeof field === "string") return { start: at, end: at, suggestions: NOTHING };
  // Of a list the part at the cursor is replaced.
  const before = text.slice(token.value.start, at);
  const after = text.slice(at, token.value.end);
  const start = token.value.quoted ? token.value.start : token.value.start + before.lastIndexOf(",") + 1;
  const comma = after.indexOf(",");
  const end = token.value.quoted || comma === -1 ? token.value.end : at + comma;
  const prefix = text
    .slice(start, at)
    .replace(field.whole === undefined ? /^"/ : /^=?"?/, "")
    .toLowerCase();
  const offered = [
    ...new Set([...(Object.hasOwn(known, field.name) ? (known[field.name] ?? []) : []), ...field.offers]),
  ];
  return {
    start,
    end,
    suggestions: offered
      .filter((value) => value.toLowerCase().startsWith(prefix))
      .map((value) =>
        field.whole === undefined
          ? { label: value, detail: dayDetail(value), insert: quoteValue(value) }
          : { label: `=${value}`, detail: "this one alone", insert: `=${quoteValue(value)}` },
      ),
  };
}

/** Which day a word for one is today; empty for any other value. */
function dayDetail(value: string): string {
  const day = dayNamed(value, new Date());
  return day === null ? "" : weekdayText(day.getTime() * 1_000);
}

/** The filter for events that name exactly this user, sender, recipient or link. */
export function exactReference(text: string): string {
  return `ref:=${quoteValue(text)}`;
}

/** The filter for events that have this text anywhere. */
function wordFilter(text: string): string {
  const plain = parseFilter(text);
  const [first, ...others] = plain.ok ? plain.filter.terms : [];
  const isPlain = first?.test.field === "text" && first.test.text === text && !first.negated && others.length === 0;
  return isPlain ? text : `"${text.replaceAll(/[\\"]/g, "\\$&")}"`;
}

/** The reference that a filter asks for, and as which word it is found anywhere. null: none, or several. */
export function askedReference(filter: string) {
  const parsed = parseFilter(filter);
  const terms = parsed.ok ? parsed.filter.terms : [];
  const found = terms.flatMap(({ span, negated, test }) => (test.field === "ref" && !negated ? [{ span, test }] : []));
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const { text, exact = false } = only.test;
  const withTerm = (term: string) => filter.slice(0, only.span.start) + term + filter.slice(only.span.end);
  return { text, exact, word: text.length < SHORTEST_WORD ? null : wordFilter(text), withTerm };
}

const DAY =
  /(?<!\S)("?)((?:last )?(?:sun|mon|tues|wednes|thurs|fri|satur)day(?: last week)?|today|yesterday|(?:(?:sun|mon|tue|wed|thu|fri|sat) )?\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}(?: \d{4})?|\d{1,2}\.\d{1,2}\.(?:\d{4})?|\d{4}-\d\d-\d\d)\1(?!\S)/i;

/** A day that stands in a filter as mere words, and the filter that means the day by it; null where there is none. */
export function askedDay(filter: string): { readonly day: string; readonly filter: string } | null {
  const found = DAY.exec(filter);
  if (found === null) return null;
  const [whole, , day = ""] = found;
  const [before, after] = [filter.slice(0, found.index), filter.slice(found.index + whole.length)];
  // Within the text of a note, for example, it is no day.
  if (before.split('"').length % 2 === 0) return null;
  if (readMoment(day, false) === null) return null;
  return { day, filter: `${before}since:${quoteValue(day)} until:${quoteValue(day)}${after}` };
}

/** A value as it is written in a filter: in quotation marks where it would not stand on its own. */
export function quoteValue(value: string): string {
  return /^[^\s",]+$/.test(value) ? value : `"${value.replaceAll(/[\\"]/g, "\\$&")}"`;
}
