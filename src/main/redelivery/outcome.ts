import type { Outcome } from "../../shared/outcomes.ts";
import { joinedHeader } from "../../shared/primitives.ts";
import { decodedAnswer, type Exchange, type StoredAnswer, storedAnswer } from "../network/index.ts";
import { DECODED_AT_MOST } from "../payload/index.ts";
import { createRedactor } from "../redactor/index.ts";

/** What became of sending a delivery on: any answer is an answer, and its status says what it was. */
export function replayOutcome({ head, failure }: Pick<Exchange, "head" | "failure">): Outcome {
  if (failure !== null) return failure;
  if (head === null) return { code: "internal", detail: "It ended without an answer." };
  const { status, headers } = head;
  if (status >= 200 && status < 300) return { code: "success", message: null };
  if (status >= 300 && status < 400) {
    return { code: "redirect", status, location: joinedHeader(headers, "location"), reason: "unsupported" };
  }
  return {
    code: "status",
    status,
    message: null,
    body: "unreadable",
    credentials: "none",
    errors: {},
    retryAfterSeconds: null,
  };
}

/**
 * The answer as it may be stored: a target may repeat what it was sent, and a secret that it has from elsewhere.
 *
 * @param signal ends the decoding; what could not be looked through is not kept
 */
export async function answerWithoutSecrets(
  exchange: Exchange,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<StoredAnswer> {
  const redactor = createRedactor(secrets);
  const decoded = redactor.active ? await decodedAnswer(exchange, DECODED_AT_MOST, signal).catch(() => null) : null;
  return storedAnswer(exchange, decoded, redactor);
}
