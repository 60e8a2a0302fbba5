import type { IncomingMessage } from "node:http";
import type { Completeness } from "../../shared/events.ts";
import { type PlannedAnswer, plainAnswer } from "./answer.ts";
import type { ListenerLimits } from "./limits.ts";
import type { RequestHead } from "./request-head.ts";

/** What is made of a request that does not get the configured answer. */
export interface Verdict {
  readonly completeness: Completeness;
  /** For the user: what was wrong. */
  readonly problem: string;
  /** For the sender; null when it is gone. */
  readonly answer: PlannedAnswer | null;
}

/** A refusal after which the connection is closed: the sender reads the same sentence as the user. */
export function refusal(completeness: Completeness, status: number, problem: string): Verdict {
  return { completeness, problem, answer: plainAnswer(status, problem, true) };
}

export const tooLong = (capBytes: number): Verdict =>
  refusal("cut", 413, `The body is longer than ${capBytes} bytes; only its first part was kept.`);

export const noRoom = (): Verdict =>
  refusal("cut", 503, "More was arriving at once than can be held in memory; the rest of this request was not kept.");

export const unknownExpectation = (hasBody: boolean): Verdict =>
  refusal(hasBody ? "cut" : "whole", 417, "The request expects something other than 100-continue.");

export const tooSlow = (timeoutMs: number): Verdict =>
  refusal("timed-out", 408, `The request was not complete within ${timeoutMs / 1_000} seconds.`);

export const hungUp = (): Verdict => ({
  completeness: "aborted",
  problem: "The sender closed the connection before the request was complete.",
  answer: null,
});

export const madeRoom = (): Verdict => ({
  completeness: "timed-out",
  problem: "The request was not complete when others needed its place.",
  answer: null,
});

/** 503 for a request that could not be recorded. Never 2xx: its sender is to send it again. */
export const UNRECORDED = plainAnswer(503, "Linkdesk could not record this request. Send it again later.", true);

/**
 * What is wrong with a request that the parser has let through and that came whole; null for nothing. Node would
 * refuse a missing Host by itself, before anybody could record the request, and drop header fields beyond its limit
 * without a word: so both are switched off there and looked after here.
 */
export function objectionTo(request: IncomingMessage, head: RequestHead, limits: ListenerLimits): Verdict | null {
  if (head.headers.length > limits.headerFields)
    return refusal("whole", 431, `The request has ${head.headers.length} header fields, more than anybody needs.`);
  if (request.httpVersionMajor !== 1)
    return refusal("whole", 505, `The request names HTTP/${request.httpVersion}; the listener speaks HTTP/1.1.`);
  if (head.hosts !== 1 && request.httpVersionMinor > 0)
    return refusal("whole", 400, `An HTTP/1.1 request has one Host header; this one has ${head.hosts || "none"}.`);
  return null;
}
