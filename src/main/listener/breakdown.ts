import { type Connection, closeWhenIdle } from "./connection.ts";
import { headBytesOf } from "./first-bytes.ts";
import type { Listening } from "./listening.ts";
import { looksLikeTls, requestLineOf, TLS_PROBLEM, verdictOfParserError } from "./parser-error.ts";
import { recordUnparsed } from "./unparsed.ts";
import { hungUp, refusal, tooSlow, type Verdict } from "./verdicts.ts";

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
  const verdict = verdictOf(listening, connection, error);
  if (verdict !== null) breakOff(listening, connection, verdict, error.rawPacket);
}

function verdictOf(listening: Listening, connection: Connection, error: ClientError): Verdict | null {
  const { limits } = listening;
  const code = error.code ?? "";
  if (code === "HPE_INVALID_EOF_STATE") return hungUp();
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return tooSlow(isReceiving(connection) ? limits.requestTimeoutMs : limits.headTimeoutMs);
  // Errors of the socket itself (ECONNRESET, EPIPE) come this way too; its `close` follows and tells enough.
  return code.startsWith("HPE_") ? verdictOfParserError(error) : null;
}

/** Ends whatever request is on its way in: the one whose body is coming, or one whose head is not complete yet. */
export function breakOff(
  listening: Listening,
  connection: Connection,
  verdict: Verdict,
  rawPacket: Buffer = Buffer.alloc(0),
): void {
  const { receiving } = connection;
  if (receiving !== null && !receiving.isComplete()) {
    receiving.breakOff(verdict);
    if (verdict.answer === null) closeWhenIdle(connection);
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
    verdict: begun ? betterVerdict(bytes, verdict) : { ...verdict, problem: `${verdict.problem} ${SHARED_PACKET}` },
  });
}

const SHARED_PACKET = "The bytes shown are those of the whole packet, which begins with an earlier request.";

function betterVerdict(bytes: Uint8Array, verdict: Verdict): Verdict {
  return verdict.completeness === "malformed" && looksLikeTls(bytes) ? refusal("malformed", 400, TLS_PROBLEM) : verdict;
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
  for (const exchange of connection.inFlight) {
    const completeAt = exchange.completeAt();
    const hasGivenUp = completeAt !== null && now - completeAt > listening.limits.halfCloseMs;
    // One that gets no answer anyhow loses nothing.
    if (hasGivenUp || exchange.holding() === "until-given-up") {
      connection.socket.destroy();
      return;
    }
  }
}

/** The connection is gone, whoever closed it. */
export function onClosed(listening: Listening, connection: Connection): void {
  const isHeadIncomplete = connection.headBytes !== null && connection.headBytes.length > 0;
  if (isHeadIncomplete && !connection.closing) breakOff(listening, connection, hungUp());
  for (const exchange of connection.inFlight) exchange.connectionClosed();
}
