import type { Outcome } from "../../shared/outcomes.ts";
import { assertNever } from "../../shared/primitives.ts";
import type { CallState } from "../../shared/run.ts";

/** What a call's end means for its webhook: whether one is to be expected, not to be expected, or nobody knows. */
export function callStateOf(outcome: Outcome | null, status: number | null): CallState {
  if (outcome === null) return "under-way";
  switch (outcome.code) {
    case "success":
    case "unexpected-message":
    case "unexpected-shape":
      return "accepted";
    // A page of HTML with status 200 may come from anywhere; an answer that was too long may have been the right one.
    case "not-json":
    case "too-large":
      return status !== null && status >= 300 ? "refused" : "unclear";
    // It went out, and no answer says that it was not acted on.
    case "answer-timeout":
    case "protocol":
    case "interrupted":
    case "internal":
      return "unclear";
    case "reset":
    case "cancelled":
      return outcome.sent ? "unclear" : "refused";
    case "dns":
    case "refused":
    case "unreachable":
    case "tls":
    case "proxy":
    case "connect-timeout":
    case "redirect":
    case "status":
      return "refused";
    default:
      return assertNever(outcome);
  }
}
