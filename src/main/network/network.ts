import type { LookupFunction, Socket } from "node:net";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import { callbackify } from "node:util";
import { Client } from "undici";
import { type DialOptions, dial, proxyAuthorization } from "./dial.ts";
import { chooseRoute, proxyName, type RouteChoice } from "./route.ts";

/** Largest head of an answer in bytes; undici's own default of 16 KiB is less than some gateways send. */
const MAX_HEAD_BYTES = 65_536;

export interface NetworkOptions extends RouteChoice {
  /** Certificates that are trusted, as PEM; without it those of Node and those of the system. */
  readonly certificates?: (() => readonly string[]) | undefined;
}

export interface LineOptions {
  readonly lookup?: LookupFunction | undefined;
  readonly signal: AbortSignal;
  /** Told once the connection stands, TLS included. */
  readonly onConnected: (socket: Socket) => void;
}

/** One line to a service: an undici client that connects once, and how the request is to be worded on it. */
export interface Line {
  readonly client: Client;
  /** The proxy that is in the way, as it may be shown; null for none. */
  readonly proxy: string | null;
  /** A forward proxy gets the whole address on the request line (RFC 9112, section 3.2.2) and its own credentials. */
  readonly forward: { readonly authorization: string | null } | null;
}

/** A connection, and how a request on it is to be worded. */
export interface Connected {
  readonly socket: Socket;
  /** As of `Line`. */
  readonly proxy: string | null;
  readonly forward: { readonly authorization: string | null } | null;
}

/** Opens lines. Everything that knows about proxies and certificates is behind this. */
export interface Network {
  /** @throws ConnectFailure when the way there cannot be told */
  open(target: URL, options: LineOptions): Promise<Line>;
  /**
   * A bare connection to `target`, TLS included, for a request whose every byte is given: HTTP/1.1 only.
   *
   * @throws ConnectFailure
   */
  connect(target: URL, options: { readonly signal: AbortSignal }): Promise<Connected>;
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
  return {
    async usesProxy(target) {
      return (await chooseRoute(target, options)).kind !== "direct";
    },
    async connect(target, { signal }) {
      const route = await chooseRoute(target, options);
      const socket = await dial(target, route, { secureContext, signal, protocols: ["http/1.1"] });
      return {
        socket,
        proxy: route.kind === "direct" ? null : proxyName(route.proxy),
        forward: route.kind === "forward" ? { authorization: proxyAuthorization(route.proxy) } : null,
      };
    },
    async open(target, line) {
      const route = await chooseRoute(target, options);
      const forward = route.kind === "forward";
      const origin = forward ? `http://${route.proxy.host}` : target.origin;
      const dialing: DialOptions = {
        secureContext,
        lookup: line.lookup,
        signal: line.signal,
        protocols: ["http/1.1", "h2"],
      };
      const connect = callbackify(async () => {
        const socket = await dial(target, route, dialing);
        line.onConnected(socket);
        return socket;
      });
      let used = false;
      const client = new Client(origin, {
        // Time is kept by the exchange, for all stages alike.
        headersTimeout: 0,
        bodyTimeout: 0,
        maxHeaderSize: MAX_HEAD_BYTES,
        connect: (_, done) => {
          // undici would connect again for a request that HTTP/2 says was not looked at. Nothing is sent twice here.
          const again = used;
          used = true;
          if (again)
            queueMicrotask(() => done(new Error("The connection was lost before the request was taken."), null));
          else connect((error, socket) => (error === null ? done(null, socket) : done(error, null)));
        },
      });
      return {
        client,
        proxy: route.kind === "direct" ? null : proxyName(route.proxy),
        forward: forward ? { authorization: proxyAuthorization(route.proxy) } : null,
      };
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
