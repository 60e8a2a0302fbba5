import type { IncomingMessage, ServerResponse } from "node:http";
import type { ArrivedThrough } from "../../shared/address.ts";
import type { Completeness, ProfileStamp } from "../../shared/events.ts";
import { type EventId, headerPairs, type Instant } from "../../shared/primitives.ts";
import {
  answerBytes,
  type FramedAnswer,
  frameAnswer,
  type Manner,
  type PlannedAnswer,
  type SentAnswer,
} from "./answer.ts";
import { addToBody, type CollectedBody, emptyBody, releaseBody, takeBody } from "./collected-body.ts";
import { type Connection, drop, leave, type PendingRequest, sayLastWords } from "./connection.ts";
import { deliveryEnd, deliveryEvent, microsecondsBetween } from "./delivery-event.ts";
import { REQUEST_OVERHEAD_BYTES } from "./limits.ts";
import type { Listening } from "./listening.ts";
import { misbehave } from "./misbehave.ts";
import { sliceIfPipelined } from "./pipelined-input.ts";
import type { Receipt } from "./recorder.ts";
import { hungUp, noRoom, type Rejection, rejectionFor, tooLong, UNRECORDED, unknownExpectation } from "./rejections.ts";
import { isOnPath, type RequestHead, readHead } from "./request-head.ts";
import { turnAway } from "./unparsed.ts";

/** What a request's `Expect` field asks for (RFC 9110 section 10.1.1). */
export type ExpectField = "nothing" | "continue" | "other";

/** Takes on a request whose head is complete. */
export function receive(
  listening: Listening,
  connection: Connection,
  request: IncomingMessage,
  response: ServerResponse,
  expectField: ExpectField,
): void {
  if (connection.closing) {
    drop(connection, request);
    return;
  }
  const { budget } = listening;
  const hasRoom = budget.reserve(REQUEST_OVERHEAD_BYTES, connection.inFlight.size === 0 ? "small" : "behind");
  if (!hasRoom && !budget.reserve(REQUEST_OVERHEAD_BYTES, "refusal")) {
    turnAway(listening, connection);
    return;
  }
  const pending = new LiveRequest(listening, connection, request, response);
  connection.firstByteAt = null;
  connection.headBytes = null;
  connection.inFlight.add(pending);
  connection.receiving = pending;
  if (!hasRoom) pending.breakOff(noRoom());
  else if (expectField !== "nothing") pending.meetExpectation(expectField);
}

/**
 * Takes one request from its head to the end of our answer: collects the body, records it, answers once it is on
 * disk, and tells the journal how that went. Every webhook goes this way, so it is kept lean: no promise and no
 * timer of its own, and connection events are listened to once per connection, not per request.
 *
 * Moments are monotonic milliseconds.
 */
class LiveRequest implements PendingRequest, Receipt {
  readonly #listening: Listening;
  readonly #connection: Connection;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  /** When the first byte was seen. */
  readonly startedAt: number;
  readonly #headAt: number;
  readonly #at: Instant;
  readonly #profile: ProfileStamp | null;
  readonly #through: ArrivedThrough | null;
  readonly #target: string;
  readonly #onPath: boolean;
  readonly #capBytes: number;
  readonly #head: RequestHead;
  readonly #body: CollectedBody;
  /** The event is handed to the journal: what else comes of this request is dropped. */
  #settled = false;
  #isBrokenOff = false;
  /** No more of the body is kept. */
  #isFull = false;
  #done = false;
  #handsOn = false;
  #connectionClosed = false;
  #answer: PlannedAnswer | null = null;
  #framed: FramedAnswer | null = null;
  #id: EventId | null = null;
  #completeAt: number | null = null;
  #committedAt: number | null = null;
  #answerStartedAt: number | null = null;
  #delay: NodeJS.Timeout | null = null;
  #stopMisbehaving: (() => void) | null = null;

  /** @param request with its head complete, the body still to come. The overhead is already taken from the budget. */
  constructor(listening: Listening, connection: Connection, request: IncomingMessage, response: ServerResponse) {
    this.#headAt = performance.now();
    // Only of a connection's first request is the first byte known; a later one is seen when its head is complete.
    this.startedAt = connection.firstByteAt ?? this.#headAt;
    this.#listening = listening;
    this.#connection = connection;
    this.#request = request;
    this.#response = response;
    this.#at = listening.clock() - microsecondsBetween(this.startedAt, this.#headAt);
    this.#profile = listening.profile();
    const settings = listening.settings();
    this.#capBytes = settings.bodyCapBytes;
    this.#target = request.url ?? "";
    this.#onPath = isOnPath(this.#target, settings.path);
    this.#head = readHead(request.rawHeaders);
    this.#through = listening.throughOf(connection.remoteAddress, connection.remotePort, this.#head.headers);
    this.#body = emptyBody(Math.min(settings.bodyCapBytes, this.#head.announcedBytes ?? settings.bodyCapBytes));
    request.on("data", (chunk: Uint8Array) => this.#take(chunk));
    request.on("end", () => this.#complete());
  }

  isComplete(): boolean {
    return this.#request.complete;
  }

  receivedBytes(): number {
    return this.#body.size;
  }

  completeAt(): number | null {
    return this.#completeAt;
  }

  answeringSince(): number | null {
    // An answer that drips has a bound of its own.
    return this.#answer?.manner == null ? this.#answerStartedAt : null;
  }

  holding(): "no" | "for-a-while" | "until-given-up" {
    if (this.#done || this.#committedAt === null) return "no";
    if (this.#answer?.manner?.does === "hang") return "until-given-up";
    return this.#stopMisbehaving === null && this.#delay === null ? "no" : "for-a-while";
  }

  meetExpectation(expectField: "continue" | "other"): void {
    // Told to go on even when it announces too much: the first part is worth having, and the 413 comes all the same.
    if (expectField === "continue") this.#response.writeContinue();
    else this.breakOff(unknownExpectation(this.#head.hasBody));
  }

  #take(chunk: Uint8Array): void {
    if (this.#settled || this.#isFull) return;
    const added = addToBody(this.#body, chunk, this.#listening.budget);
    if (added === "kept") return;
    this.#isFull = true;
    this.breakOff(added === "over-cap" ? tooLong(this.#capBytes) : noRoom());
  }

  #complete(): void {
    if (this.#settled) return;
    this.#completeAt = performance.now();
    const { limits, answerFor, budget } = this.#listening;
    sliceIfPipelined(this.#connection, budget);
    const rejection = rejectionFor(this.#request, this.#head, limits);
    const answer =
      rejection === null
        ? answerFor({
            method: this.#request.method ?? "",
            target: this.#target,
            onPath: this.#onPath,
            through: this.#through,
            remoteAddress: this.#connection.remoteAddress,
            headers: this.#head.headers,
            body: this.#body,
          })
        : rejection.answer;
    if (answer !== null && (answer.close || answer.manner !== null)) this.#connection.closing = true;
    this.#settle("whole", rejection?.problem ?? null, answer);
  }

  breakOff(rejection: Rejection): void {
    if (this.#settled || this.#isBrokenOff) return;
    this.#isBrokenOff = true;
    // Set at once, and not when the answer goes out: nothing that follows on this connection is processed.
    this.#connection.closing = true;
    // The parser may have failed in the very packet that began the body: `data` is then still due for what it had
    // handed over. Reading emits it.
    this.#request.read();
    this.#settle(rejection.completeness, rejection.problem, rejection.answer);
  }

  connectionClosed(): void {
    this.#connectionClosed = true;
    if (this.#delay !== null) clearTimeout(this.#delay);
    this.#stopMisbehaving?.();
    if (!this.#settled) this.breakOff(hungUp());
    else if (this.#committedAt !== null) this.#end("failed");
  }

  /** Records the request; then, and only then, lets the answer go. */
  #settle(completeness: Completeness, problem: string | null, answer: PlannedAnswer | null): void {
    this.#settled = true;
    const connection = this.#connection;
    if (connection.receiving === this) connection.receiving = null;
    this.#answer = answer;
    this.#handsOn =
      this.#completeAt !== null && this.#onPath && this.#profile !== null && this.#listening.handsOn(this.#profile.id);
    const sent = answer === null ? null : this.#plan(answer);
    if (answer?.unrecorded === true) {
      this.unrecorded();
      return;
    }
    const event = deliveryEvent({
      connection,
      at: this.#at,
      profile: this.#profile,
      replay: this.#listening.replayOf(connection.remoteAddress, connection.remotePort),
      through: this.#through,
      method: this.#request.method ?? "",
      target: this.#target,
      onPath: this.#onPath,
      httpVersion: this.#request.httpVersion,
      headers: this.#head.headers,
      trailers: headerPairs(this.#request.rawTrailers),
      body: takeBody(this.#body),
      completeness,
      problem,
      answer: sent,
      purpose: answer?.purpose ?? null,
      handsOn: this.#handsOn,
      headersComplete: microsecondsBetween(this.startedAt, this.#headAt),
      bodyComplete: this.#completeAt === null ? null : microsecondsBetween(this.startedAt, this.#completeAt),
    });
    this.#listening.recorder.delivery(event, this);
  }

  kept(id: EventId): void {
    releaseBody(this.#body, this.#listening.budget);
    this.#id = id;
    this.#committedAt = performance.now();
    if (this.#handsOn && this.#profile !== null) this.#listening.onKept(id, this.#profile.id);
    if (this.#through !== null && this.#onPath && this.#completeAt !== null && this.#answer?.purpose?.does !== "proof")
      this.#listening.onThrough(this.#through);
    const later = this.#connectionClosed ? null : this.#answer?.later?.(id, (plan) => this.#plan(plan));
    if (later == null) this.#answerNow(this.#committedAt);
    else
      void later.then(() => {
        if (!this.#done) this.#answerNow(performance.now());
      });
  }

  /** Takes a plan for its answer. Returns what that is over the wire; null for nothing. */
  #plan(plan: PlannedAnswer): SentAnswer | null {
    const { manner } = plan;
    this.#answer = plan;
    this.#framed = null;
    switch (manner?.does) {
      case "garbage":
        return notHttp(manner.bytes);
      case "hang":
      case "reset":
      case "close":
        return null;
      case "drip":
      case undefined:
        this.#framed = this.#frame(plan);
        return this.#framed;
    }
  }

  #answerNow(now: number): void {
    const framed = this.#framed;
    const delayMs = this.#answer?.delayMs ?? 0;
    const manner = this.#answer?.manner ?? null;
    if (this.#connectionClosed || (framed === null && manner === null)) this.#end("failed");
    else if (delayMs > 0) this.#delay = setTimeout(() => this.#respond(framed, manner), delayMs);
    else if (manner === null && framed !== null) this.#send(framed, now);
    else this.#respond(framed, manner);
  }

  #respond(framed: FramedAnswer | null, manner: Manner | null): void {
    this.#delay = null;
    if (manner !== null) {
      const bytes = framed === null ? null : answerBytes(framed);
      this.#stopMisbehaving = misbehave(this.#connection, this, manner, bytes, this.#listening.limits, {
        begun: () => (this.#answerStartedAt = performance.now()),
        ended: (state) => this.#end(state),
      });
    } else if (framed !== null) this.#send(framed, performance.now());
  }

  lost(): void {
    this.#answerWithoutRow(this.#answer === null ? null : this.#frame(UNRECORDED));
  }

  unrecorded(): void {
    this.#answerWithoutRow(this.#framed);
  }

  #answerWithoutRow(framed: FramedAnswer | null): void {
    releaseBody(this.#body, this.#listening.budget);
    if (this.#connectionClosed || framed === null) this.#end("failed");
    else this.#send(framed, performance.now());
  }

  #frame(answer: PlannedAnswer): FramedAnswer {
    const { method = "" } = this.#request;
    const { httpVersion, headers } = this.#request;
    // Whoever speaks HTTP/1.0 cannot have meant it (RFC 9112, section 6.1): what follows may be part of the body.
    const isOdd = httpVersion === "1.0" && headers["transfer-encoding"] !== undefined;
    const keepAlive = this.#response.shouldKeepAlive && answer.manner === null && !isOdd;
    return frameAnswer(answer, method, keepAlive, this.#listening.limits.keepAliveTimeoutMs);
  }

  #send(framed: FramedAnswer, now: number): void {
    this.#answerStartedAt = now;
    // When a socket is destroyed, Node calls back for what was still to be written as if it had been.
    const sent = () => this.#end(this.#connection.socket.destroyed ? "failed" : "sent");
    if (!this.#isBrokenOff) {
      // Node keeps the answers on one connection in the order of their requests.
      this.#response.writeHead(framed.status, framed.flatHeaders);
      this.#response.on("finish", sent);
      this.#response.end(framed.content, "latin1");
      return;
    }
    // With a part of the request unread, Node would close the connection in a way that loses the answer.
    sayLastWords(this.#connection, this, answerBytes(framed), this.#listening.limits, sent);
  }

  #end(answerState: "sent" | "failed" | "withheld"): void {
    if (this.#done) return;
    this.#done = true;
    this.#stopMisbehaving?.();
    const { recorder, budget } = this.#listening;
    if (this.#id !== null && this.#committedAt !== null) {
      const end = deliveryEnd(answerState, this.startedAt, this.#committedAt, this.#answerStartedAt);
      recorder.deliveryEnd(this.#id, end);
    }
    budget.release(REQUEST_OVERHEAD_BYTES);
    leave(this.#connection, this);
  }
}

/** Bytes that are no answer, as they are recorded in the place of one. */
function notHttp(bytes: Buffer): SentAnswer {
  return { status: null, headers: [], content: bytes.toString("latin1") };
}
