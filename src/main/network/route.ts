import { isThisMachine } from "../../shared/listener.ts";
import type { ProxyFault } from "../../shared/outcomes.ts";

/** The way to a service. `forward`: the proxy is asked for the whole address; `tunnel`: for a connection (CONNECT). */
export type Route =
  | { readonly kind: "direct" }
  | { readonly kind: "forward" | "tunnel" | "socks"; readonly proxy: URL };

export interface RouteChoice {
  /** Environment variables, such as `process.env`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What the system's settings say, as a proxy URL; null for none. Asked only when the environment names none. */
  readonly resolveProxy: (url: string) => Promise<string | null>;
}

/**
 * A connection that did not come to stand. Wrapped, because undici takes some error codes of a connector for a
 * reason to try again, and because only here it is known whether the proxy or the service is to blame.
 */
export class ConnectFailure extends Error {
  /** Set when it is the proxy's doing. */
  readonly proxy: { readonly name: string; readonly fault: ProxyFault } | null;

  constructor(message: string, options: { proxy?: ConnectFailure["proxy"]; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = "ConnectFailure";
    this.proxy = options.proxy ?? null;
  }
}

const DIRECT: Route = { kind: "direct" };

/**
 * Chooses the way to an address: loopback is always direct (what runs on this machine no proxy can reach), then the
 * environment as curl reads it (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`, either case), then the system.
 *
 * @throws ConnectFailure when the proxy that was named is of a kind that is not spoken here
 */
export async function chooseRoute(target: URL, choice: RouteChoice): Promise<Route> {
  if (isThisMachine(target.hostname)) return DIRECT;
  const named = fromEnvironment(target, choice.environment);
  if (named === "") return DIRECT;
  // Where the system's settings cannot be read, the direct way is the one to try.
  const proxy = named ?? (await choice.resolveProxy(target.href).catch(() => null));
  return proxy === null ? DIRECT : routeThrough(proxy, target);
}

/** The proxy the environment names; `""` when it says to use none; null when it says nothing. */
function fromEnvironment(target: URL, environment: RouteChoice["environment"]): string | null {
  const read = (name: string): string | null => {
    const value = environment[name] ?? environment[name.toUpperCase()];
    return value === undefined || value.trim() === "" ? null : value.trim();
  };
  const proxy = read(`${target.protocol.slice(0, -1)}_proxy`) ?? read("all_proxy");
  if (excluded(target, read("no_proxy") ?? "")) return "";
  return proxy;
}

/** `no_proxy`: names with or without a leading dot or `*.`, each with an optional port; `*` for everything. */
function excluded(target: URL, list: string): boolean {
  const host = target.hostname.toLowerCase();
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const parts = /^(.*?)(?::([0-9]+))?$/.exec(/^[^[].*:.*:/.test(entry) ? `[${entry}]` : entry);
      const name = (parts?.[1] ?? "").replace(/^\*?\./, "");
      if (parts?.[2] !== undefined && parts[2] !== port) return false;
      return host === name || host.endsWith(`.${name}`);
    });
}

function routeThrough(text: string, target: URL): Route {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) throw unsupported("(unreadable address)", "The address of the proxy cannot be read.");
  const proxy = new URL(address);
  switch (proxy.protocol) {
    case "http:":
    case "https:":
      return { kind: target.protocol === "http:" ? "forward" : "tunnel", proxy };
    case "socks:":
    case "socks5:":
    case "socks5h:":
      return { kind: "socks", proxy };
    default:
      throw unsupported(proxyName(proxy), `A proxy of the kind ${proxy.protocol.slice(0, -1)} is not supported.`);
  }
}

function unsupported(proxy: string, message: string): ConnectFailure {
  return new ConnectFailure(message, { proxy: { name: proxy, fault: "unsupported" } });
}

/** A proxy's address as it may be shown: without name and password. */
export function proxyName(proxy: URL): string {
  return `${proxy.protocol}//${proxy.host}`;
}

/** Name and password of a proxy's address; null when it has none. */
export function proxyCredentials(proxy: URL): { readonly username: string; readonly password: string } | null {
  if (proxy.username === "" && proxy.password === "") return null;
  return { username: decode(proxy.username), password: decode(proxy.password) };
}

/** A lone `%` in a password is no escape and stays what it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The value of `proxy-authorization` (basic, RFC 7617); null when the proxy's address has no name in it. */
export function proxyAuthorization(proxy: URL): string | null {
  const credentials = proxyCredentials(proxy);
  if (credentials === null) return null;
  return `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64")}`;
}

/** A URL's host name without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** A URL's port, also where it is left out. */
export function portOf(url: URL): string {
  if (url.port !== "") return url.port;
  if (url.protocol.startsWith("socks")) return "1080";
  return url.protocol === "https:" ? "443" : "80";
}
