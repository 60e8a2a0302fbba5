import type { CallDetail } from "../../shared/events.ts";
import type { CredentialState, Operation, Outcome } from "../../shared/outcomes.ts";
import { MEBIBYTE } from "../../shared/primitives.ts";
import type { Redacted, Redactor } from "../network/index.ts";
import { contentEncodingOf, decodeBody } from "../payload/index.ts";
import { Refusal } from "../refusal.ts";
import { classify } from "./classify.ts";
import { encodeBody } from "./encode.ts";
import type { Followed } from "./follow.ts";

/** Most that is kept of an answer, as received and decoded alike. */
export const MAX_ANSWER_BYTES = 10 * MEBIBYTE;

/** An answer as it goes into the journal: classified on what came, stored without our secrets. */
export interface ReadAnswer {
  readonly outcome: Outcome;
  readonly answer: CallDetail["answer"];
  readonly body: Uint8Array | null;
}

/** @param now milliseconds since the epoch */
export async function readAnswer(
  { exchange, stopped }: Followed,
  operation: Operation,
  credentials: CredentialState,
  redactor: Redactor,
  now: number,
): Promise<ReadAnswer> {
  const { head, failure } = exchange;
  if (head === null) return { outcome: redactOutcome(failure ?? NO_ANSWER, redactor), answer: null, body: null };
  const decoded = await decode(exchange.body, contentEncodingOf(head.headers));
  const tooLarge = decoded.refused === "too-large" ? TOO_LARGE : null;
  const outcome =
    failure ?? stoppedOutcome(stopped, head.status) ?? tooLarge ?? classify(operation, head, decoded, credentials, now);
  const stored = redactBody(exchange.body, decoded, redactor);
  const headers = redactor.deep(head.headers);
  const statusText = redactor.text(head.statusText);
  return {
    outcome: redactOutcome(outcome, redactor),
    answer: {
      ...head,
      headers: headers.value.map(([name, value]) => [name, value]),
      statusText: statusText.value,
      size: stored.value.length,
      cut: exchange.cut,
      redacted: stored.redacted || headers.redacted || statusText.redacted,
    },
    body: stored.value,
  };
}

/** An exchange ends with an answer or with a failure; this one would be neither. */
const NO_ANSWER: Outcome = { code: "internal", detail: "The call ended without an answer." };
const TOO_LARGE: Outcome = { code: "too-large", limitBytes: MAX_ANSWER_BYTES };

function stoppedOutcome(stopped: Followed["stopped"], status: number): Outcome | null {
  return stopped === null ? null : { code: "redirect", status, ...stopped };
}

interface Decoded {
  /** As received where nothing could be taken off. */
  readonly bytes: Uint8Array;
  readonly encoding: string;
  /** The code of the refusal, and its words for the user. */
  readonly refused: string | null;
  readonly problem: string | null;
}

async function decode(body: Uint8Array, encoding: string): Promise<Decoded> {
  try {
    return { ...(await decodeBody(body, encoding, MAX_ANSWER_BYTES)), refused: null, problem: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { bytes: body, encoding: "identity", refused: error.code, problem: error.message };
  }
}

/**
 * The body as received, unless it repeats a secret: then it is masked, and put under its content coding again. One
 * that should decode and does not cannot be looked through, and is kept only where there is no secret to find.
 */
function redactBody(body: Uint8Array, { bytes, encoding, refused }: Decoded, redactor: Redactor): Redacted<Uint8Array> {
  const opaque = refused === "damaged-body" || refused === "too-large";
  if (opaque && redactor.active) return { value: new Uint8Array(0), redacted: true };
  const masked = redactor.bytes(bytes);
  if (!masked.redacted) return { value: body, redacted: false };
  return { value: Uint8Array.from(encodeBody(masked.value, encoding)), redacted: true };
}

/** Texts that may quote the service or an error; the rest of an outcome is our own. */
const QUOTING: ReadonlySet<string> = new Set(["message", "detail", "location", "contentType", "errors"]);

function redactOutcome(outcome: Outcome, redactor: Redactor): Outcome {
  const entries = Object.entries(outcome).map(([key, value]) => [
    key,
    QUOTING.has(key) ? redactor.deep(value).value : value,
  ]);
  return Object.fromEntries(entries) as Outcome;
}
