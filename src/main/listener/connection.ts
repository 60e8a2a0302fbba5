import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Endpoints } from "./delivery-event.ts";
import { DROPPED_REQUESTS, type ListenerLimits } from "./limits.ts";
import type { Rejection } from "./rejections.ts";

/** One request on its way from its head to the end of our answer. */
export interface PendingRequest {
  /** When its first byte was seen. */
  readonly startedAt: number;
  /** Whether all of the request was parsed. */
  isComplete(): boolean;
  /** Bytes of its body that have come so far. */
  receivedBytes(): number;
  /** Takes no more of the request: records what came, then answers, if there is anybody to answer. */
  breakOff(rejection: Rejection): void;
  /** The connection is closed: nothing more comes or goes. */
  connectionClosed(): void;
  /** When the request was complete, and when its answer was begun; null before. Monotonic milliseconds. */
  completeAt(): number | null;
  answeringSince(): number | null;
  /** Whether it keeps its sender waiting on purpose: until a moment that is set, or until the sender gives up. */
  holding(): "no" | "for-a-while" | "until-given-up";
}

/** A connection that is read in slices. */
interface Slices {
  /** Reads the next slice, if it is time to. To be called when a request is done with. */
  feed(): void;
  /** Reads no more requests: what still comes is thrown away. */
  discard(): void;
}

/** What the listener knows of an open connection. Moments are monotonic milliseconds. */
export interface Connection extends Endpoints {
  readonly socket: Socket;
  readonly openedAt: number;
  /** Its first bytes have come, so Node's HTTP server has it. */
  served: boolean;
  /** When its first byte was seen, until its first request has taken note. */
  firstByteAt: number | null;
  /**
   * The bytes of its first head, for as long as that is not complete: should it never be, they are all there is to
   * show. null once it is. Heads of later requests are not kept, as Node then reads the socket by itself.
   */
  headBytes: Uint8Array[] | null;
  /** The request whose body is still coming. */
  receiving: PendingRequest | null;
  /** Requests that are not done with, in the order in which they came. */
  readonly inFlight: Set<PendingRequest>;
  /** Set once this connection's last answer is decided. What comes after it is not processed (RFC 9112, 9.6). */
  closing: boolean;
  /**
   * Set once our last answer is out: until when what the sender still sends is read, and from which byte that counts.
   */
  lingering: { readonly until: number; readonly fromByte: number } | null;
  /** Requests that came after that and were dropped. */
  dropped: number;
  /** Set when its sender pipelines: it is then read in slices. */
  slices: Slices | null;
  /** To be closed as soon as nothing is in flight. */
  draining: boolean;
  /** What is written to the socket without Node's HTTP server, once the answers due before it are out. */
  lastWords: { readonly of: PendingRequest; readonly say: () => void } | null;
}

export function createConnection(socket: Socket): Connection {
  return {
    socket,
    remoteAddress: socket.remoteAddress ?? "",
    remotePort: socket.remotePort ?? 0,
    localAddress: socket.localAddress ?? "",
    localPort: socket.localPort ?? 0,
    openedAt: performance.now(),
    served: false,
    firstByteAt: null,
    headBytes: null,
    receiving: null,
    inFlight: new Set(),
    closing: false,
    lingering: null,
    dropped: 0,
    slices: null,
    draining: false,
    lastWords: null,
  };
}

/** Takes a request off its connection, once it is done with. */
export function leave(connection: Connection, pending: PendingRequest): void {
  const { inFlight } = connection;
  inFlight.delete(pending);
  if (connection.lastWords !== null) sayInTurn(connection);
  else if (connection.draining && inFlight.size === 0) connection.socket.destroySoon();
  else connection.slices?.feed();
}

/**
 * Drops a request behind the last one of its connection. Node makes an object of each and keeps it until the
 * connection is closed, so a sender that does not stop is not waited for.
 */
export function drop(connection: Connection, request: IncomingMessage): void {
  connection.dropped += 1;
  if (connection.dropped > DROPPED_REQUESTS) connection.socket.destroy();
  else request.resume(); // or its unread body would keep the sender from reading the last answer
}

/** Gives a connection to another server, such as that of WebSockets; it is paused until that has taken it. */
export function handOver(connection: Connection): void {
  connection.closing = true;
  connection.headBytes = null;
  connection.slices?.discard();
  connection.socket.pause();
}

/** Closes the connection once the answers that are due are out. */
export function closeWhenIdle(connection: Connection): void {
  connection.draining = true;
  if (connection.inFlight.size === 0) connection.socket.destroySoon();
}

/**
 * Sends an answer past Node's response objects and closes our side; used where a request was broken off or could
 * not be parsed. Answers to requests before it go out first; requests behind it stay unanswered.
 *
 * The other side is read on for a while: closing a socket with unread data resets the connection, and the sender
 * would see a reset in place of the answer (RFC 9112 section 9.6).
 *
 * @param sent called once the system has taken the whole answer; never, if the connection closes before.
 */
export function sayLastWords(
  connection: Connection,
  pending: PendingRequest,
  bytes: Uint8Array,
  limits: ListenerLimits,
  sent: () => void,
): void {
  inTurn(connection, pending, () => {
    const { socket } = connection;
    if (!socket.writable) return;
    connection.lingering = { until: performance.now() + limits.lingerMs, fromByte: socket.bytesRead };
    socket.end(bytes, () => {
      if (!socket.destroyed) sent();
    });
    // The socket of a CONNECT is handed out paused.
    if (connection.slices === null) socket.resume();
    else connection.slices.discard();
  });
}

/**
 * Does what ends a connection once the answers due before this request's are out. Nothing comes after it: of two that
 * would end it, the request that came first does, and the other one is told that the connection is closed.
 */
export function inTurn(connection: Connection, pending: PendingRequest, action: () => void): void {
  connection.closing = true;
  if (connection.lingering !== null || connection.socket.destroyed) return;
  for (const earlier of connection.inFlight) {
    if (earlier === pending) break;
    if (earlier === connection.lastWords?.of) return;
  }
  connection.lastWords = { of: pending, say: action };
  sayInTurn(connection);
}

function sayInTurn(connection: Connection): void {
  const { lastWords, inFlight } = connection;
  const [oldest] = inFlight;
  if (lastWords === null || oldest !== lastWords.of) return;
  connection.lastWords = null;
  lastWords.say();
}

/** Bytes of an incomplete head that are kept; more than the parser takes, so that it is the one to object. */
const KEPT_BYTES = 128 * 1_024;

/**
 * Waits for a connection's first bytes, takes note of them, and puts them back for `serve` to read.
 *
 * Once Node's HTTP server has a socket, it reads it past all listeners, which is what makes it fast; listening to
 * the data costs a fifth of the throughput. So only the first bytes are looked at: they give the exact beginning of
 * the first request. When they do not hold a whole head (slow, broken or not HTTP), speed does not matter, and what
 * follows is noted too until the head is complete: of such a request these bytes are all there is to record.
 */
export function awaitFirstBytes(connection: Connection, serve: (first: Buffer) => void): void {
  const { socket } = connection;
  const onReadable = () => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return; // closed without a word; `end` or `close` follows
    socket.off("readable", onReadable);
    connection.firstByteAt = performance.now();
    socket.unshift(chunk);
    connection.served = true;
    serve(chunk);
    if (chunk.includes("\r\n\r\n")) return;
    connection.headBytes = [];
    let kept = 0;
    const note = (bytes: Buffer) => {
      if (connection.headBytes === null || kept > KEPT_BYTES) {
        socket.off("data", note);
        return;
      }
      kept += bytes.length;
      connection.headBytes.push(bytes);
    };
    // Before the server's own listener: an error of the parser is reported while that one runs.
    socket.prependListener("data", note);
  };
  socket.on("readable", onReadable);
}

/** The bytes of an incomplete head as far as they are known. */
export function headBytesOf(connection: Connection): Uint8Array {
  return Buffer.concat(connection.headBytes ?? []);
}
