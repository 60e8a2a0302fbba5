import type { CallDetail } from "../../shared/events.ts";
import type { CredentialState, Operation, Outcome } from "../../shared/outcomes.ts";
import { MEBIBYTE } from "../../shared/primitives.ts";
import { classify } from "./classify.ts";
import { type Decoded, decodeBody, encodeBody } from "./decoding.ts";
import type { Followed } from "./follow.ts";
import { headerValue } from "./headers.ts";
import type { Redactor } from "./redact.ts";

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
  const encoding = headerValue(head.headers, "content-encoding");
  const decoded = await decodeBody(exchange.body, encoding, MAX_ANSWER_BYTES);
  const tooLarge: Outcome | null = decoded.cut ? { code: "too-large", limitBytes: MAX_ANSWER_BYTES } : null;
  const outcome =
    failure ?? stoppedOutcome(stopped, head.status) ?? tooLarge ?? classify(operation, head, decoded, credentials, now);
  const stored = redactBody(exchange.body, decoded, encoding, redactor);
  const headers = redactor.deep(head.headers);
  const statusText = redactor.text(head.statusText);
  return {
    outcome: redactOutcome(outcome, redactor),
    answer: {
      ...head,
      headers: headers.value.map(([name, value]) => [name, value]),
      statusText: statusText.value,
      size: stored.value.length,
      cut: exchange.cut || decoded.cut || stored.cut,
      redacted: stored.redacted || headers.redacted || statusText.redacted,
    },
    body: stored.value,
  };
}

/** An exchange ends with an answer or with a failure; this one would be neither. */
const NO_ANSWER: Outcome = { code: "internal", detail: "The call ended without an answer." };

function stoppedOutcome(stopped: Followed["stopped"], status: number): Outcome | null {
  return stopped === null ? null : { code: "redirect", status, ...stopped };
}

/**
 * The body as received, unless it repeats a secret. One that does so under a content encoding is encoded again
 * after masking, and of one that decodes to more than is looked through only the part that was is kept.
 */
function redactBody(body: Uint8Array, decoded: Decoded, encoding: string | null, redactor: Redactor) {
  const masked = redactor.bytes(decoded.bytes);
  if (decoded.bytes === body || !(masked.redacted || decoded.cut)) return { ...redactor.bytes(body), cut: false };
  // An encoding that was taken off is known, so it can be put on.
  const encoded = Uint8Array.from(encodeBody(masked.value, encoding) ?? []);
  return { value: encoded, redacted: masked.redacted, cut: decoded.problem !== null };
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
