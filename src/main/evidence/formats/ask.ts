import { durationText } from "../../../shared/measures.ts";
import { onlyWrongSignature, type RunSummary } from "../../../shared/run.ts";

/**
 * What a verdict leaves to be asked of whoever sends the webhook. It is read where there is no window: nothing in it is
 * to be pressed or looked up there, as what `explainRun` says to do next is. Empty where nothing is to be asked.
 */
export function askText({ verdict, startedAt, deadline, counts }: RunSummary): string {
  switch (verdict.code) {
    case "waiting":
    case "matched":
    case "unconfirmed":
    case "nothing-came":
    case "refused":
      return "";
    case "late":
      return `Why does the webhook take longer than ${durationText(Math.max(0, deadline - startedAt))}, or how long is it to take?`;
    case "duplicate":
      return "Why is the webhook sent again after it was answered with success?";
    case "mismatch": {
      const signature = onlyWrongSignature(verdict.fields);
      if (signature === "missing") return "Why is the webhook not signed?";
      // What was not checked here is no question for the sender.
      if (signature === "unchecked") return "";
      return signature === "invalid"
        ? "With which secret is the webhook signed, and over what? Its signature does not hold for what came."
        : "Why does the webhook not say what was asked for? Both values stand in the table.";
    }
    case "missing":
      return counts.astray > 0
        ? "To which address, and on which path, are the webhooks sent?"
        : "Was a webhook sent for this call? When, to which address, and what was the answer?";
    case "unexpected":
      return UNEXPECTED[verdict.because];
    case "not-seen":
      return "Was a webhook sent for this call? That it was not seen is no proof that it was not.";
    case "not-sure":
      return verdict.because === "not-over"
        ? "Was another webhook sent, which says how it ended?"
        : "Which webhook was sent for this call?";
  }
}

const UNEXPECTED = {
  "nothing-awaited": "Why was a webhook sent for this call?",
  "call-refused": "Why was a webhook sent although the call failed? Callers that try again would cause it twice.",
  extra: "Why was a second webhook sent that is not the same as the first?",
} as const;
