import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { SecureContextOptions } from "node:tls";
import { bind } from "./bind.ts";
import { closeOverdue, isHeld, makeRoom, onClientError, onClosed, onSenderClosedItsSide } from "./client-errors.ts";
import { awaitFirstBytes, type Connection, createConnection, handOver } from "./connection.ts";
import { FAST_CONNECTIONS } from "./limits.ts";
import type { Listening } from "./listening.ts";
import { type ExpectField, receive } from "./live-request.ts";
import { isPipeline, sliceUp } from "./pipelined-input.ts";
import { refusal } from "./rejections.ts";
import { readHead } from "./request-head.ts";
import { recordUnparsed } from "./unparsed.ts";

/** Requests to speak another protocol on their connection (RFC 9110 section 7.8), as WebSocket's are. */
export interface Upgrades {
  /** Whether this one is to be taken. Any other is recorded and answered like a request that asks for nothing. */
  wants(request: IncomingMessage): boolean;
  /** Takes the connection over, with the bytes that came behind the request. The listener knows it no more. */
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** What the desktop's listener does without. */
export interface ServerExtras {
  readonly upgrades?: Upgrades;
  /** Certificate and key: the port then speaks TLS only. */
  readonly tls?: SecureContextOptions;
}

/** A bound port with everything that is connected to it. */
export interface OpenServer {
  readonly address: AddressInfo;
  /** Accepts nothing more, lets requests under way finish within the grace, and resolves when all is closed. */
  close(): Promise<void>;
}

/**
 * Opens the port and records whatever comes.
 *
 * It treats every sender alike, also a web page that posts across origins or reaches it by DNS rebinding: it is a
 * recorder, and such a request is worth a row. Nothing is given away by that: no answer has CORS headers unless the
 * user configured some, and there is nothing to read here but the configured answer.
 *
 * @throws the error of the bind, as Node gives it.
 */
export async function openServer(
  listening: Listening,
  host: string,
  port: number,
  { upgrades, tls }: ServerExtras = {},
): Promise<OpenServer> {
  const { limits } = listening;
  const connections = new Map<unknown, Connection>();
  let fast = 0;
  const options: ServerOptions = {
    // Lenient parsing is what request smuggling needs.
    insecureHTTPParser: false,
    // Node would refuse a request without Host before anybody saw it; `rejectionFor` does so with a record.
    requireHostHeader: false,
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    shouldUpgradeCallback: (request) => upgrades?.wants(request) ?? false,
  };
  const server =
    tls === undefined
      ? createServer(options)
      : createSecureServer({ ...options, ...tls, handshakeTimeout: limits.headTimeoutMs });
  // No limit on their number, or Node drops the surplus without a word; `headBytes` bounds them, `rejectionFor` counts.
  server.maxHeadersCount = 0;
  // A sender that closes its side right after its request (`nc -N`, `socat`) still gets its answer.
  Object.assign(server, { httpAllowHalfOpen: true });

  const take = (expectation: ExpectField) => (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (connection !== undefined) receive(listening, connection, request, response, expectation);
  };
  server.on("request", take("nothing"));
  server.on("checkContinue", take("continue"));
  server.on("checkExpectation", take("other"));
  // An upgrade that nobody wants is not taken: some HTTP clients offer h2c with every request they send.
  server.on("upgrade", (request, socket, head) => {
    const connection = connections.get(socket);
    if (connection === undefined || upgrades === undefined) return;
    connections.delete(socket);
    handOver(connection);
    upgrades.take(request, socket, head);
    socket.resume();
  });
  server.on("connect", (request, socket, head) => {
    const connection = connections.get(socket);
    if (connection !== undefined) refuseTunnel(listening, connection, request, head);
  });
  server.on("clientError", (error, socket) => {
    const connection = connections.get(socket);
    if (connection !== undefined) onClientError(listening, connection, error);
  });

  // What Node does with a new connection is put off until its first bytes have come.
  const connected = tls === undefined ? "connection" : "secureConnection";
  const serve = server.listeners(connected);
  server.removeAllListeners(connected);
  // What is still shaking hands is not counted below.
  if (tls !== undefined) server.maxConnections = 2 * limits.connections;
  server.on(connected, (socket: Socket) => {
    if (connections.size >= limits.connections && !makeRoom(listening, connections.values())) {
      socket.destroy();
      return;
    }
    const connection = createConnection(socket);
    connections.set(socket, connection);
    socket.on("error", () => {}); // `close` follows and is enough
    socket.on("end", () => onSenderClosedItsSide(listening, connection));
    socket.on("close", () => {
      connections.delete(socket);
      onClosed(listening, connection);
    });
    awaitFirstBytes(connection, (first) => {
      for (const listener of serve) listener.call(server, socket);
      // Before the server has read anything: it begins to in the next tick.
      if (fast >= FAST_CONNECTIONS || isPipeline(first)) {
        sliceUp(connection, listening.budget);
      } else {
        fast += 1;
        socket.once("close", () => {
          fast -= 1;
        });
      }
    });
  });

  const address = await bind(server, host, port);
  // Accepting may fail later, when handles run out. It goes on by itself once there are some again.
  server.once("error", (error) => {
    listening.recorder.notice({ code: "internal-error", reason: `A connection was not accepted: ${error.message}` });
    server.on("error", () => {});
  });
  const overdue = setInterval(() => closeOverdue(listening, connections.values()), limits.checkIntervalMs);

  return { address, close };

  function close(): Promise<void> {
    return new Promise((resolve) => {
      const destroyAll = () => {
        for (const { socket } of connections.values()) socket.destroy();
      };
      const grace = setTimeout(destroyAll, limits.stopGraceMs);
      // Closes connections that idle between two requests, too.
      server.close(() => {
        clearTimeout(grace);
        clearInterval(overdue);
        resolve();
      });
      for (const connection of connections.values()) drain(connection);
    });
  }
}

/** Closes a connection as soon as nothing is under way on it. One whose head is half here is waited for. */
function drain(connection: Connection): void {
  connection.draining = true;
  const isDone = connection.inFlight.size === 0 && connection.closing;
  // Whom a script keeps waiting gets nothing for it any more.
  if (!connection.served || isDone || isHeld(connection)) connection.socket.destroy();
}

function refuseTunnel(listening: Listening, connection: Connection, request: IncomingMessage, bytes: Uint8Array): void {
  if (connection.closing) return;
  recordUnparsed(listening, connection, {
    method: request.method ?? "",
    target: request.url ?? "",
    httpVersion: request.httpVersion,
    headers: readHead(request.rawHeaders).headers,
    bytes,
    rejection: refusal("whole", 501, "CONNECT asks for a tunnel; the listener is no proxy."),
  });
}
