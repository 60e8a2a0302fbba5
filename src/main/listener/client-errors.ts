import { type Connection, closeWhenIdle, headBytesOf } from "./connection.ts";
import type { Listening } from "./listening.ts";
import {
  hungUp,
  looksLikeTls,
  madeRoom,
  type Rejection,
  refusal,
  rejectionOfParserError,
  requestLineOf,
  TLS_PROBLEM,
  tooSlow,
} from "./rejections.ts";
import { recordUnparsed } from "./unparsed.ts";

/** An error as Node's HTTP server reports it for a connection. */
interface ClientError extends NodeJS.ErrnoException {
  /** The parser's own words. */
  readonly reason?: string;
  /** The packet in which the parser gave up. */
  readonly rawPacket?: Buffer;
}

/** Node could not go on reading requests from this connection. */
export function onClientError(listening: Listening, connection: Connection, error: ClientError): void {
  if (connection.closing) return; // the rest of what was refused already
  const rejection = rejectionOf(listening, connection, error);
  if (rejection !== null) breakOff(listening, connection, rejection, error.rawPacket);
}

function rejectionOf(listening: Listening, connection: Connection, error: ClientError): Rejection | null {
  const { limits } = listening;
  const code = error.code ?? "";
  if (code === "HPE_INVALID_EOF_STATE") return hungUp();
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return tooSlow(isReceiving(connection) ? limits.requestTimeoutMs : limits.headTimeoutMs);
  // Errors of the socket itself (ECONNRESET, EPIPE) come this way too; its `close` follows and tells enough.
  return code.startsWith("HPE_") ? rejectionOfParserError(error) : null;
}

/** Ends whatever request is on its way in: the one whose body is coming, or one whose head is not complete yet. */
export function breakOff(
  listening: Listening,
  connection: Connection,
  rejection: Rejection,
  rawPacket: Buffer = Buffer.alloc(0),
): void {
  const { receiving } = connection;
  if (receiving !== null && !receiving.isComplete()) {
    receiving.breakOff(rejection);
    if (rejection.answer === null) closeWhenIdle(connection);
    return;
  }
  const bytes = connection.headBytes === null ? rawPacket : headBytesOf(connection);
  // A request that is complete but has not had its turn yet came in the same packet, before this one. Where it ends
  // only the parser knew, so what the packet begins with is not read as the beginning of this request.
  const begun = receiving === null;
  recordUnparsed(listening, connection, {
    ...(begun ? requestLineOf(bytes) : { method: "", target: "" }),
    httpVersion: "",
    headers: [],
    bytes,
    rejection: begun
      ? betterRejection(bytes, rejection)
      : { ...rejection, problem: `${rejection.problem} ${SHARED_PACKET}` },
  });
}

const SHARED_PACKET = "The bytes shown are those of the whole packet, which begins with an earlier request.";

function betterRejection(bytes: Uint8Array, rejection: Rejection): Rejection {
  return rejection.completeness === "malformed" && looksLikeTls(bytes)
    ? refusal("malformed", 400, TLS_PROBLEM)
    : rejection;
}

/** Whether a head was complete and its body is still coming. */
export function isReceiving(connection: Connection): boolean {
  return connection.receiving !== null && !connection.receiving.isComplete();
}

/**
 * The sender has closed its side. Right after its request that is a half-close, and it still wants its answer; while
 * it has been waiting for the answer, it has given up. TCP does not tell the two apart, so the moment must.
 */
export function onSenderClosedItsSide(listening: Listening, connection: Connection): void {
  if (!connection.served) {
    connection.socket.destroy();
    return;
  }
  const now = performance.now();
  for (const pending of connection.inFlight) {
    const completeAt = pending.completeAt();
    const hasGivenUp = completeAt !== null && now - completeAt > listening.limits.halfCloseMs;
    // One that gets no answer anyhow loses nothing.
    if (hasGivenUp || pending.holding() === "until-given-up") {
      connection.socket.destroy();
      return;
    }
  }
}

/** The connection is gone, whoever closed it. */
export function onClosed(listening: Listening, connection: Connection): void {
  const isHeadIncomplete = connection.headBytes !== null && connection.headBytes.length > 0;
  if (isHeadIncomplete && !connection.closing) breakOff(listening, connection, hungUp());
  for (const pending of connection.inFlight) pending.connectionClosed();
}

/** Closes connections that Node's own time limits do not cover. */
export function closeOverdue(listening: Listening, connections: Iterable<Connection>): void {
  const { limits } = listening;
  const now = performance.now();
  for (const connection of connections) {
    if (isOverdue(connection, now)) connection.socket.destroy();
    // Bodies that are held half sent for a long time (slow body) must not keep the memory from others.
    else if (listening.budget.isScarce() && isSlow(listening, connection, now)) giveWay(listening, connection);
  }

  function isOverdue(connection: Connection, now: number): boolean {
    const { lingering, socket } = connection;
    if (lingering !== null) {
      return now > lingering.until || socket.bytesRead - lingering.fromByte > limits.lingerBytes;
    }
    if (!connection.served) return now - connection.openedAt > limits.headTimeoutMs;
    // The oldest is the one whose answer is on its way; a sender that does not take it would hold it for ever.
    const [oldest] = connection.inFlight;
    const since = oldest?.answeringSince() ?? null;
    return since !== null && now - since > limits.sendTimeoutMs;
  }
}

/**
 * Closes one connection so that another can be accepted: the oldest that waits for nothing, or has not got a head
 * together; then the one whose body comes slowest, of those that have had their time of grace: a webhook of usual size
 * has arrived whole long before; then one that a script keeps waiting. So neither thousands of connections that are held
 * open on purpose (slowloris, slow bodies) nor our own script keep others out.
 *
 * @returns false when all are in use.
 */
export function makeRoom(listening: Listening, connections: Iterable<Connection>): boolean {
  const now = performance.now();
  let slowest: Connection | null = null;
  let slowestPace = Number.POSITIVE_INFINITY;
  let held: Connection | null = null;
  for (const connection of connections) {
    if (connection.inFlight.size === 0) {
      if (connection.headBytes !== null && !connection.closing) breakOff(listening, connection, madeRoom());
      connection.socket.destroy();
      return true;
    }
    const pace = paceOf(connection, now, listening.limits.bodyGraceMs);
    if (pace < slowestPace) {
      slowestPace = pace;
      slowest = connection;
    }
    if (held === null && isHeld(connection)) held = connection;
  }
  if (slowest !== null) giveWay(listening, slowest);
  else held?.socket.destroy();
  return slowest !== null || held !== null;
}

/** Bytes of its body for each millisecond; infinite where no body is coming, or has only begun to. */
function paceOf(connection: Connection, now: number, graceMs: number): number {
  const { receiving } = connection;
  const age = now - (receiving?.startedAt ?? now);
  return receiving !== null && !receiving.isComplete() && age > graceMs
    ? receiving.receivedBytes() / age
    : Number.POSITIVE_INFINITY;
}

/** Whether a body has been on its way for longer than a head may be. */
function isSlow(listening: Listening, connection: Connection, now: number): boolean {
  const startedAt = connection.receiving?.startedAt ?? now;
  return isReceiving(connection) && now - startedAt > listening.limits.headTimeoutMs;
}

/** Records what has come of a slow body, and closes its connection. */
function giveWay(listening: Listening, connection: Connection): void {
  breakOff(listening, connection, madeRoom());
  connection.socket.destroy();
}

/** Whether nothing happens on a connection but a script's waiting. */
export function isHeld({ inFlight }: Connection): boolean {
  for (const pending of inFlight) if (pending.holding() === "no") return false;
  return inFlight.size > 0;
}
