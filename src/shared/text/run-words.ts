import { type Tone } from "../outcomes.ts";
import {
  type Certainty,
  faultOf,
  onlyWrongSignature,
  type Role,
  type RunSummary,
  type Tie,
  type TieSummary,
  type Verdict,
  type VerdictCode,
  type WrongSignature,
} from "../run.ts";

/**
 * A signature that does not hold, is not there, is not understood or could not be checked: the same words in rows, verdicts,
 * exports and the filter.
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

/** Of a mismatch in nothing but how it ended: the values agree. */
export const FAILED = "failed";

/** The same for one webhook: of the one thing that is wrong it says just that. */
export function roleName({ role, fields }: Pick<Tie, "role" | "fields">): string {
  return faultName(faultOf(role, fields)) ?? ROLE_NAMES[role];
}

/** The one thing that is wrong with a webhook; null where it is another one, or nothing. */
export function faultName({ wrongSignature, failed }: Pick<TieSummary, "wrongSignature" | "failed">): string | null {
  if (wrongSignature !== undefined) return SIGNATURE_FAULTS[wrongSignature];
  return failed === true ? FAILED : null;
}

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
