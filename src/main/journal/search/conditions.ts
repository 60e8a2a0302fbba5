import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import {
  type AmountRange,
  compareDecimals,
  type MatchWord,
  type Moment,
  meaningOf,
  type QualityWord,
  type Range,
  type Test,
} from "../../../shared/filter/index.ts";
import { type Instant } from "../../../shared/primitives.ts";
import { type ForwardSummary, forwardFailed } from "../../../shared/replay.ts";
import type { SignatureState } from "../../../shared/signature-check.ts";
import { CERTAINTIES, codeOf, KIND, KINDS, OPERATIONS, ROLES, SIGNATURE_STATES, VERDICTS } from "../columns/codec.ts";
import { KEPT_FACTS, type KeptFact, keptFact } from "../columns/event-columns.ts";
import { ITEMS_IN_FORM, MEANS_IN_ITEM, OUTCOME_IN_ITEM } from "../columns/stored-reading.ts";
import { fold } from "./haystack.ts";

/** A part of a WHERE clause, with its parameters. */
export type Condition = { readonly sql: string; readonly parameters: readonly SQLInputValue[] };

/** Functions that the conditions use; `database` must have them. */
export function defineFunctions(database: DatabaseSync): void {
  const options = { deterministic: true, directOnly: true };
  database.function("compare_decimals", options, (left, right) =>
    typeof left === "string" && typeof right === "string" ? compareDecimals(left, right) : null,
  );
  database.function("fact_contains", options, (facts, name, wanted) => {
    if (typeof facts !== "string") return 0;
    const found = keptFact(facts, String(name) as KeptFact);
    return found.some((text) => fold(text).includes(String(wanted))) ? 1 : 0;
  });
  database.function("fact_is", options, (facts, name, wanted) =>
    typeof facts === "string" && keptFact(facts, String(name) as KeptFact).some((text) => text === wanted) ? 1 : 0,
  );
  database.function("forward_failed", options, (forward) =>
    typeof forward === "string" && forwardFailed(JSON.parse(forward) as ForwardSummary) ? 1 : 0,
  );
  database.function("text_contains", options, (text, wanted) =>
    typeof text === "string" && fold(text).includes(String(wanted)) ? 1 : 0,
  );
}

/** null: no check was set up. Who asks for what is unchecked means that as well. */
export function signatureCodes(value: SignatureState): readonly (number | null)[] {
  const code = codeOf(SIGNATURE_STATES, value);
  return value === "unchecked" ? [code, null] : [code];
}

export function momentAt(moment: Moment, now: Instant): Instant {
  return "at" in moment ? moment.at : Math.max(0, now - moment.ago);
}

/** The condition over `events` that a test is. */
export function conditionOf(
  test: Exclude<Test, { readonly field: "text" | "word" | "header" }>,
  now: Instant,
): Condition {
  switch (test.field) {
    case "kind":
      return oneOf(
        "kind",
        test.values.map((value) => codeOf(KINDS, value)),
      );
    case "about": {
      // A call is about what it does, whatever its body says; a webhook also about the simulation that it belongs to.
      const does = (table: string) =>
        oneOf(
          `${table}.operation`,
          test.values.map((value) => codeOf(OPERATIONS, value)),
        );
      const [operations, simulated] = [does("events"), does("calls")];
      const subjects = test.values.map(() => "facts GLOB ?").join(" OR ");
      const others = ofAnother(oneOf("value ->> '$.subject'", test.values));
      return {
        sql: `${operations.sql} OR (operation IS NULL AND (${subjects} OR ${others.sql}))
          OR EXISTS (SELECT 1 FROM ties JOIN events AS calls ON calls.id = run_id
            WHERE delivery_id = events.id AND ${simulated.sql})`,
        parameters: [
          ...operations.parameters,
          ...test.values.map((value) => `[[]"${value}"*`),
          ...others.parameters,
          ...simulated.parameters,
        ],
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
    case "outcome":
      // A log has few forms: they are gone through once, and each webhook names its own. What nobody has explained is open.
      return {
        sql: `(SELECT form FROM readings WHERE readings.id = events.id) IN (
          SELECT key FROM reading_forms WHERE EXISTS (SELECT 1 FROM json_each(text, '${ITEMS_IN_FORM}')
            WHERE iif(value ->> '${OUTCOME_IN_ITEM}' IS NULL, '', coalesce(value ->> '${MEANS_IN_ITEM}', 'neither'))
              IN (${test.values.map(() => "?").join(", ")})))`,
        parameters: test.values,
      };
    case "is":
      return anyOf(test.values.map((value) => ({ sql: QUALITY_CONDITIONS[value], parameters: [] })));
    case "match":
      return anyOf(test.values.map(matchIs));
    case "method":
      return oneOf("lower(method)", test.values);
    case "currency":
      return anyOf([
        oneOf("lower(currency)", test.values),
        ofAnother(oneOf("lower(value ->> '$.currency')", test.values)),
      ]);
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
      return anyOf(
        test.ranges.flatMap((range) => [
          amountBetween("amount", range),
          amountBetween(MEANT, range),
          ofAnother(amountBetween("value ->> '$.amount'", range)),
          ofAnother(amountBetween("value ->> '$.amountMeant'", range)),
        ]),
      );
    case "path":
      return { sql: "text_contains(path, ?)", parameters: [fold(test.text)] };
    case "ref":
      return anyOf(REFERENCES.map((name) => (test.exact === true ? factIs : factContains)(name, test.text)));
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
    case "on":
      return { sql: "at BETWEEN ? AND ?", parameters: [test.from, test.to] };
    case "since":
      return { sql: "at >= ?", parameters: [momentAt(test.moment, now)] };
    case "until":
      return { sql: "at <= ?", parameters: [momentAt(test.moment, now)] };
  }
}

const REFERENCES = ["userReference", "from", "to", "linkId"] as const satisfies readonly KeptFact[];

const QUALITY_CONDITIONS: Readonly<Record<QualityWord, string>> = {
  pinned: "pinned = 1",
  incomplete: "completeness <> 0",
  replay: "events.replay IS NOT NULL",
  repeat: "repeat_of IS NOT NULL",
  forwarded: "events.forward IS NOT NULL",
  "forward-failed": "forward_failed(events.forward)",
  "not-forwarded":
    "events.forward ->> '$.outcome.code' IN ('not-sent', 'interrupted') AND events.forward ->> '$.again' IS NULL",
  scripted: `on_purpose NOT GLOB '{"does":"proof"*'`,
};

/** A simulation's call, or a webhook that belongs to one. */
function matchIs(word: MatchWord): Condition {
  const tied = "SELECT 1 FROM ties WHERE delivery_id = events.id AND run_id IS NOT NULL";
  if (word === "none") return { sql: `kind = ${KIND.delivery} AND NOT EXISTS (${tied})`, parameters: [] };
  const { verdicts = [], roles = [], certainties = [], saying = {}, differs, only } = meaningOf(word);
  const sure = certainties.map((each) => codeOf(CERTAINTIES, each));
  const verdict = oneOf(
    "verdict",
    verdicts.map((each) => codeOf(VERDICTS, each)),
  );
  const says = Object.entries(saying).map(([name, value]) => ` AND runs.summary ->> '$.verdict.${name}' = '${value}'`);
  const run = anyOf([{ ...verdict, sql: verdict.sql + says.join("") }, oneOf("certainty", sure)]);
  const wrong = (fields: string): string => {
    const found = (what: string) =>
      ` AND (SELECT ${what} FROM json_each(${fields}) WHERE value ->> '$.state' = 'differs')`;
    if (differs !== undefined)
      return found(`max(value ->> '$.field' IN (${differs.map((field) => `'${field}'`).join(", ")}))`);
    if (only === undefined) return "";
    const how = only.actual === undefined ? "" : ` AND max(value ->> '$.actual') = '${only.actual}'`;
    return found(`count(*) = 1 AND max(value ->> '$.field') = '${only.field}'${how}`);
  };
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
    sql: `(kind = ${KIND.call} AND EXISTS (SELECT 1 FROM runs WHERE runs.id = events.id AND (${run.sql})${wrong("runs.summary, '$.verdict.fields'")}))
      OR (kind = ${KIND.delivery} AND (EXISTS (${tied} AND (${tie.sql})${wrong("decision, '$.fields'")})${byHand}))`,
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

/** The amount in the units of simulations, where it is written in others: a row shows both. */
const MEANT = `facts ->> '$[${KEPT_FACTS.indexOf("amountMeant")}]'`;

const OTHERS = `$[${KEPT_FACTS.indexOf("others")}]`;

/** A condition over `value`, which holds of one of the items behind the first of a batch. */
function ofAnother({ sql, parameters }: Condition): Condition {
  // Nearly no row has any, and looking is quicker than going through what is not there.
  return {
    sql: `(facts ->> '${OTHERS}' IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(facts, '${OTHERS}') WHERE ${sql}))`,
    parameters,
  };
}

function amountBetween(column: string, { from, fromOpen, to, toOpen }: AmountRange): Condition {
  const parts: Condition[] = [];
  // SQLite's own numbers are not exact, but rule out nearly everything without a call into JavaScript.
  const rough = `CAST(${column} AS REAL)`;
  const exact = `compare_decimals(${column}, ?)`;
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

/** To the letter: references that differ in letter case alone are two people’s. */
function factIs(name: KeptFact, text: string): Condition {
  return { sql: "fact_is(facts, ?, ?)", parameters: [name, text] };
}
