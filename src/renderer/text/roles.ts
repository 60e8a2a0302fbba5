import type { Tone } from "../../shared/outcomes.ts";
import type { Role } from "../../shared/run.ts";

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
