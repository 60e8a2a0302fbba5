import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { CallTiming } from "../../shared/events.ts";
import type { Outcome } from "../../shared/outcomes.ts";
import type { HeaderList } from "../../shared/primitives.ts";
import { failureOf, type Network } from "../network/index.ts";
import { type RawRequest, requestBytes } from "./raw-request.ts";

/** Largest head of an answer in bytes. */
const MAX_HEAD_BYTES = 65_536;

export interface RawExchangeOptions {
  readonly connectMs: number;
  /** Milliseconds for all of it, connection included. */
  readonly totalMs: number;
  readonly maxAnswerBytes: number;
  readonly signal: AbortSignal;
  /** Microseconds since the start. */
  readonly elapsed: () => number;
  /** Told of the connection before the first byte goes out. */
  readonly onConnected?: (socket: Socket) => void;
}

export interface RawExchange {
  readonly head: {
    readonly httpVersion: string;
    readonly status: number;
    readonly statusText: string;
    readonly headers: HeaderList;
  } | null;
  /** The first part of the answer's body, up to the cap. */
  readonly body: Uint8Array;
  /** There was, or may have been, more of it. */
  readonly cut: boolean;
  readonly timing: CallTiming;
  /** null for an answer that came, whatever its status. */
  readonly failure: Outcome | null;
}

/**
 * Sends the bytes of a request as they are and reads the answer. Never rejects, sends nothing twice, leaves no
 * connection behind. An HTTP client would word the request in its own way, so the bytes are written by hand and
 * Node's client is left only what it is good at: to read the answer.
 */
export function rawExchange(
  network: Network,
  target: URL,
  request: RawRequest,
  options: RawExchangeOptions,
): Promise<RawExchange> {
  const { promise, resolve } = Promise.withResolvers<RawExchange>();
  const over = new AbortController();
  const timing: { -readonly [Moment in keyof CallTiming]: CallTiming[Moment] } = {
    connected: null,
    sent: null,
    answerStarted: null,
    answerEnded: null,
  };
  const chunks: Uint8Array[] = [];
  let size = 0;
  let head: RawExchange["head"] = null;
  let socket: Socket | null = null;
  let reader: ClientRequest | null = null;
  let proxy: string | null = null;

  function settle(failure: Outcome | null, whole = failure === null): void {
    if (over.signal.aborted) return;
    clearTimeout(totalTimer);
    clearTimeout(connectTimer);
    options.signal.removeEventListener("abort", cancel);
    over.abort();
    reader?.destroy();
    socket?.destroy();
    resolve({ head, body: Buffer.concat(chunks), cut: !whole && head !== null, timing, failure });
  }
  function fail(error: unknown): void {
    // Node's parser names its faults HPE_…; undici's, which `failureOf` knows, has an error of its own for them.
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code.startsWith("HPE_"))
      return settle({ code: "protocol", detail: `What came is not an HTTP answer (${(error as Error).message}).` });
    const stage = { connected: timing.connected !== null, sent: timing.sent !== null, headComplete: head !== null };
    const answerStarted = timing.answerStarted !== null;
    settle(failureOf(error, { target, proxy, ...stage, answerStarted, firstBytes: new Uint8Array() }));
  }
  function cancel(): void {
    settle({ code: "cancelled", sent: timing.sent !== null });
  }

  const totalTimer = setTimeout(() => {
    const code = timing.connected === null ? "connect-timeout" : "answer-timeout";
    settle({ code, limitMs: options.totalMs });
  }, options.totalMs);
  const connectTimer = setTimeout(() => {
    if (timing.connected === null) settle({ code: "connect-timeout", limitMs: options.connectMs });
  }, options.connectMs);
  options.signal.addEventListener("abort", cancel);
  if (options.signal.aborted) cancel();

  function answered(response: IncomingMessage): void {
    const { httpVersion, statusCode = 0, statusMessage = "", rawHeaders } = response;
    head = { httpVersion, status: statusCode, statusText: statusMessage, headers: pairs(rawHeaders) };
    response.on("data", (chunk: Uint8Array) => {
      const room = options.maxAnswerBytes - size;
      chunks.push(chunk.length <= room ? chunk : chunk.subarray(0, room));
      size += Math.min(chunk.length, room);
      // What is kept is kept: that there is more of it is no fault of the target.
      if (chunk.length > room) settle(null, false);
    });
    response.on("error", fail);
    response.on("end", () => {
      timing.answerEnded = options.elapsed();
      settle(null);
    });
  }

  async function start(): Promise<void> {
    const connected = await network.connect(target, { signal: over.signal });
    ({ socket, proxy } = connected);
    if (over.signal.aborted) return void socket.destroy();
    timing.connected = options.elapsed();
    options.onConnected?.(socket);
    const { forward } = connected;
    const worded = forward === null ? request : throughProxy(request, target, forward.authorization);
    const heard = heardFrom(socket);
    reader = httpRequest({ method: request.method, createConnection: () => heard, maxHeaderSize: MAX_HEAD_BYTES });
    reader.on("response", answered).on("error", fail);
    reader.on("upgrade", () => settle({ code: "protocol", detail: "The target wants to change to another protocol." }));
    reader.end();
    socket.once("data", () => {
      timing.answerStarted = options.elapsed();
    });
    socket.write(requestBytes(worded), () => {
      timing.sent ??= options.elapsed();
    });
  }
  start().catch(fail);
  return promise;
}

/** A stream that hears what a socket hears, and says nothing to it. */
function heardFrom(socket: Socket): Duplex {
  const heard = new Duplex({
    read: () => void socket.resume(),
    write: (_chunk, _encoding, done) => done(),
  });
  socket.on("data", (chunk) => {
    if (!heard.push(chunk)) socket.pause();
  });
  socket.on("end", () => heard.push(null));
  socket.on("error", (error) => heard.destroy(error));
  socket.on("close", () => heard.destroy());
  return heard;
}

/** A forward proxy gets the whole address on the request line (RFC 9112, section 3.2.2) and its own credentials. */
function throughProxy(request: RawRequest, target: URL, authorization: string | null): RawRequest {
  const own: HeaderList = authorization === null ? [] : [["Proxy-Authorization", authorization]];
  return { ...request, path: target.origin + request.path, headers: [...request.headers, ...own] };
}

function pairs(flat: readonly string[]): HeaderList {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? "", flat[2 * at + 1] ?? ""]);
}
