import { type Tone } from "../outcomes.ts";
import { type Certainty, type Role, type RunSummary } from "../run.ts";

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

export const ROLE_TONES: Readonly<Record<Role, Tone>> = {
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
