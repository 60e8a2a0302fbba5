import { assertNever } from "../primitives.ts";
import type { AmountRange, Filter, Moment, Range, Term, Test } from "./ast.ts";
import { meaningOf } from "./match-words.ts";
import { QUALITIES } from "./quality-words.ts";

/** What a filter keeps, in one sentence. `formatMoment` puts a moment (microseconds) in the user's own way. */
export function describeFilter(filter: Filter, formatMoment: (at: number) => string): string {
  if (filter.terms.length === 0) return "All events.";
  const parts = filter.terms.map((term) => describeTerm(term, formatMoment));
  return `Events ${parts.join(", and ")}.`;
}

function describeTerm({ negated, test }: Term, formatMoment: (at: number) => string): string {
  const text = describeTest(test, formatMoment);
  return negated ? `not ${text}` : text;
}

function describeTest(test: Test, formatMoment: (at: number) => string): string {
  switch (test.field) {
    case "text":
      return `containing “${test.text}”`;
    case "kind":
      return `that are a ${either(test.values)}`;
    case "about":
      return `about a ${either(test.values)}`;
    case "signature":
      return `that are deliveries with ${either(test.values.map((value) => SIGNATURES[value]))}`;
    case "is":
      return `that are ${either(test.values.map((word) => QUALITIES[word]))}`;
    case "match":
      return `whose match is ${either(test.values.map((word) => meaningOf(word).text))}`;
    case "method":
    case "currency":
      return `with the ${test.field} ${either(test.values.map((value) => value.toUpperCase()))}`;
    case "status":
      return `with ${either([...test.ranges.map((range) => `status ${between(range, String)}`), ...(test.none ? ["no status"] : [])])}`;
    case "amount":
      return `with an amount ${either(test.ranges.map(amountBetween))}`;
    case "duration":
      return `that took ${either(test.ranges.map((range) => between(range, formatDuration)))}`;
    case "since":
      return `since ${formatBoundary(test.moment, formatMoment)}`;
    case "until":
      return `until ${formatBoundary(test.moment, formatMoment)}`;
    case "ref":
      return test.exact === true ? `with the reference “${test.text}”` : `with “${test.text}” in a reference`;
    case "event":
      return `with “${test.text}” in the event name`;
    case "note":
    case "tag":
      return `with “${test.text}” in a ${test.field}`;
    case "header":
      return `with “${test.text}” in a header`;
    case "path":
    case "remark":
    case "profile":
      return `with “${test.text}” in the ${test.field}`;
    default:
      return assertNever(test);
  }
}

const SIGNATURES = {
  valid: "a valid signature",
  invalid: "an invalid signature",
  missing: "no signature",
  unreadable: "an unreadable signature",
  unchecked: "an unchecked signature",
} as const;

function either(parts: readonly string[]): string {
  return parts.join(" or ");
}

function between({ from, to }: Range, format: (value: number) => string): string {
  if (from === to && from !== null) return format(from);
  if (to === null) return `${format(from ?? 0)} or more`;
  if (from === null) return `${format(to)} or less`;
  return `${format(from)} to ${format(to)}`;
}

function amountBetween({ from, fromOpen, to, toOpen }: AmountRange): string {
  if (from !== null && from === to) return `of ${from}`;
  if (to === null) return fromOpen ? `above ${from}` : `of ${from} or more`;
  if (from === null) return toOpen ? `below ${to}` : `of ${to} or less`;
  return `of ${from} to ${to}`;
}

const STEPS: readonly (readonly [size: number, one: string, many: string])[] = [
  [604_800_000_000, "week", "weeks"],
  [86_400_000_000, "day", "days"],
  [3_600_000_000, "hour", "hours"],
  [60_000_000, "minute", "minutes"],
  [1_000_000, "second", "seconds"],
];

function formatBoundary(moment: Moment, formatMoment: (at: number) => string): string {
  if ("at" in moment) return formatMoment(moment.at);
  for (const [size, one, many] of STEPS)
    if (moment.ago >= size && moment.ago % size === 0)
      return `${moment.ago / size} ${moment.ago === size ? one : many} ago`;
  return `${formatDuration(moment.ago)} ago`;
}

function formatDuration(span: number): string {
  if (span >= 1_000_000) return `${span / 1_000_000} s`;
  return span >= 1_000 ? `${span / 1_000} ms` : `${span} µs`;
}
