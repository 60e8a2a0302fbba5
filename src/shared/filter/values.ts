import { inHundredths, ungroupDigits } from "../amounts.ts";
import { isDecimal } from "../decimal.ts";
import type { Instant } from "../primitives.ts";
import type { AmountRange, Moment, Range, Test } from "./ast.ts";
import { dayNamed } from "./days.ts";

// How the values of single fields are written. Each reader returns null for what it does not understand.

const SECOND = 1_000_000;
const UNITS: Readonly<Record<string, number>> = {
  us: 1,
  µs: 1,
  ms: 1_000,
  s: SECOND,
  m: 60 * SECOND,
  min: 60 * SECOND,
  h: 3_600 * SECOND,
  d: 86_400 * SECOND,
  w: 604_800 * SECOND,
};

/** `250ms`, `1.5s`, `10m`, `2h`, `1d`; a bare number is in `bareUnit`. Result in microseconds. */
export function readSpanOfTime(text: string, bareUnit: keyof typeof UNITS | null): number | null {
  const found = /^([0-9]{1,12}(?:\.[0-9]{1,6})?)([a-zµ]*)$/.exec(text.toLowerCase());
  if (found === null) return null;
  const unit = found[2] === "" ? bareUnit : found[2];
  const factor = unit === null || unit === undefined || !Object.hasOwn(UNITS, unit) ? undefined : UNITS[unit];
  if (factor === undefined) return null;
  const span = Math.round(Number(found[1]) * factor);
  return Number.isSafeInteger(span) ? span : null;
}

/**
 * A moment: `10m` (ago), `yesterday`, `tuesday`, `2026-11-20`, `2026-11-20T14:30`, with seconds, fractions and a zone
 * (`Z`, `+01:00`) if wanted; without a zone it is this machine's local time. A date alone is its first moment, or with
 * `endOfDay` its last.
 */
export function readMoment(text: string, endOfDay: boolean, now = new Date()): Moment | null {
  const ago = readSpanOfTime(text, null);
  if (ago !== null) return { ago };
  const named = dayNamed(text, now);
  if (named !== null) return { at: endOfDay ? lastMomentOf(named) : named.getTime() * 1_000 };
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d:\d\d)?)?$/i.exec(text);
  if (found === null) return null;
  const [, date = "", time, seconds = "00", fraction = "", zone = ""] = found;
  // A date alone would be read as UTC; with a time and no zone it is local, which is what was meant.
  const milliseconds = Date.parse(`${date}T${time ?? "00:00"}:${seconds}${zone.toUpperCase()}`);
  if (Number.isNaN(milliseconds) || milliseconds < 0 || !existsOnCalendar(date)) return null;
  const at = milliseconds * 1_000 + Number(fraction.padEnd(6, "0"));
  return { at: time === undefined && endOfDay ? lastMomentOf(new Date(milliseconds)) : at };
}

/** One day, written as `readMoment` takes it; null for a moment within one. */
export function readDay(text: string): Extract<Test, { readonly field: "on" }> | null {
  const [first, last] = [readMoment(text, false), readMoment(text, true)];
  if (first === null || last === null || !("at" in first && "at" in last) || first.at === last.at) return null;
  return { field: "on", from: first.at, to: last.at };
}

/** Days are not all of 24 hours. */
function lastMomentOf(day: Date): Instant {
  const next = new Date(day);
  next.setDate(next.getDate() + 1);
  return next.getTime() * 1_000 - 1;
}

/** `Date.parse` takes 31 February for 3 March. */
function existsOnCalendar(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}

/** Takes `x`, `>x`, `>=x`, `<x`, `<=x` and `x..y` apart. */
export function readComparison(
  text: string,
): { from: string | null; fromOpen: boolean; to: string | null; toOpen: boolean } | null {
  const compared = /^(>=|<=|>|<)(.+)$/.exec(text);
  if (compared !== null) {
    const [, sign = "", value = ""] = compared;
    const open = sign.length === 1;
    return sign.startsWith(">")
      ? { from: value, fromOpen: open, to: null, toOpen: false }
      : { from: null, fromOpen: false, to: value, toOpen: open };
  }
  const dots = text.indexOf("..");
  if (dots === -1) return text === "" ? null : { from: text, fromOpen: false, to: text, toOpen: false };
  const [from, to] = [text.slice(0, dots), text.slice(dots + 2)];
  if (from === "" && to === "") return null;
  return { from: from === "" ? null : from, fromOpen: false, to: to === "" ? null : to, toOpen: false };
}

/** A comparison of whole numbers, each read by `read`. */
export function readRange(text: string, read: (text: string) => number | null): Range | null {
  const comparison = readComparison(text);
  if (comparison === null) return null;
  const from = comparison.from === null ? null : read(comparison.from);
  const to = comparison.to === null ? null : read(comparison.to);
  if ((comparison.from !== null && from === null) || (comparison.to !== null && to === null)) return null;
  return {
    from: from !== null && comparison.fromOpen ? from + 1 : from,
    to: to !== null && comparison.toOpen ? to - 1 : to,
  };
}

export function readStatus(text: string): Range | null {
  const group = /^([1-9])xx$/i.exec(text);
  if (group !== null) return { from: Number(group[1]) * 100, to: Number(group[1]) * 100 + 99 };
  return readRange(text, (each) => (/^[0-9]{3}$/.test(each) ? Number(each) : null));
}

export function readAmount(text: string): AmountRange | null {
  const comparison = readComparison(text);
  if (comparison === null) return null;
  const from = comparison.from && ungroupDigits(comparison.from);
  const to = comparison.to && ungroupDigits(comparison.to);
  return (from === null || isDecimal(from)) && (to === null || isDecimal(to)) ? { ...comparison, from, to } : null;
}

/** One amount, and the units that it may be sent in where it is money with two decimals, as rows show both. */
export function withUnits(range: AmountRange): readonly AmountRange[] {
  const units = range.from === null || range.from !== range.to ? null : inHundredths(range.from);
  return units === null ? [range] : [range, { ...range, from: units, to: units }];
}

/**
 * How else a number may stand in an event than it is typed as a word: without what groups its digits, and as units.
 * Only where three digits stand together before the point, in every spelling: by them the index finds it. And a piece
 * of JSON with a space after its colons and without.
 */
export function otherSpellings(word: string): readonly string[] {
  if (/^"(?:[^"\\]|\\.)*"\s*:/.test(word)) {
    const dense = word.replaceAll(/(?<=")\s*:\s*/g, ":");
    return [dense, dense.replaceAll(/(?<="):(?=.)/g, ": ")].filter((each) => each !== word);
  }
  const plain = ungroupDigits(word);
  if (!isDecimal(plain) || !/^[^.]*[0-9]{3}/.test(word)) return [];
  return [plain, inHundredths(plain)].flatMap((each) => (each === null || each === word ? [] : [each]));
}
