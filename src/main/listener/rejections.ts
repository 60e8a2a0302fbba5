import type { IncomingMessage } from "node:http";
import type { Completeness } from "../../shared/events.ts";
import { type PlannedAnswer, plainAnswer } from "./answer.ts";
import type { ListenerLimits } from "./limits.ts";
import type { RequestHead } from "./request-head.ts";

/** What is made of a request that does not get the configured answer. */
export interface Rejection {
  readonly completeness: Completeness;
  /** For the user: what was wrong. */
  readonly problem: string;
  /** For the sender; null when it is gone. */
  readonly answer: PlannedAnswer | null;
}

/** A refusal after which the connection is closed: the sender reads the same sentence as the user. */
export function refusal(completeness: Completeness, status: number, problem: string): Rejection {
  return { completeness, problem, answer: plainAnswer(status, problem, true) };
}

export const tooLong = (capBytes: number): Rejection =>
  refusal("cut", 413, `The body is longer than ${capBytes} bytes; only its first part was kept.`);

export const noRoom = (): Rejection =>
  refusal("cut", 503, "More was arriving at once than can be held in memory; the rest of this request was not kept.");

export const unknownExpectation = (hasBody: boolean): Rejection =>
  refusal(hasBody ? "cut" : "whole", 417, "The request expects something other than 100-continue.");

export const tooSlow = (timeoutMs: number): Rejection =>
  refusal("timed-out", 408, `The request was not complete within ${timeoutMs / 1_000} seconds.`);

export const hungUp = (): Rejection => ({
  completeness: "aborted",
  problem: "The sender closed the connection before the request was complete.",
  answer: null,
});

export const madeRoom = (): Rejection => ({
  completeness: "timed-out",
  problem: "The request was not complete when others needed its place.",
  answer: null,
});

/** 503 for a request that could not be recorded. Never 2xx: its sender is to send it again. */
export const UNRECORDED: PlannedAnswer = (() => {
  const answer = plainAnswer(503, "Linkdesk could not record this request. Send it again later.", true);
  return { ...answer, headers: [...answer.headers, ["Retry-After", "5"]] };
})();

/**
 * What is wrong with a request that the parser has let through and that came whole; null for nothing. Node would
 * refuse a missing Host by itself, before anybody could record the request, and drop header fields beyond its limit
 * without a word: so both are switched off there and looked after here.
 */
export function rejectionFor(request: IncomingMessage, head: RequestHead, limits: ListenerLimits): Rejection | null {
  if (head.headers.length > limits.headerFields)
    return refusal("whole", 431, `The request has ${head.headers.length} header fields, more than anybody needs.`);
  if (request.httpVersionMajor !== 1)
    return refusal("whole", 505, `The request names HTTP/${request.httpVersion}; the listener speaks HTTP/1.1.`);
  if (head.hostHeaders !== 1 && request.httpVersionMinor > 0)
    return refusal(
      "whole",
      400,
      `An HTTP/1.1 request has one Host header; this one has ${head.hostHeaders || "none"}.`,
    );
  return null;
}

/** What each objection of Node's parser (llhttp) means; the others are explained by their own words. */
const MEANINGS: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD: "It does not begin with a method that is known.",
  HPE_INVALID_URL: "The request target has characters that are not allowed there.",
  HPE_INVALID_CONSTANT: "The request line does not end in an HTTP version.",
  HPE_INVALID_VERSION: "The request line names an HTTP version that does not exist.",
  HPE_INVALID_HEADER_TOKEN: "A header line has characters that are not allowed there, or a space before its colon.",
  HPE_INVALID_CONTENT_LENGTH: "Content-Length is not one plain number, or stands beside Transfer-Encoding.",
  HPE_UNEXPECTED_CONTENT_LENGTH: "Content-Length is given more than once, or beside Transfer-Encoding.",
  HPE_INVALID_TRANSFER_ENCODING: "Transfer-Encoding does not end in chunked, or stands beside Content-Length.",
  HPE_INVALID_CHUNK_SIZE: "A chunk of the body does not begin with its size.",
  HPE_STRICT: "A line or a chunk does not end as HTTP wants it.",
  HPE_LF_EXPECTED: "A line does not end in CR and LF.",
  HPE_CR_EXPECTED: "A line does not end in CR and LF.",
  HPE_CLOSED_CONNECTION: "More bytes follow after a request that was to be the last on its connection.",
  HPE_PAUSED_H2_UPGRADE: "The sender speaks HTTP/2 without asking; the listener speaks HTTP/1.1.",
};

/** How an error of Node's parser is recorded and answered. */
export function rejectionOfParserError(error: NodeJS.ErrnoException & { readonly reason?: string }): Rejection {
  const code = error.code ?? "";
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return refusal("malformed", 431, "The head of the request is longer than the listener takes.");
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return refusal("malformed", 413, "The extensions of a chunk are longer than the listener takes.");
    default: {
      const meaning = MEANINGS[code] ?? `The parser says: ${error.reason ?? error.message}.`;
      return refusal("malformed", 400, `This is not valid HTTP. ${meaning} (${code})`);
    }
  }
}

/** TLS records of a handshake begin so (RFC 8446 section 5.1): the likeliest reason for a binary request. */
export function looksLikeTls(bytes: Uint8Array): boolean {
  return bytes[0] === 0x16 && bytes[1] === 0x03;
}

export const TLS_PROBLEM = "The sender speaks TLS, as for https://; the listener speaks plain http://.";

/** Method and target, if the bytes begin with something like a request line; empty texts if they do not. */
export function requestLineOf(bytes: Uint8Array): { readonly method: string; readonly target: string } {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 8_192)).toString("latin1");
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}) ([^\s]{1,8000})(?=[ \r\n])/.exec(text);
  return { method: match?.[1] ?? "", target: match?.[2] ?? "" };
}
