import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import {
  type AmountRange,
  compareDecimals,
  type Filter,
  type MatchWord,
  type Moment,
  meaningOf,
  type QualityWord,
  type Range,
  TEXT_STANDS_IN,
  type Test,
} from "../../../shared/filter/index.ts";
import { assertNever, type Instant } from "../../../shared/primitives.ts";
import type { SignatureState } from "../../../shared/signature-check.ts";
import { CERTAINTIES, codeOf, KIND, KINDS, OPERATIONS, ROLES, SIGNATURE_STATES, VERDICTS } from "../columns/codec.ts";
import type { Row } from "../columns/column.ts";
import { type KeptFact, keptFact } from "../columns/event-columns.ts";
import {
  ANY_SPAN,
  kindBit,
  MARK_BITS,
  NO_STATUS_BIT,
  type SpanCondition,
  signatureBit,
  statusBits,
} from "../file/spans.ts";
import { fold, haystackOf, headerLines } from "./haystack.ts";

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

type Condition = { readonly sql: string; readonly parameters: readonly SQLInputValue[] };

/** Functions that the conditions use; `database` must have them. */
export function defineFunctions(database: DatabaseSync): void {
  const options = { deterministic: true, directOnly: true };
  database.function("compare_decimals", options, (left, right) =>
    typeof left === "string" && typeof right === "string" ? compareDecimals(left, right) : null,
  );
  database.function("fact_contains", options, (facts, name, wanted) => {
    if (typeof facts !== "string") return 0;
    const found = keptFact(facts, String(name) as KeptFact);
    return found !== null && fold(found).includes(String(wanted)) ? 1 : 0;
  });
  database.function("text_contains", options, (text, wanted) =>
    typeof text === "string" && fold(text).includes(String(wanted)) ? 1 : 0,
  );
}

/** A text that is to be found, or not to be found. */
interface Wanted {
  readonly wanted: string;
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
    if (test.field === "text") inText.push({ wanted: fold(test.text), negated });
    else if (test.field === "header") inHeaders.push({ wanted: fold(test.text), negated });
    else {
      const { sql, parameters } = conditionOf(test, now);
      conditions.push({ sql: negated ? `(${sql}) IS NOT TRUE` : `(${sql})`, parameters });
    }
    if (negated) continue;
    // The index knows nothing of what was written about an event after it was indexed.
    if ("text" in test && TEXT_STANDS_IN[test.field] === "event") contained.push(fold(test.text));
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

/** All of them at once: each text is looked through for what was not found before it, and then let go of. */
function holdIn(all: readonly Wanted[], texts: Iterable<string>): boolean {
  let open = all;
  for (const text of texts) {
    const left: Wanted[] = [];
    for (const each of open) {
      if (!text.includes(each.wanted)) left.push(each);
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
    default:
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

/** null: no check was set up. Who asks for what is unchecked means that as well. */
function signatureCodes(value: SignatureState): readonly (number | null)[] {
  const code = codeOf(SIGNATURE_STATES, value);
  return value === "unchecked" ? [code, null] : [code];
}

function momentAt(moment: Moment, now: Instant): Instant {
  return "at" in moment ? moment.at : Math.max(0, now - moment.ago);
}

function conditionOf(test: Exclude<Test, { readonly field: "text" | "header" }>, now: Instant): Condition {
  switch (test.field) {
    case "kind":
      return oneOf(
        "kind",
        test.values.map((value) => codeOf(KINDS, value)),
      );
    case "about": {
      // A call is about what it does, whatever its body says.
      const operations = oneOf(
        "operation",
        test.values.map((value) => codeOf(OPERATIONS, value)),
      );
      const subjects = test.values.map(() => "facts GLOB ?").join(" OR ");
      return {
        sql: `${operations.sql} OR (operation IS NULL AND (${subjects}))`,
        parameters: [...operations.parameters, ...test.values.map((value) => `[[]"${value}"*`)],
      };
    }
    case "signature":
      return anyOf(
        test.values
          .flatMap(signatureCodes)
          .map((code) =>
            code === null
              ? { sql: `kind = ${KIND.delivery} AND events.signature IS NULL`, parameters: [] }
              : { sql: "events.signature = ?", parameters: [code] },
          ),
      );
    case "is":
      return anyOf(test.values.map((value) => ({ sql: QUALITY_CONDITIONS[value], parameters: [] })));
    case "match":
      return anyOf(test.values.map(matchIs));
    case "method":
    case "currency":
      return oneOf(`lower(${test.field})`, test.values);
    case "status": {
      const ranges = test.ranges.map((range) => between("status", range));
      // A notice has no status because it is no exchange; that is not what is asked for.
      return anyOf(
        test.none ? [...ranges, { sql: `status IS NULL AND kind <> ${KIND.notice}`, parameters: [] }] : ranges,
      );
    }
    case "duration":
      return anyOf(test.ranges.map((range) => between("duration", range)));
    case "amount":
      return anyOf(test.ranges.map(amountBetween));
    case "path":
      return { sql: "text_contains(path, ?)", parameters: [fold(test.text)] };
    case "ref":
      return anyOf((["userReference", "from", "to", "linkId"] as const).map((name) => factContains(name, test.text)));
    case "event":
      return factContains("eventName", test.text);
    case "note":
    case "tag":
      return { sql: `text_contains(${test.field === "note" ? "note" : "tags"}, ?)`, parameters: [fold(test.text)] };
    case "remark":
      return factContains("remark", test.text);
    case "profile":
      return {
        sql: "profile IN (SELECT key FROM profiles WHERE text_contains(text ->> '$.name', ?))",
        parameters: [fold(test.text)],
      };
    case "since":
      return { sql: "at >= ?", parameters: [momentAt(test.moment, now)] };
    case "until":
      return { sql: "at <= ?", parameters: [momentAt(test.moment, now)] };
    default:
      return assertNever(test);
  }
}

const QUALITY_CONDITIONS: Readonly<Record<QualityWord, string>> = {
  pinned: "pinned = 1",
  incomplete: "completeness <> 0",
  replay: "events.replay IS NOT NULL",
  repeat: "repeat_of IS NOT NULL",
  forwarded: "events.forward IS NOT NULL",
  "not-forwarded": "events.forward ->> '$.outcome.code' IN ('not-sent', 'interrupted')",
  scripted: `on_purpose NOT GLOB '{"does":"proof"*'`,
};

/** A simulation's call, or a webhook that belongs to one. */
function matchIs(word: MatchWord): Condition {
  const tied = "SELECT 1 FROM ties WHERE delivery_id = events.id AND run_id IS NOT NULL";
  if (word === "none") return { sql: `kind = ${KIND.delivery} AND NOT EXISTS (${tied})`, parameters: [] };
  const { verdicts = [], roles = [], certainties = [], wrongSignature } = meaningOf(word);
  const sure = certainties.map((each) => codeOf(CERTAINTIES, each));
  const run = anyOf([
    oneOf(
      "verdict",
      verdicts.map((each) => codeOf(VERDICTS, each)),
    ),
    oneOf("certainty", sure),
  ]);
  const only =
    wrongSignature === undefined
      ? () => ""
      : (fields: string) => ` AND (
          SELECT count(*) = 1 AND max(value ->> '$.field') = 'signature'
            AND max(value ->> '$.actual') = '${wrongSignature}'
          FROM json_each(${fields}) WHERE value ->> '$.state' = 'differs')`;
  const tie = anyOf([
    oneOf(
      "role",
      roles.map((each) => codeOf(ROLES, each)),
    ),
    oneOf("certainty", sure),
  ]);
  // What was untied by hand has no run any more, but somebody has decided it.
  const byHand =
    word === "by-hand" ? " OR EXISTS (SELECT 1 FROM ties WHERE delivery_id = events.id AND by_hand = 1)" : "";
  return {
    sql: `(kind = ${KIND.call} AND EXISTS (SELECT 1 FROM runs WHERE runs.id = events.id AND (${run.sql})${only("runs.summary, '$.verdict.fields'")}))
      OR (kind = ${KIND.delivery} AND (EXISTS (${tied} AND (${tie.sql})${only("decision, '$.fields'")})${byHand}))`,
    parameters: [...run.parameters, ...tie.parameters],
  };
}

function anyOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map((each) => `(${each.sql})`).join(" OR "),
    parameters: conditions.flatMap((each) => each.parameters),
  };
}

function oneOf(expression: string, values: readonly SQLInputValue[]): Condition {
  return { sql: `${expression} IN (${values.map(() => "?").join(", ")})`, parameters: values };
}

function between(column: string, { from, to }: Range): Condition {
  const parts: Condition[] = [];
  if (from !== null) parts.push({ sql: `${column} >= ?`, parameters: [from] });
  if (to !== null) parts.push({ sql: `${column} <= ?`, parameters: [to] });
  return { sql: parts.map((part) => part.sql).join(" AND "), parameters: parts.flatMap((part) => part.parameters) };
}

function amountBetween({ from, fromOpen, to, toOpen }: AmountRange): Condition {
  const parts: Condition[] = [];
  // SQLite's own numbers are not exact, but rule out nearly everything without a call into JavaScript.
  const rough = "CAST(amount AS REAL)";
  const exact = "compare_decimals(amount, ?)";
  if (from !== null)
    parts.push({
      sql: `${rough} >= ? AND ${exact} ${fromOpen ? ">" : ">="} 0`,
      parameters: [Number(from) - roughly(from), from],
    });
  if (to !== null)
    parts.push({
      sql: `${rough} <= ? AND ${exact} ${toOpen ? "<" : "<="} 0`,
      parameters: [Number(to) + roughly(to), to],
    });
  return { sql: parts.map((part) => part.sql).join(" AND "), parameters: parts.flatMap((part) => part.parameters) };
}

/** More than what is lost when this decimal becomes a number. Beyond what a number can hold, nothing is ruled out. */
function roughly(decimal: string): number {
  const size = Math.abs(Number(decimal));
  return Number.isFinite(size) ? size * 1e-9 : 0;
}

function factContains(name: KeptFact, text: string): Condition {
  return { sql: "fact_contains(facts, ?, ?)", parameters: [name, fold(text)] };
}
