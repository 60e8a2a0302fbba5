import { ungroupDigits } from "../amounts.ts";
import { isDecimal } from "../decimal.ts";
import { weekdayText } from "../measures.ts";
import type { Term } from "./ast.ts";
import { dayNamed, isDayFirst, isoDay } from "./days.ts";
import { FIELDS, findField, meantBy } from "./fields.ts";
import { inQuotes, parseFilter, SHORTEST_WORD } from "./parse.ts";
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
  const amount = askedAmount(text);
  if (amount !== null)
    return {
      start: 0,
      end: text.length,
      suggestions: [
        { label: amount.filter, detail: "this amount, instead of its digits as words", insert: amount.filter },
      ],
    };
  const token = tokenize(text).find((each) => each.start <= at && at <= each.end);
  if (token === undefined) return { start: at, end: at, suggestions: fields("") };
  if (token.field === null || at <= token.field.end) return completeField(token, at, known);
  return completeValue(token, text, at, known);
}

function fields(prefix: string): readonly Suggestion[] {
  const names = FIELDS.flatMap(({ name }) => (name.startsWith(prefix.toLowerCase()) ? [`${name}:`] : []));
  return [...new Set([...names, ...meantBy(prefix)])].map((insert) => ({
    label: insert,
    detail: FIELDS.find(({ name }) => `${name}:` === insert)?.summary ?? "",
    insert,
  }));
}

/** What a plain number may be meant as: as a word it is found within any longer one. */
function meantByNumber(typed: string, known: KnownValues): readonly Suggestion[] {
  if (!isDecimal(ungroupDigits(typed))) return NOTHING;
  const isReference = known["ref"]?.some((reference) => reference.includes(typed)) ?? false;
  const suggest = (insert: string, detail: string): Suggestion => ({ label: insert, detail, insert });
  return [
    suggest(`amount:${typed}`, "this amount, instead of its digits anywhere"),
    ...(isReference ? [suggest(`ref:${typed}`, "in a reference or link ID alone")] : []),
  ];
}

function completeField(token: Token, at: number, known: KnownValues): Completion {
  const start = token.field?.start ?? token.value.start;
  // Within quotation marks, or before the minus sign, no field begins.
  if (token.value.quoted || at < start) return { start: at, end: at, suggestions: NOTHING };
  const end = token.field === null ? token.end : token.field.end + 1;
  const prefix = (token.field?.name ?? token.value.text).slice(0, at - start);
  // What stands after a colon is no value of a term that has one already.
  const fitting = fields(prefix).filter(({ insert }) => token.field === null || insert.endsWith(":"));
  return { start, end, suggestions: [...(token.field === null ? meantByNumber(prefix, known) : []), ...fitting] };
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
  const typed = text.slice(start, at).replace(field.whole === undefined ? /^"/ : /^=?"?/, "");
  const prefix = typed.toLowerCase();
  const offered = [
    ...new Set([...(Object.hasOwn(known, field.name) ? (known[field.name] ?? []) : []), ...field.offers]),
  ];
  return {
    start,
    end,
    suggestions: offered
      // Of a text that is typed whole there is nothing left to choose: a list would only hide what is found with it.
      .filter((value) => value.toLowerCase().startsWith(prefix) && (field.whole === undefined || value !== typed))
      .map((value) =>
        field.whole === undefined
          ? { label: value, detail: dayDetail(value), insert: quoteValue(value) }
          : { label: `=${value}`, detail: "this one alone", insert: `=${quoteValue(value)}` },
      ),
  };
}

/** Which day a word for one is today; empty for any other value. */
function dayDetail(value: string, now = new Date()): string {
  const day = dayNamed(value, now);
  return day === null ? "" : weekdayText(day.getTime() * 1_000);
}

/** The filter for events that name exactly this user, sender, recipient or link. */
export function exactReference(text: string): string {
  return `ref:=${quoteValue(text)}`;
}

/** The filter for events that have this text anywhere; null for one that is too short to be looked for. */
export function wordFilter(text: string): string | null {
  if (text.length < SHORTEST_WORD) return null;
  const plain = parseFilter(text);
  const [first, ...others] = plain.ok ? plain.filter.terms : [];
  const isPlain = first?.test.field === "text" && first.test.text === text && !first.negated && others.length === 0;
  return isPlain ? text : inQuotes(text);
}

/**
 * The filter for events that have this somewhere, and not as a part of a longer word; null for one that is too short.
 */
export function wholeWordFilter(text: string): string | null {
  return text.length < SHORTEST_WORD ? null : `word:${quoteValue(text)}`;
}

/** @param written the same filter before something in it was put otherwise, each character for one */
function onlyTerm(filter: string, field: "ref" | "text", written = filter) {
  const parsed = parseFilter(filter);
  const terms = parsed.ok ? parsed.filter.terms : [];
  const found = terms.flatMap(({ span, negated, test }) =>
    (test.field === "ref" || test.field === "text") && test.field === field && !negated ? [{ span, test }] : [],
  );
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const { start, end } = only.span;
  const withTerm = (term: string) => written.slice(0, start) + term + written.slice(end);
  const text = written === filter ? only.test.text : written.slice(start, end);
  return { text, exact: only.test.field === "ref" && only.test.exact === true, withTerm };
}

/** The reference that a filter asks for, and by which filter it is found anywhere. null: none, or several. */
export function askedReference(filter: string) {
  const only = onlyTerm(filter, "ref");
  return only && { ...only, word: (only.exact ? wholeWordFilter : wordFilter)(only.text) };
}

const PLACE = String.raw`(?:\$|[\w-]+)(?:[.[][\w-]+\]?)+`;
const AT_PLACE = new RegExp(String.raw`^(${PLACE}):(?:"?([^\s"]+)"?|"(\s*[^\s"][^"]*)")$`);
const QUOTED_AT_PLACE = new RegExp(String.raw`(?<!\S)${PLACE}:"[^"]*"(?!\S)`, "g");

/**
 * The place in a body that a filter asks for as the inspector writes it, "data.sum:500", and as which word its value is
 * found: a mere text for the filter, since a host with its port is written alike. null: none, or several texts.
 */
export function askedPlace(filter: string) {
  // The filter, which knows no such field, takes the words of a quoted value apart: here they are one term.
  const joined = filter.replaceAll(QUOTED_AT_PLACE, (term) => term.replaceAll(/\s/g, "_"));
  const only = onlyTerm(joined, "text", filter);
  const [, place, value = "", quoted = value] = AT_PLACE.exec(only?.text ?? "") ?? [];
  return only === null || place === undefined ? null : { ...only, place, word: wordFilter(quoted) };
}

/** What a filter may mean somebody by: its only reference, or else its only word. */
export function askedName(filter: string) {
  return onlyTerm(filter, "ref") ?? onlyTerm(filter, "text");
}

/** The filter for those of its events that name exactly this: in place of the part of it that is asked for. */
export function narrowedTo(filter: string, name: string): string {
  const asked = askedName(filter);
  const isPart = asked !== null && !asked.exact && name.toLowerCase().includes(asked.text.toLowerCase());
  return isPart ? asked.withTerm(exactReference(name)) : `${filter} ${exactReference(name)}`;
}

/** Days that a filter names by a word and not by their date: "“last tuesday” is Tuesday 17 Nov 2026." Each once. */
export function namedDays(filter: string, now = new Date()): readonly string[] {
  const said = tokenize(filter).flatMap(({ field, value }) => {
    const day = field === null || !/^(on|since|until)$/i.test(field.name) ? "" : dayDetail(value.text, now);
    return day === "" ? [] : [`“${value.text}” is ${day}.`];
  });
  return [...new Set(said)];
}

/** Whether a filter ends at a moment that is over, so that nothing that is still to come can fit it. */
export function isOver(filter: string, now = new Date()): boolean {
  const parsed = parseFilter(filter);
  const isPast = ({ negated, test }: Term) =>
    test.field === "on"
      ? !negated && test.to < now.getTime() * 1_000
      : test.field === (negated ? "since" : "until") && "at" in test.moment && test.moment.at < now.getTime() * 1_000;
  return parsed.ok && parsed.filter.terms.some(isPast);
}

/** What is meant by mere words of a filter: a time, an amount. */
interface AskedInWords {
  /** As it was typed. */
  readonly words: string;
  /** How it is searched now, as a sentence. */
  readonly searched: string;
  readonly press: string;
  /** The filter that means it by them. */
  readonly filter: string;
}

/** The longest time in words: "on Friday the 27th of November 2026". */
const MOST_WORDS = 7;
/** Words before a time that say nothing without it. */
const LITTLE = /^((?:on|at|in|from|since|of|the) )*/i;

/** The first time that stands in a filter as mere words; null where there is none. */
export function askedTime(filter: string, now = new Date(), dayFirst = isDayFirst()): AskedInWords | null {
  const tokens = tokenize(filter);
  for (const [index, { start }] of tokens.entries())
    for (let count = Math.min(MOST_WORDS, tokens.length - index); count > 0; count -= 1) {
      const run = tokens.slice(index, index + count);
      if (run.some(({ field, negated, value }) => field !== null || negated || (value.quoted && count > 1))) continue;
      const said = run.map(({ value }) => value.text).join(" ");
      const [little = ""] = LITTLE.exec(said) ?? [];
      const words = said.slice(little.length);
      const meant = timeMeant(words, /\b(?:since|from)\b/i.test(little), now, dayFirst);
      if (meant === null) continue;
      const asTime = filter.slice(0, start) + meant.terms + filter.slice(run.at(-1)?.end);
      const searched = `“${words}” is searched as ${words.includes(" ") ? "words" : "a word"}.`;
      return parseFilter(asTime).ok ? { words, searched, press: meant.press, filter: asTime } : null;
    }
  return null;
}

/** The amount that a filter is which has it as rows show it, in groups; null where it is anything else. */
export function askedAmount(filter: string): AskedInWords | null {
  const typed = filter.trim();
  if (!/^\d{1,3}(?:\s\d{3})+(?:\.\d+)?$/.test(typed)) return null;
  return {
    words: typed,
    searched: `“${typed}” is searched as words.`,
    press: "Search for the amount",
    filter: `amount:${typed.replaceAll(/\s/g, "")}`,
  };
}

function timeMeant(words: string, isSince: boolean, now: Date, dayFirst: boolean) {
  const lower = words.toLowerCase();
  const span = /^(?:last|past) (?:(\d{1,4}) )?(min|minute|hour|day|week)s?$/.exec(lower);
  const terms =
    lower === "last week"
      ? 'since:"monday last week" until:"sunday last week"'
      : lower === "this week"
        ? "since:monday"
        : lower === "this morning"
          ? `since:today until:${isoDay(now)}T12:00`
          : span === null
            ? null
            : `since:${span[1] ?? 1}${span[2]?.charAt(0)}`;
  if (terms !== null) return { terms, press: "Search in that time" };
  // "tue" and "sat" may be parts of anything.
  if (/^[a-z]{3,5}$/.test(lower) && lower !== "today") return null;
  const date = readMoment(words, false, now);
  const day = /^\d{4}-\d\d-\d\d$/.test(words) && date !== null ? words : dayText(words, dayNamed(words, now, dayFirst));
  if (day === null) return null;
  return isSince
    ? { terms: `since:${day}`, press: "Search from that day on" }
    : { terms: `on:${day}`, press: "Search on that day" };
}

/** A date is written so that everybody sees which one is meant; "tuesday" stays, for a filter that is kept. */
function dayText(words: string, day: Date | null): string | null {
  if (day === null) return null;
  return /\d/.test(words) ? isoDay(day) : quoteValue(words);
}

/** A value as it is written in a filter: in quotation marks where it would not stand on its own. */
export function quoteValue(value: string): string {
  return /^[^\s",]+$/.test(value) ? value : inQuotes(value);
}
