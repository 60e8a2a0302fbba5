import type { Certainty, RunSummary } from "../../shared/run.ts";

/** How sure the tie is that a verdict comes from, where that is worth a word; null where it is sure enough. */
export function doubtOf({ verdict, certainty }: RunSummary): "ambiguous" | "unsure" | "by-hand" | null {
  // These come from no tie, or say that they are not sure by themselves.
  if (["waiting", "missing", "unconfirmed", "not-seen", "not-sure"].includes(verdict.code)) return null;
  return worthAWord(certainty);
}

export function worthAWord(certainty: Certainty | null): "ambiguous" | "unsure" | "by-hand" | null {
  return certainty === "ambiguous" || certainty === "unsure" || certainty === "by-hand" ? certainty : null;
}
