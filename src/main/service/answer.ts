import type { CallDetail } from "../../shared/events.ts";
import type { CredentialState, Operation, Outcome } from "../../shared/outcomes.ts";
import { MEBIBYTE } from "../../shared/primitives.ts";
import { type AnswerHead, type Decoded, decodedAnswer, storedAnswer } from "../network/index.ts";
import type { Redactor } from "../redactor/index.ts";
import { classify, type Meaning } from "./classify.ts";
import type { Followed } from "./follow-redirects.ts";

/** Most that is kept of an answer, as received and decoded alike. */
export const MAX_ANSWER_BYTES = 10 * MEBIBYTE;

/** An answer as it goes into the journal: classified on what came, stored without our secrets. */
export interface ReadAnswer extends Meaning {
  readonly answer: CallDetail["answer"];
  readonly body: Uint8Array | null;
}

export interface AnswerContext {
  readonly operation: Operation;
  readonly credentials: CredentialState;
  readonly redactor: Redactor;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What the call may take, and what is left of that: an answer is not here before it is decoded. */
  readonly limitMs: number;
  readonly leftMs: number;
  /** The user gives the call up. */
  readonly signal: AbortSignal;
}

export async function readAnswer({ exchange, stopped }: Followed, reading: AnswerContext): Promise<ReadAnswer> {
  const { operation, credentials, redactor, now } = reading;
  const meaning = (decoded: Decoded | Outcome, head: AnswerHead): Meaning => {
    if ("code" in decoded) return unnamed(decoded);
    if (decoded.refused === "too-large")
      return unnamed({ code: "too-large", limitBytes: MAX_ANSWER_BYTES, status: head.status });
    return classify(operation, head, decoded, credentials, now);
  };
  const { head, failure } = exchange;
  if (head === null) return { ...unnamed(redactOutcome(failure ?? NO_ANSWER, redactor)), answer: null, body: null };
  const decoded = await inTime(exchange, reading);
  const ended = (failure === null ? null : withStatus(failure, head.status)) ?? stoppedOutcome(stopped, head.status);
  const { outcome, userReference } = ended === null ? meaning(decoded, head) : unnamed(ended);
  const stored = await storedAnswer(exchange, "code" in decoded ? null : decoded, redactor);
  return {
    outcome: redactOutcome(outcome, redactor),
    userReference: userReference && redactor.text(userReference).value,
    answer: {
      ...(stored.head ?? head),
      headers: (stored.head ?? head).headers.map(([name, value]) => [name, value]),
      size: stored.body.length,
      cut: exchange.cut,
      redacted: stored.redacted,
    },
    body: stored.body,
  };
}

/** The meaning of an answer that names no user. */
function unnamed(outcome: Outcome): Meaning {
  return { outcome, userReference: null };
}

/** The answer decoded, or how the call ended meanwhile. */
async function inTime(
  exchange: Followed["exchange"],
  { leftMs, limitMs, signal }: AnswerContext,
): Promise<Decoded | Outcome> {
  const late = leftMs <= 0 ? AbortSignal.abort() : AbortSignal.timeout(Math.ceil(leftMs));
  try {
    return await decodedAnswer(exchange, MAX_ANSWER_BYTES, AbortSignal.any([signal, late]));
  } catch (error) {
    if (signal.aborted) return { code: "cancelled", sent: true };
    if (late.aborted)
      return { code: "answer-timeout", limitMs, ...(exchange.head && { status: exchange.head.status }) };
    throw error;
  }
}

/** How a call ended whose answer had begun: its status is known, though the rest is not. */
function withStatus(failure: Outcome, status: number): Outcome {
  switch (failure.code) {
    case "too-large":
    case "answer-timeout":
    case "reset":
    case "protocol":
      return { ...failure, status };
    default:
      return failure;
  }
}

/** An exchange ends with an answer or with a failure; this one would be neither. */
const NO_ANSWER: Outcome = { code: "internal", detail: "The call ended without an answer." };

function stoppedOutcome(stopped: Followed["stopped"], status: number): Outcome | null {
  return stopped === null ? null : { code: "redirect", status, ...stopped };
}

/** Texts that may quote the service or an error; the rest of an outcome is our own. */
const QUOTING: ReadonlySet<string> = new Set(["message", "detail", "location", "sign", "errors"]);

function redactOutcome(outcome: Outcome, redactor: Redactor): Outcome {
  const entries = Object.entries(outcome).map(([key, value]) => [
    key,
    QUOTING.has(key) ? redactor.deep(value).value : value,
  ]);
  return Object.fromEntries(entries) as Outcome;
}
