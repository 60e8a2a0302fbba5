import type { LookupFunction, Socket } from "node:net";
import type { Dispatcher } from "undici";
import type { CallTiming } from "../../shared/events.ts";
import type { HeaderList } from "../../shared/primitives.ts";
import { type Failure, failureOf } from "./failure.ts";
import { answerHeaders, sentHeaders } from "./headers.ts";
import type { Line, Network } from "./network.ts";
import { firstBytesOf } from "./peek.ts";
import type { AnswerHead, WireRequest } from "./wire.ts";

export interface ExchangeOptions {
  readonly connectMs: number;
  /** Milliseconds for all of it, connection included. */
  readonly totalMs: number;
  /** The total as the user set it, for the sentence: after a redirect less than that may be left. */
  readonly limitMs?: number;
  readonly maxAnswerBytes: number;
  readonly signal: AbortSignal;
  /** Microseconds since the start of the call, for the timing. */
  readonly elapsed: () => number;
  readonly lookup?: LookupFunction;
}

export interface Exchange {
  /** What went on the wire, in its order, secrets masked. */
  readonly sentHeaders: HeaderList;
  readonly head: AnswerHead | null;
  /** The bytes of the answer's body as they came, without the chunks' framing. */
  readonly body: Uint8Array;
  /** The body broke off: at the cap, or because of the failure. */
  readonly cut: boolean;
  readonly timing: CallTiming;
  /** null for an answer of the service that came whole, whatever its status. */
  readonly failure: Failure | null;
}

/**
 * One request and its answer, on a connection of their own. Never rejects, never sends anything twice, and leaves
 * nothing open behind: whatever ends it, the connection is closed.
 */
export function exchange(network: Network, request: WireRequest, options: ExchangeOptions): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const over = new AbortController();
  const timing: { -readonly [Moment in keyof CallTiming]: CallTiming[Moment] } = {
    connected: null,
    sent: null,
    answerStarted: null,
    answerEnded: null,
  };
  const chunks: Uint8Array[] = [];
  let size = 0;
  let head: AnswerHead | null = null;
  let line: Line | null = null;
  let protocol: "h1" | "h2" = "h1";
  let dispatched = false;
  let socketError: Error | null = null;
  let firstBytes: () => Uint8Array = () => new Uint8Array(0);

  const settle = (failure: Failure | null, whole = failure === null): void => {
    if (over.signal.aborted) return;
    clearTimeout(totalTimer);
    clearTimeout(connectTimer);
    options.signal.removeEventListener("abort", cancel);
    over.abort();
    line?.client.destroy().catch(() => {});
    resolve({
      sentHeaders: sentHeaders(request, protocol, line?.forward ?? null),
      head,
      body: concat(chunks, size),
      cut: !whole && head !== null,
      timing,
      failure,
    });
  };
  const fail = (error: unknown): void =>
    settle(
      failureOf(socketError !== null && isHangUp(error) ? socketError : error, {
        target: request.target,
        proxy: line?.proxy ?? null,
        connected: timing.connected !== null,
        sent: timing.sent !== null,
        answerStarted: timing.answerStarted !== null,
        headComplete: head !== null,
        firstBytes: firstBytes(),
      }),
    );
  const cancel = (): void => settle({ code: "cancelled", sent: timing.sent !== null });

  const limitMs = options.limitMs ?? options.totalMs;
  const totalTimer = setTimeout(() => {
    settle({ code: timing.connected === null ? "connect-timeout" : "answer-timeout", limitMs });
  }, options.totalMs);
  const connectTimer = setTimeout(() => {
    if (timing.connected === null) settle({ code: "connect-timeout", limitMs: options.connectMs });
  }, options.connectMs);
  options.signal.addEventListener("abort", cancel);

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      // HTTP/2 lets a server refuse a request it has not looked at (RFC 9113, section 8.7), and undici would send it
      // again. A test call goes out once.
      if (dispatched) controller.abort(new Error("The service refused to take the request."));
      dispatched = true;
    },
    onRequestSent() {
      timing.sent ??= options.elapsed();
    },
    onResponseStarted() {
      timing.answerStarted = options.elapsed();
    },
    onResponseStart(controller, status, _, statusText) {
      // 1xx is not the answer yet.
      if (status < 200) return;
      head = answerHeaders(status, statusText ?? "", controller.rawHeaders ?? [], protocol, firstBytes());
    },
    onResponseData(_, chunk) {
      const room = options.maxAnswerBytes - size;
      chunks.push(chunk.length <= room ? chunk : chunk.subarray(0, room));
      size += Math.min(chunk.length, room);
      if (chunk.length > room) settle({ code: "too-large", limitBytes: options.maxAnswerBytes });
    },
    onResponseEnd() {
      timing.answerEnded = options.elapsed();
      // Only a proxy answers this way, and it answers in the service's place.
      const proxy = head?.status === 407 && line?.forward ? line.proxy : null;
      if (proxy === null) settle(null);
      else settle({ code: "proxy", fault: "authentication", proxy, detail: "The proxy answered 407." }, true);
    },
    onResponseError(_, error) {
      fail(error);
    },
  };

  const start = async (): Promise<void> => {
    line = await network.open(request.target, {
      lookup: options.lookup,
      signal: over.signal,
      onConnected: (socket: Socket & { alpnProtocol?: string | false | null }) => {
        timing.connected = options.elapsed();
        socket.once("error", (error) => {
          socketError = error;
        });
        protocol = socket.alpnProtocol === "h2" ? "h2" : "h1";
        if (protocol === "h1") firstBytes = firstBytesOf(socket);
      },
    });
    if (over.signal.aborted) return void line.client.destroy();
    const { forward } = line;
    const headers = request.headers.flatMap(({ name, value }) => [name, value]);
    const namesHost = request.headers.some(({ name }) => name.toLowerCase() === "host");
    if (forward !== null && !namesHost) headers.unshift("host", request.target.host);
    if (forward?.authorization) headers.push("proxy-authorization", forward.authorization);
    line.client.dispatch(
      {
        path: forward === null ? request.path : request.target.origin + request.path,
        method: request.method,
        headers,
        body: request.body,
        // `connection: close`: the line is not used again.
        reset: true,
      },
      handler,
    );
  };
  if (options.signal.aborted) cancel();
  else start().catch(fail);
  return promise;
}

/** undici's word for a closed connection, in place of the error that closed it (an alert of TLS, for one). */
function isHangUp(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "UND_ERR_SOCKET";
}

/** In a buffer of its own: small ones of `Buffer.concat` share their memory and could not be handed over. */
function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
