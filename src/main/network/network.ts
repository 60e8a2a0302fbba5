import type { Socket } from "node:net";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import { callbackify } from "node:util";
import { Client, WebSocket } from "undici";
import { MAX_HEAD_BYTES } from "./answer.ts";
import { dial } from "./dial.ts";
import { type Exchange, type ExchangeOptions, exchange, type OpenLine } from "./exchange.ts";
import type { OutgoingRequest } from "./request.ts";
import { chooseRoute, proxyAuthorization, proxyName, type RouteChoice } from "./route.ts";

/** How long a server may take to agree to a WebSocket. */
const WEBSOCKET_ANSWER_MS = 15_000;

export interface NetworkOptions extends RouteChoice {
  /** Certificates that are trusted, as PEM; without it those of Node and those of the system. */
  readonly certificates?: (() => readonly string[]) | undefined;
}

export interface OutgoingWebSocket {
  readonly socket: WebSocket;
  /** Why the connection did not come to stand; null while it has not failed. */
  failure(): string | null;
  /** Ends it at once, whatever the other side does. */
  destroy(): void;
}

/** The one way out. Everything that knows about proxies and certificates is behind this. */
export interface Network {
  /** One request and its answer, on a connection of their own. Never rejects, and never sends anything twice. */
  exchange(request: OutgoingRequest, options: ExchangeOptions): Promise<Exchange>;
  /**
   * A bare connection for another protocol than HTTP: through the proxy that https takes, by CONNECT or SOCKS.
   *
   * @throws ConnectFailure
   */
  connect(host: string, port: number, signal: AbortSignal): Promise<Socket>;
  /**
   * A WebSocket, through the proxy that https takes, by CONNECT or SOCKS. Not open yet when it is handed out, and as
   * the standard has it, it tells nothing of why it does not open: `failure` does. One that says more than `mostBytes`
   * at once is ended.
   *
   * @throws ConnectFailure when the way there cannot be told
   */
  openWebSocket(url: URL, headers: Readonly<Record<string, string>>, mostBytes: number): Promise<OutgoingWebSocket>;
  /** Whether the way there leads through a proxy, which then resolves the name. @throws ConnectFailure */
  usesProxy(target: URL): Promise<boolean>;
}

/**
 * The network as it is: environment and system proxies, system certificates, HTTP/1.1 and HTTP/2. Each line is used
 * for one request and then closed. A kept-alive connection may be gone at the moment of the next request, and a POST
 * that meets that moment can neither be repeated nor be explained.
 */
export function createNetwork(options: NetworkOptions): Network {
  let context: SecureContext | null = null;
  const secureContext = (): SecureContext => {
    context ??= createSecureContext({ ca: [...(options.certificates ?? trustedCertificates)()] });
    return context;
  };

  const openLine: OpenLine = async (target, { lookup, signal, protocols, onConnected }) => {
    const route = await chooseRoute(target, options);
    const forward = route.kind === "forward" ? { authorization: proxyAuthorization(route.proxy) } : null;
    const connect = callbackify(async () => {
      return onConnected(await dial(target, route, { secureContext, lookup, signal, protocols }), forward);
    });
    let used = false;
    const client = new Client(route.kind === "forward" ? `http://${route.proxy.host}` : target.origin, {
      // Time is kept by the exchange, for all stages alike.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MAX_HEAD_BYTES,
      connect: (_, done) => {
        // undici would connect again for a request that HTTP/2 says was not looked at. Nothing is sent twice here.
        const again = used;
        used = true;
        if (again) queueMicrotask(() => done(new Error("The connection was lost before the request was taken."), null));
        // undici wants no more of a socket than a stream has.
        else connect((error, stream) => (error === null ? done(null, stream as Socket) : done(error, null)));
      },
    });
    return { client, proxy: route.kind === "direct" ? null : proxyName(route.proxy), forward };
  };

  return {
    exchange: (request, limits) => exchange(openLine, request, limits),
    async connect(host, port, signal) {
      const place = `${host.includes(":") ? `[${host}]` : host}:${port}`;
      const route = await chooseRoute(new URL(`https://${place}`), options);
      // Said to be http, it is left as it is once it stands: what goes over it brings its own secrecy.
      return dial(new URL(`http://${place}`), route, { secureContext, signal, protocols: [] });
    },
    async openWebSocket(url, headers, mostBytes) {
      const target = new URL(url.href.replace(/^ws/, "http"));
      const route = await chooseRoute(new URL(`https://${target.host}`), options);
      const over = new AbortController();
      let failed: string | null = null;
      const connect = callbackify(() => {
        return dial(target, route, { secureContext, signal: over.signal, protocols: ["http/1.1"] });
      });
      const client = new Client(target.origin, {
        headersTimeout: WEBSOCKET_ANSWER_MS,
        bodyTimeout: 0,
        webSocket: { maxPayloadSize: mostBytes },
        connect: (_, done) =>
          connect((error, stream) => {
            if (error === null) return done(null, stream as Socket);
            failed = error.message;
            done(error, null);
          }),
      });
      return {
        socket: new WebSocket(url, { dispatcher: client, headers: { ...headers } }),
        failure: () => failed,
        destroy() {
          over.abort();
          client.destroy().catch(() => {});
        },
      };
    },
    async usesProxy(target) {
      return (await chooseRoute(target, options)).kind !== "direct";
    },
  };
}

/** Node's own list (with NODE_EXTRA_CA_CERTS) and what the system's administrator added: offices inspect TLS. */
function trustedCertificates(): readonly string[] {
  const own = getCACertificates("default");
  try {
    return [...new Set([...own, ...getCACertificates("system")])];
  } catch {
    // A system whose store cannot be read still has Node's list.
    return own;
  }
}
