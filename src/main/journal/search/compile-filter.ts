import type { SQLInputValue } from "node:sqlite";
import { type Filter, type MatchWord, meaningOf, TEXT_STANDS_IN, type Test } from "../../../shared/filter/index.ts";
import type { Instant } from "../../../shared/primitives.ts";
import { standsAlone } from "../../../shared/stands-alone.ts";
import { codeOf, KIND, KINDS } from "../columns/codec.ts";
import type { Row } from "../columns/column.ts";
import {
  ANY_SPAN,
  kindBit,
  MARK_BITS,
  NO_STATUS_BIT,
  type SpanCondition,
  signatureBit,
  statusBits,
} from "../file/spans.ts";
import { type Condition, conditionOf, momentAt, signatureCodes } from "./conditions.ts";
import { fold, haystackOf, headerLines } from "./haystack.ts";

const contains = (text: string, wanted: string) => text.includes(wanted);

/** A filter in the form in which it is run. */
export interface CompiledFilter {
  /** A condition over `events` for all that stands in its conditions. */
  readonly condition: string;
  readonly parameters: readonly SQLInputValue[];
  /** How many terms it has: of many, each row takes its time. */
  readonly terms: number;
  /** What must be checked against headers and bodies, on a row of `HAYSTACK_COLUMNS`; null when nothing must. */
  readonly check: ((row: Row) => boolean) | null;
  /** Texts that every event that is kept contains somewhere, folded: the index narrows the search by them. */
  readonly contained: readonly string[];
  /** What a span must have to be looked at. */
  readonly span: SpanCondition;
}

/** A text that is to be found, or not to be found, in any of its spellings. */
interface Wanted {
  readonly wanted: readonly string[];
  readonly isIn: (text: string, wanted: string) => boolean;
  readonly negated: boolean;
}

/** @param now the moment that relative times count from */
export function compileFilter(filter: Filter, now: Instant): CompiledFilter {
  const conditions: Condition[] = [];
  const inText: Wanted[] = [];
  const inHeaders: Wanted[] = [];
  const contained: string[] = [];
  let span = ANY_SPAN;
  // One that is said a hundred times is looked for once.
  const terms = new Map(filter.terms.map((term) => [JSON.stringify([term.negated, term.test]), term]));
  for (const { negated, test } of terms.values()) {
    if (test.field === "text")
      inText.push({ wanted: [test.text, ...(test.otherwise ?? [])].map(fold), isIn: contains, negated });
    else if (test.field === "word") inText.push({ wanted: [fold(test.text)], isIn: standsAlone, negated });
    else if (test.field === "header") inHeaders.push({ wanted: [fold(test.text)], isIn: contains, negated });
    else {
      const { sql, parameters } = conditionOf(test, now);
      conditions.push({ sql: negated ? `(${sql}) IS NOT TRUE` : `(${sql})`, parameters });
    }
    if (negated) continue;
    // The index knows nothing of what was written about an event after it was indexed.
    if ("text" in test && TEXT_STANDS_IN[test.field] === "event") contained.push(...inEachSpelling(test).map(fold));
    span = narrowSpan(span, test, now);
  }
  return {
    condition: conditions.length === 0 ? "TRUE" : conditions.map((each) => each.sql).join(" AND "),
    parameters: conditions.flatMap((each) => each.parameters),
    terms: conditions.length,
    check:
      inText.length + inHeaders.length === 0
        ? null
        : (row) =>
            (inHeaders.length === 0 || holdIn(inHeaders, headerLines(row))) &&
            (inText.length === 0 || holdIn(inText, haystackOf(row))),
    contained: contained.filter((text) => text.length >= 3),
    span,
  };
}

/**
 * Of a number the digits that stand together however it is written, of a piece of JSON what stands between its colons.
 */
function inEachSpelling(test: Extract<Test, { readonly text: string }>): readonly string[] {
  if (!("otherwise" in test)) return [test.text];
  return test.text.startsWith('"')
    ? test.text.split(":").map((part) => part.trim())
    : (test.text.match(/[0-9]{3,}/g) ?? []);
}

/** All of them at once: each text is looked through for what was not found before it, and then let go of. */
function holdIn(all: readonly Wanted[], texts: Iterable<string>): boolean {
  let open = all;
  for (const text of texts) {
    const left: Wanted[] = [];
    for (const each of open) {
      if (!each.wanted.some((wanted) => each.isIn(text, wanted))) left.push(each);
      else if (each.negated) return false;
    }
    if (left.length === 0) return true;
    open = left;
  }
  return open.every(({ negated }) => negated);
}

/** Every event has one moment, one kind and one status, so what two terms allow is what both allow. */
function narrowSpan(span: SpanCondition, test: Test, now: Instant): SpanCondition {
  switch (test.field) {
    case "on":
      return { ...span, since: Math.max(span.since, test.from), until: Math.min(span.until, test.to) };
    case "since":
      return { ...span, since: Math.max(span.since, momentAt(test.moment, now)) };
    case "until":
      return { ...span, until: Math.min(span.until, momentAt(test.moment, now)) };
    case "kind":
      return { ...span, kinds: span.kinds & bitsOf(test.values.map((value) => kindBit(codeOf(KINDS, value)))) };
    case "status":
      return {
        ...span,
        statuses: span.statuses & bitsOf([...test.ranges.map(statusBits), ...(test.none ? [NO_STATUS_BIT] : [])]),
      };
    case "outcome":
      return { ...span, kinds: span.kinds & kindBit(KIND.delivery) };
    case "signature": {
      const bits = bitsOf(test.values.flatMap(signatureCodes).map(signatureBit));
      // The other way round than above: no bits at all is no condition, so the bits of several terms add up.
      return { ...span, kinds: span.kinds & kindBit(KIND.delivery), signatures: span.signatures | bits };
    }
    case "match":
      return { ...span, kinds: span.kinds & bitsOf(test.values.map(kindsMatched)) };
    case "is": {
      const marks = test.values.map((value) => MARK_BITS[value]);
      // Spans do not know what is pinned.
      return marks.includes(0) ? span : { ...span, marks: span.marks | bitsOf(marks) };
    }
    // A span knows nothing of what these ask for.
    case "text":
    case "word":
    case "about":
    case "method":
    case "currency":
    case "amount":
    case "header":
    case "path":
    case "event":
    case "remark":
    case "profile":
    case "note":
    case "tag":
    case "ref":
    case "duration":
      return span;
  }
}

/** Most words are about calls alone, which are few among many deliveries. */
function kindsMatched(word: MatchWord): number {
  const { verdicts = [], roles = [], certainties = [] } = meaningOf(word);
  const calls = verdicts.length + certainties.length > 0 ? kindBit(KIND.call) : 0;
  const deliveries = word === "none" || roles.length + certainties.length > 0 ? kindBit(KIND.delivery) : 0;
  return calls | deliveries;
}

function bitsOf(parts: readonly number[]): number {
  return parts.reduce((all, part) => all | part, 0);
}
