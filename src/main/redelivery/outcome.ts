import type { Outcome } from "../../shared/outcomes.ts";
import { type Exchange, headerValue } from "../network/index.ts";

/** What became of sending a delivery on: any answer is an answer, and its status says what it was. */
export function replayOutcome({ head, failure }: Pick<Exchange, "head" | "failure">): Outcome {
  if (failure !== null) return failure;
  if (head === null) return { code: "internal", detail: "It ended without an answer." };
  const { status, headers } = head;
  if (status >= 200 && status < 300) return { code: "success", message: null };
  if (status >= 300 && status < 400) {
    return { code: "redirect", status, location: headerValue(headers, "location"), reason: "unsupported" };
  }
  return {
    code: "status",
    status,
    message: null,
    json: false,
    credentials: "none",
    errors: {},
    retryAfterSeconds: null,
  };
}
