import { capital, listText } from "../measures.ts";
import { type Tone } from "../outcomes.ts";
import {
  type Certainty,
  type ComparedField,
  type Fault,
  faultOf,
  onlyWrongSignature,
  type Role,
  type RunField,
  type RunSummary,
  type Tie,
  type TieSummary,
  type Verdict,
  type VerdictCode,
  type WrongSignature,
} from "../run.ts";

/**
 * A signature that does not hold, is not there, is not understood or could not be checked: the same words in rows,
 * verdicts, exports and the filter.
 */
export const SIGNATURE_FAULTS: Readonly<Record<WrongSignature, string>> = {
  invalid: "bad signature",
  missing: "no signature",
  unreadable: "unreadable signature",
  unchecked: "signature not checked",
};

/** What a webhook is to its simulation, in one word. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  match: "matched",
  mismatch: "mismatch",
  late: "late",
  duplicate: "duplicate",
  retry: "retry",
  extra: "one too many",
  unconfirmed: "to be confirmed",
  possible: "not sure",
  astray: "went astray",
};

/** The word for a mismatch in nothing but how the payment ended: its values agree. */
const FAILED = "failed";

/** The same for one webhook: of what is wrong it says what. */
export function roleName({ role, fields }: Pick<Tie, "role" | "fields">): string {
  return wrongText(faultOf(role, fields)) ?? ROLE_NAMES[role];
}

/** What is wrong beside all values, which agree; null where a value is, or nothing. */
export function faultName({ wrongSignature, differing = [] }: Fault): string | null {
  if (wrongSignature !== undefined) return SIGNATURE_FAULTS[wrongSignature];
  return onlyField(differing) === "outcome" ? FAILED : null;
}

/**
 * What is wrong with a webhook, the same in its own chip and in that of its simulation: "amount and currency mismatch";
 * null for nothing.
 */
export function wrongText(fault: Fault): string | null {
  const { differing = [] } = fault;
  const [first] = differing;
  const alone = faultName(fault);
  if (alone !== null || first === undefined) return alone;
  if (onlyField(differing) === "purpose") return `${ROLE_NAMES.mismatch}, not a ${first.expected}`;
  if (areExchanged(differing)) return `${ROLE_NAMES.mismatch}, ${EXCHANGED}`;
  const words = `${fieldList(differing)} ${ROLE_NAMES.mismatch}`;
  // A longer one would take the row of the log from what happened.
  return words.length > LONGEST_CHIP ? `${ROLE_NAMES.mismatch} of ${differing.length} values` : words;
}

/** The same as a title, which begins with the word of the chip and has room for all of it. */
export function wrongTitle(differing: readonly ComparedField[]): string {
  const only = onlyField(differing);
  if (only === "outcome") return `The webhook says that it ${FAILED}`;
  const what =
    only === "purpose"
      ? `not about a ${differing[0]?.expected}`
      : areExchanged(differing)
        ? EXCHANGED
        : `wrong ${fieldList(differing)}`;
  return `${capital(ROLE_NAMES.mismatch)}: ${what}`;
}

const EXCHANGED = "exchanged people";
const LONGEST_CHIP = 31;

function areExchanged(differing: readonly ComparedField[]): boolean {
  return differing.length > 1 && differing.every(({ hint }) => hint === "other-side");
}

function onlyField([only, ...others]: readonly ComparedField[]): RunField | null {
  return others.length === 0 ? (only?.field ?? null) : null;
}

export function fieldList(fields: readonly ComparedField[]): string {
  return listText(fields.map(({ field }) => FIELD_NAMES[field]));
}

/** "amount", "user reference": also in the table of expected and actual values. */
export const FIELD_NAMES: Readonly<Record<RunField, string>> = {
  amount: "amount",
  currency: "currency",
  user: "user reference",
  from: "reference in “from”",
  to: "reference in “to”",
  remark: "remark",
  tag: "tag",
  purpose: "purpose",
  outcome: "outcome",
  signature: "signature",
};

/** What a verdict or a webhook's part is drawn by; the last two: a mismatch by nothing but its signature. */
export type RunSignName = VerdictCode | Role | "signature" | "unreadable";

export function verdictSign(verdict: Verdict): RunSignName {
  const signature = verdict.code === "mismatch" ? onlyWrongSignature(verdict.fields) : null;
  return signature === null ? verdict.code : signatureSign(signature);
}

export function tieSign(role: Role, { wrongSignature }: Pick<TieSummary, "wrongSignature">): RunSignName {
  return wrongSignature === undefined ? role : signatureSign(wrongSignature);
}

function signatureSign(signature: WrongSignature): RunSignName {
  return wasCompared(signature) ? "signature" : "unreadable";
}

/** What was not compared says nothing bad of its sender. */
export function tieTone(role: Role, { wrongSignature }: Pick<TieSummary, "wrongSignature">): Tone {
  return wrongSignature === undefined || wasCompared(wrongSignature) ? ROLE_TONES[role] : "odd";
}

/** Whether a wrong signature speaks against its sender, and not only against what the profile knows. */
export function wasCompared(signature: WrongSignature): boolean {
  return signature === "invalid" || signature === "missing";
}

const ROLE_TONES: Readonly<Record<Role, Tone>> = {
  match: "good",
  mismatch: "bad",
  late: "odd",
  duplicate: "odd",
  retry: "neutral",
  extra: "bad",
  unconfirmed: "odd",
  possible: "odd",
  astray: "odd",
};

/** How sure the tie is that a verdict comes from, where that is worth a word; null where it is sure enough. */
export function doubtOf({ verdict, certainty }: RunSummary): "ambiguous" | "unsure" | "by-hand" | null {
  // These come from no tie, or say that they are not sure by themselves.
  if (["waiting", "missing", "unconfirmed", "not-seen", "not-sure"].includes(verdict.code)) return null;
  return worthAWord(certainty);
}

export function worthAWord(certainty: Certainty | null): "ambiguous" | "unsure" | "by-hand" | null {
  return certainty === "ambiguous" || certainty === "unsure" || certainty === "by-hand" ? certainty : null;
}
