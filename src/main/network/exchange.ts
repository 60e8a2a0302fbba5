import type { LookupFunction, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Client, Dispatcher } from "undici";
import type { CallTiming } from "../../shared/events.ts";
import type { HeaderList } from "../../shared/primitives.ts";
import { type AnswerHead, answerHead, arrivingBody, heard } from "./answer.ts";
import { type Failure, failureOf } from "./failure.ts";
import { type ForwardProxy, isExact, type OutgoingRequest, requestBytes, sentHeaders } from "./request.ts";

export interface ExchangeOptions {
  readonly connectMs: number;
  /** Milliseconds for all of it, connection included. */
  readonly totalMs: number;
  /** The total as the user set it, for the sentence: after a redirect less than that may be left. */
  readonly limitMs?: number;
  readonly maxAnswerBytes: number;
  /** Of a longer answer the first part is kept, and that is no failure. */
  readonly cutLonger?: boolean;
  readonly signal: AbortSignal;
  /** Microseconds since the start of the call, for the timing. */
  readonly elapsed: () => number;
  readonly lookup?: LookupFunction;
  /** Told of the connection before the first byte goes out. */
  readonly onConnected?: (socket: Socket) => void;
}

export interface Exchange {
  /** What went on the wire, in its order, secrets masked. */
  readonly sentHeaders: HeaderList;
  readonly head: AnswerHead | null;
  /** The bytes of the answer's body as they came, without the chunks' framing, in a buffer of their own. */
  readonly body: Uint8Array;
  /** The body broke off: at the cap, or because of the failure. */
  readonly cut: boolean;
  readonly timing: CallTiming;
  /** null for an answer of the service that came whole, whatever its status. */
  readonly failure: Failure | null;
}

/** One line to a service: an undici client that connects once, and how the request is to be worded on it. */
export interface Line {
  readonly client: Client;
  /** The proxy that is in the way, as it may be shown; null for none. */
  readonly proxy: string | null;
  readonly forward: ForwardProxy | null;
}

export interface LineOptions {
  readonly lookup?: LookupFunction | undefined;
  readonly signal: AbortSignal;
  readonly protocols: readonly ("http/1.1" | "h2")[];
  /** Given the connection once it stands, TLS included; says what undici gets in its place. */
  readonly onConnected: (socket: Socket, forward: ForwardProxy | null) => Duplex;
}

/** @throws ConnectFailure when the way there cannot be told */
export type OpenLine = (target: URL, options: LineOptions) => Promise<Line>;

/**
 * One request and its answer, on a connection of their own. Never rejects, never sends anything twice, and leaves
 * nothing open behind: whatever ends it, the connection is closed.
 */
export function exchange(openLine: OpenLine, request: OutgoingRequest, options: ExchangeOptions): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const over = new AbortController();
  const timing: { -readonly [Moment in keyof CallTiming]: CallTiming[Moment] } = {
    connected: null,
    sent: null,
    answerStarted: null,
    answerEnded: null,
  };
  const body = arrivingBody(options.maxAnswerBytes);
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
      sentHeaders: isExact(request) ? request.headers : sentHeaders(request, protocol, line?.forward ?? null),
      head,
      body: body.take(),
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

  const connected = (socket: Socket & { alpnProtocol?: unknown }, forward: ForwardProxy | null): Duplex => {
    timing.connected = options.elapsed();
    socket.once("error", (error) => {
      socketError = error;
    });
    options.onConnected?.(socket);
    if (socket.alpnProtocol === "h2") {
      protocol = "h2";
      return socket;
    }
    const { stream, firstBytes: first } = heard(socket, isExact(request));
    firstBytes = first;
    if (isExact(request))
      socket.write(requestBytes(request, forward), () => {
        timing.sent ??= options.elapsed();
      });
    return stream;
  };

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      // HTTP/2 lets a server refuse a request it has not looked at (RFC 9113, section 8.7), and undici would send it
      // again. A test call goes out once.
      if (dispatched) controller.abort(new Error("The service refused to take the request."));
      dispatched = true;
    },
    onRequestSent() {
      if (!isExact(request)) timing.sent ??= options.elapsed();
    },
    onResponseStarted() {
      timing.answerStarted = options.elapsed();
    },
    onResponseStart(controller, status, _, statusText) {
      // 1xx is not the answer yet.
      if (status < 200) return;
      head = answerHead(status, statusText ?? "", controller.rawHeaders ?? [], protocol, firstBytes());
    },
    onResponseData(_, chunk) {
      if (body.add(chunk)) return;
      if (options.cutLonger === true) settle(null, false);
      else settle({ code: "too-large", limitBytes: options.maxAnswerBytes });
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
    line = await openLine(request.target, {
      lookup: options.lookup,
      signal: over.signal,
      protocols: isExact(request) ? ["http/1.1"] : ["http/1.1", "h2"],
      onConnected: connected,
    });
    if (over.signal.aborted) return void line.client.destroy();
    // `reset` is `connection: close`: the line is not used again.
    line.client.dispatch({ ...worded(request, line.forward), reset: true }, handler);
  };
  if (options.signal.aborted) cancel();
  else start().catch(fail);
  return promise;
}

/** A request as undici is told of it. Of an exact one it only has to know whether the answer has a body. */
function worded(request: OutgoingRequest, forward: ForwardProxy | null) {
  if (isExact(request)) return { method: request.method === "HEAD" ? "HEAD" : "GET", path: "/" } as const;
  const headers = request.headers.flatMap(({ name, value }) => [name, value]);
  const namesHost = request.headers.some(({ name }) => name.toLowerCase() === "host");
  if (forward !== null && !namesHost) headers.unshift("host", request.target.host);
  if (forward?.authorization) headers.push("proxy-authorization", forward.authorization);
  const path = forward === null ? request.path : request.target.origin + request.path;
  return { method: request.method, path, headers, body: request.body };
}

/** undici's word for a closed connection, in place of the error that closed it (an alert of TLS, for one). */
function isHangUp(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "UND_ERR_SOCKET";
}
