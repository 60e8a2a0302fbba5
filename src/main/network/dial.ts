import { isIP, type LookupFunction, Socket } from "node:net";
import { connect as connectTls, type SecureContext } from "node:tls";
import { Client } from "undici";
import { errorText } from "../../shared/primitives.ts";
import {
  ConnectFailure,
  hostOf,
  portOf,
  proxyAuthorization,
  proxyCredentials,
  proxyName,
  type Route,
} from "./route.ts";
import { openSocks } from "./socks.ts";

export interface DialOptions {
  readonly secureContext: () => SecureContext;
  /** Stands in for the system's name resolution, so that a caller can look at the addresses first. */
  readonly lookup?: LookupFunction | undefined;
  /** Gives the connection up, at whatever stage it is. */
  readonly signal: AbortSignal;
  /** What is offered to an https target (RFC 7301). */
  readonly protocols: readonly ("http/1.1" | "h2")[];
}

/**
 * Opens the connection that a request to `target` goes over: TCP, through the proxy if there is one, then TLS if the
 * address is https. Over a forward proxy this is the connection to the proxy.
 *
 * @throws ConnectFailure
 */
export async function dial(target: URL, route: Route, options: DialOptions): Promise<Socket> {
  if (route.kind === "direct") {
    const socket = await asConnectFailure(() => openTcp(hostOf(target), portOf(target), options));
    return target.protocol === "https:"
      ? asConnectFailure(() => secure(socket, target, options.protocols, options))
      : socket;
  }
  const { proxy } = route;
  const blame = { name: proxyName(proxy), fault: "unreachable" } as const;
  const socket = await asConnectFailure(async () => {
    const raw = await openTcp(hostOf(proxy), portOf(proxy), { ...options, lookup: undefined });
    return proxy.protocol === "https:" ? secure(raw, proxy, ["http/1.1"], options) : raw;
  }, blame);
  if (route.kind === "forward") return socket;
  const through = await asConnectFailure(
    () =>
      route.kind === "tunnel"
        ? openTunnel(socket, proxy, target, options.signal)
        : openSocks(socket, hostOf(target), Number(portOf(target)), proxyCredentials(proxy), blame.name),
    blame,
  );
  return target.protocol === "https:"
    ? asConnectFailure(() => secure(through, target, options.protocols, options))
    : through;
}

async function asConnectFailure<T>(open: () => Promise<T>, proxy?: ConnectFailure["proxy"]): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    if (cause instanceof ConnectFailure) throw cause;
    const message = errorText(cause);
    throw new ConnectFailure(message, proxy === undefined ? { cause } : { cause, proxy });
  }
}

function openTcp(host: string, port: string, { lookup, signal }: DialOptions): Promise<Socket> {
  const socket = new Socket({ signal });
  // Of several addresses the next is tried after 250 ms (RFC 8305); the last one has all the time there is.
  socket.connect({ host, port: Number(port), autoSelectFamily: true, ...(lookup === undefined ? {} : { lookup }) });
  socket.setNoDelay(true);
  return settled(socket, "connect");
}

function secure(socket: Socket, peer: URL, protocols: readonly string[], options: DialOptions): Promise<Socket> {
  const host = hostOf(peer);
  const secured = connectTls({
    socket,
    host,
    // Server name indication takes names only (RFC 6066, section 3).
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: [...protocols],
    secureContext: options.secureContext(),
  });
  return settled(secured, "secureConnect");
}

/** Resolves once the socket has told the event, rejects with its error; afterwards an error has a listener still. */
function settled(socket: Socket, event: "connect" | "secureConnect"): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve(socket));
    socket.on("error", reject);
    // A socket that is destroyed without an error closes without telling of one.
    socket.once("close", () => reject(new Error("The connection was closed before it stood.")));
  });
}

/** RFC 9110, section 9.3.6. The proxy's own words for a refusal are in its status. */
async function openTunnel(socket: Socket, proxy: URL, target: URL, signal: AbortSignal): Promise<Socket> {
  const authority = `${target.hostname}:${portOf(target)}`;
  const origin = `${proxy.protocol}//${proxy.host}`;
  const client = new Client(origin, {
    // Not at once: undici is not ready for an answer from within the call.
    connect: (_, done) => queueMicrotask(() => done(null, socket)),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const authorization = proxyAuthorization(proxy);
  const headers = { host: authority, ...(authorization === null ? {} : { "proxy-authorization": authorization }) };
  const answer = await client.connect({ path: authority, headers, signal }).catch(async (error: unknown) => {
    await client.destroy();
    throw error;
  });
  // The socket is out of its hands by now.
  await client.close();
  if (answer.statusCode >= 200 && answer.statusCode < 300) return answer.socket as Socket;
  answer.socket.on("error", () => {}).destroy();
  const fault = answer.statusCode === 407 ? "authentication" : "refused";
  throw new ConnectFailure(`The proxy answered ${answer.statusCode}.`, { proxy: { name: proxyName(proxy), fault } });
}
