import type { AnswerState, Completeness, EventSummary } from "../../../shared/events.ts";
import type { CallOperation } from "../../../shared/outcomes.ts";
import type { CallState, Certainty, Role, VerdictCode } from "../../../shared/run.ts";
import type { SignatureState } from "../../../shared/signature-check.ts";

// How the words of an event are kept on disk: as their place in these lists. Append to a list, never reorder it.
export const KINDS = ["call", "delivery", "notice"] as const satisfies readonly EventSummary["kind"][];
export const OPERATIONS = ["link", "credit", "charge", "replay"] as const satisfies readonly CallOperation[];
export const COMPLETENESSES = [
  "whole",
  "cut",
  "aborted",
  "timed-out",
  "malformed",
] as const satisfies readonly Completeness[];
export const CALL_STATES = ["under-way", "accepted", "unclear", "refused"] as const satisfies readonly CallState[];
export const VERDICTS = [
  "waiting",
  "matched",
  "late",
  "duplicate",
  "mismatch",
  "missing",
  "unexpected",
  "nothing-came",
  "refused",
  "not-seen",
  "not-sure",
  "unconfirmed",
] as const satisfies readonly VerdictCode[];
export const ROLES = [
  "match",
  "mismatch",
  "late",
  "duplicate",
  "retry",
  "extra",
  "possible",
  "astray",
  "unconfirmed",
] as const satisfies readonly Role[];
export const CERTAINTIES = [
  "certain",
  "likely",
  "ambiguous",
  "unsure",
  "by-hand",
] as const satisfies readonly Certainty[];
export const SIGNATURE_STATES = ["valid", "invalid", "missing"] as const satisfies readonly SignatureState[];
export const ANSWER_STATES = ["pending", "sent", "failed", "withheld"] as const satisfies readonly AnswerState[];

/** The number that stands for a word. */
export function codeOf<Word extends string>(words: readonly Word[], word: Word): number {
  return words.indexOf(word);
}

/** The word a stored number stands for; undefined for a number that no version of ours has written. */
export function wordOf<Word extends string>(words: readonly Word[], code: unknown): Word | undefined {
  return typeof code === "number" ? words[code] : undefined;
}
