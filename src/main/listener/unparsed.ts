import type { HeaderList } from "../../shared/primitives.ts";
import { answerBytes, type FramedAnswer, frameAnswer, type PlannedAnswer } from "./answer.ts";
import { type Connection, closeWhenIdle, leave, type PendingRequest, sayLastWords } from "./connection.ts";
import { deliveryEnd, deliveryEvent, microsecondsBetween } from "./delivery-event.ts";
import { REQUEST_OVERHEAD_BYTES } from "./limits.ts";
import type { Listening } from "./listening.ts";
import { type Rejection, UNRECORDED } from "./rejections.ts";
import { isOnPath } from "./request-head.ts";

/** A request that Node offers no response object for: its parser made nothing of it, or it was a CONNECT. */
interface Remains {
  /** As far as they could be made out; empty where not. */
  readonly method: string;
  readonly target: string;
  readonly httpVersion: string;
  readonly headers: HeaderList;
  /** The bytes that came. They are recorded as its body: there is nothing else to record them as. */
  readonly bytes: Uint8Array;
  readonly rejection: Rejection;
}

/** Records such a request, answers it after those before it, and closes the connection. */
export function recordUnparsed(listening: Listening, connection: Connection, remains: Remains): void {
  connection.closing = true;
  // A request before it in the same packet is complete, but has yet to be told so: rows keep the order of arrival.
  if (connection.receiving === null) record(listening, connection, remains);
  else setImmediate(() => record(listening, connection, remains));
}

function record(listening: Listening, connection: Connection, remains: Remains): void {
  const { recorder, limits, budget } = listening;
  const { rejection, method } = remains;
  const cost = REQUEST_OVERHEAD_BYTES + remains.bytes.length;
  if (!budget.reserve(cost, "refusal")) {
    turnAway(listening, connection);
    return;
  }
  const seenAt = performance.now();
  const startedAt = connection.firstByteAt ?? seenAt;
  const framed = rejection.answer === null ? null : frameLast(rejection.answer, method);
  let isGone = connection.socket.destroyed;
  let end: (answerState: "sent" | "failed") => void = () => {};
  const pending = placeholder(startedAt, () => {
    isGone = true;
    end("failed");
  });
  connection.inFlight.add(pending);

  const event = deliveryEvent({
    connection,
    at: listening.clock() - microsecondsBetween(startedAt, seenAt),
    profile: listening.profile(),
    replay: listening.replayOf(connection.remoteAddress, connection.remotePort),
    through: listening.throughOf(connection.remoteAddress, connection.remotePort, remains.headers),
    method,
    target: remains.target,
    onPath: isOnPath(remains.target, listening.settings().path),
    httpVersion: remains.httpVersion,
    headers: remains.headers,
    trailers: [],
    // A copy: the bytes may be part of a buffer that Node reads into again.
    body: new Uint8Array(remains.bytes),
    completeness: rejection.completeness,
    problem: rejection.problem,
    answer: framed,
    purpose: null,
    headersComplete: microsecondsBetween(startedAt, seenAt),
    handsOn: false,
    bodyComplete: null,
  });
  const answerWithoutRow = (answer: FramedAnswer | null): void => {
    budget.release(cost);
    end = () => leave(connection, pending);
    if (isGone || answer === null) end("failed");
    else sayLastWords(connection, pending, answerBytes(answer), limits, () => end("sent"));
  };
  recorder.delivery(event, {
    unrecorded: () => answerWithoutRow(framed),
    kept(id) {
      budget.release(cost);
      const committedAt = performance.now();
      const isAnswered = framed !== null && !isGone;
      end = (answerState) => {
        end = () => {};
        recorder.deliveryEnd(id, deliveryEnd(answerState, startedAt, committedAt, isAnswered ? committedAt : null));
        leave(connection, pending);
      };
      if (isAnswered) sayLastWords(connection, pending, answerBytes(framed), limits, () => end("sent"));
      else {
        end("failed");
        closeWhenIdle(connection);
      }
    },
    lost: () => answerWithoutRow(frameLast(UNRECORDED, method)),
  });
}

/** Refuses a request that there is no memory left to record, and says so where the user sees it. */
export function turnAway(listening: Listening, connection: Connection): void {
  listening.recorder.turnedAway("More was arriving at once than can be held in memory.");
  const pending = placeholder(performance.now(), () => leave(connection, pending));
  connection.inFlight.add(pending);
  say503(listening, connection, pending, "");
}

function say503(listening: Listening, connection: Connection, pending: PendingRequest, method: string): void {
  const bytes = answerBytes(frameLast(UNRECORDED, method));
  sayLastWords(connection, pending, bytes, listening.limits, () => leave(connection, pending));
}

function frameLast(answer: PlannedAnswer, method: string): FramedAnswer {
  return frameAnswer(answer, method, false, 0);
}

/** Holds a request's place among the others of its connection. */
function placeholder(startedAt: number, connectionClosed: () => void): PendingRequest {
  return {
    startedAt,
    connectionClosed,
    isComplete: () => true,
    receivedBytes: () => 0,
    breakOff: () => {},
    completeAt: () => null,
    answeringSince: () => null,
    holding: () => "no",
  };
}
