import type { Evidence, Expectation } from "../../shared/run.ts";
import { judgePurpose, judgeRemark, judgeTag } from "./judge.ts";
import { judgeAmount, judgeCurrency } from "./judge-money.ts";
import { judgeReference } from "./judge-person.ts";
import type { PayloadValues } from "./values.ts";

/**
 * How a payload fits an expectation. `exact`: the amount and somebody's reference (or the tag) agree and nothing
 * differs. `mismatch`: it is plainly this run's, and one thing in it is wrong. `possible`: what is there agrees, but
 * it is too little, or stands in doubtful places.
 */
export type Fit = "exact" | "mismatch" | "possible";

export interface Score {
  readonly fit: Fit;
  /** Compares two runs that the same payload fits: more agreeing values weigh more. */
  readonly strength: number;
  /** The values that agree, sorted. Runs that agree by the same ones cannot be told apart by this payload. */
  readonly agreeing: readonly string[];
  /** What is wanted instead of the values that differ. */
  readonly missed: readonly string[];
  readonly fields: readonly Evidence[];
  /** By the tag. */
  readonly certain: boolean;
}

/** Holds one payload against expectations; what was found for one of them is used for the next. */
export type Scorer = (wanted: Wanted) => Score | null;

/** An expectation, and all in it that bears on how each single value is judged, as one text. */
export interface Wanted {
  readonly expectation: Expectation;
  readonly context: string;
}

export function contextOf({ operation, from, to }: Expectation): string {
  return JSON.stringify([operation, from === to]);
}

type Field = (typeof FIELDS)[number];
type Judged = Readonly<Record<Field, Evidence | null>>;

const FIELDS = ["tag", "amount", "currency", "user", "from", "to", "remark", "purpose"] as const;

const JUDGES: Readonly<Record<Field, (expectation: Expectation, values: PayloadValues) => Evidence | null>> = {
  tag: judgeTag,
  amount: judgeAmount,
  currency: judgeCurrency,
  user: (expectation, values) => judgeReference("user", expectation, values),
  from: (expectation, values) => judgeReference("from", expectation, values),
  to: (expectation, values) => judgeReference("to", expectation, values),
  remark: judgeRemark,
  purpose: judgePurpose,
};

const WEIGHTS: Readonly<Record<Field, number>> = {
  tag: 1_000,
  user: 10,
  from: 10,
  to: 10,
  remark: 10,
  amount: 5,
  currency: 3,
  purpose: 2,
};

/** The scorer of a payload; it answers null when the payload has nothing to do with an expectation, or speaks against it. */
export function createScorer(values: PayloadValues): Scorer {
  // A thousand open runs may differ in one field only: each value is judged once.
  const known = new Map<string, Record<Field, Map<string | null, Evidence | null>>>();

  function knownIn(context: string): Record<Field, Map<string | null, Evidence | null>> {
    const found = known.get(context);
    if (found !== undefined) return found;
    const fresh = {
      tag: new Map(),
      amount: new Map(),
      currency: new Map(),
      user: new Map(),
      from: new Map(),
      to: new Map(),
      remark: new Map(),
      purpose: new Map(),
    };
    known.set(context, fresh);
    return fresh;
  }

  return ({ expectation, context }) => {
    const before = knownIn(context);
    function judge(field: Field, wanted: string | null): Evidence | null {
      const found = before[field].get(wanted);
      if (found !== undefined) return found;
      const judged = JUDGES[field](expectation, values);
      before[field].set(wanted, judged);
      return judged;
    }
    const judged: Judged = {
      tag: judge("tag", expectation.tag === null ? expectation.remark : `${expectation.tag} ${expectation.remark}`),
      amount: judge("amount", expectation.amount),
      currency: judge("currency", expectation.currency),
      user: judge("user", expectation.user),
      from: judge("from", expectation.from),
      to: judge("to", expectation.to),
      remark: judge("remark", expectation.remark),
      purpose: judge("purpose", null),
    };
    const fit = fitOf(judged, values);
    return fit === null ? null : scoreOf(fit, judged);
  };
}

/** Every value compared, whatever comes of it: for what was tied by hand. */
export function compare(expectation: Expectation, values: PayloadValues): readonly Evidence[] {
  return FIELDS.flatMap((field) => JUDGES[field](expectation, values) ?? []);
}

function scoreOf(fit: Fit, judged: Judged): Score {
  const fields: Evidence[] = [];
  const agreeing: string[] = [];
  const missed: string[] = [];
  let strength = 0;
  for (const field of FIELDS) {
    const evidence = judged[field];
    if (evidence === null) continue;
    fields.push(evidence);
    if (evidence.state === "differs") missed.push(evidence.expected);
    if (evidence.state !== "agrees") continue;
    agreeing.push(field === "currency" ? evidence.expected.toLowerCase() : evidence.expected);
    strength += WEIGHTS[field] - (evidence.hint === null ? 0 : 1);
  }
  const certain = judged.tag?.state === "agrees";
  return { fit, strength, agreeing: agreeing.sort(), missed, fields, certain };
}

function fitOf(judged: Judged, values: PayloadValues): Fit | null {
  const { tag, currency, user, from, to, remark, purpose: subject } = judged;
  const amount = judged.amount?.state ?? "absent";
  const is = (evidence: Evidence | null, state: Evidence["state"]) => evidence !== null && evidence.state === state;
  const somebody = (state: Evidence["state"]) => is(user, state) || is(from, state) || is(to, state);
  const telling = remark !== null && remark.state === "agrees" && isTelling(remark.expected);
  const wrong = [amount === "differs", is(currency, "differs"), somebody("differs"), is(remark, "differs")];
  const wrongs = wrong.filter(Boolean).length;
  const known = somebody("agrees") || telling;

  if (is(tag, "differs")) return null;
  const astray = is(subject, "differs") || is(subject, "unclear");
  if (is(tag, "agrees")) return astray ? "possible" : wrongs === 0 ? "exact" : "mismatch";
  if (wrongs === 0) {
    const doubtful = somebody("unclear") || is(currency, "unclear") || astray || !isReadable(values);
    if (amount === "agrees") return known && !doubtful ? "exact" : "possible";
    // Somebody is named, and no amount speaks against it: enough to be looked at, not enough to be believed.
    return known || somebody("unclear") ? "possible" : null;
  }
  // With two things wrong, or another subject, it is more likely somebody else's.
  if (wrongs > 1 || is(subject, "differs") || !isReadable(values)) return null;
  if (amount === "differs") return known ? "mismatch" : null;
  return amount === "agrees" && known ? "mismatch" : null;
}

/** Words cut out of some text, or the first part of something endless, cannot show that nothing speaks against it. */
function isReadable({ format, partial }: PayloadValues): boolean {
  return format !== "text" && !partial;
}

/** Whether a remark says whose it is by itself: "test" or "Lunch" are everybody's. */
export function isTelling(remark: string): boolean {
  return remark.length >= 12 || (remark.length >= 8 && /[0-9]/.test(remark));
}
