import { type HeaderList, SECRET_MASK } from "../../shared/primitives.ts";

/** A header field to send. */
export interface HeaderLine {
  readonly name: string;
  readonly value: string;
  /** What stands in its place wherever it is stored or shown. */
  readonly shown: string;
  /** The profile's own: stays behind when a redirect leaves the service. */
  readonly personal: boolean;
}

/** A request that undici words: it adds what frames the message and belongs to the connection. */
export interface ComposedRequest {
  /** Where to: only its origin is used. */
  readonly target: URL;
  /** The request target as sent. undici takes it as it is; a URL parser would drop `..`, escaped or not. */
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | null;
}

/** A request of which every byte is given; texts are the bytes of the wire read as Latin-1. HTTP/1.1 only. */
export interface ExactRequest {
  readonly target: URL;
  readonly method: string;
  /** What stands on the request line. */
  readonly path: string;
  readonly httpVersion: string;
  /** In their order, letter case and number. */
  readonly headers: HeaderList;
  readonly trailers: HeaderList;
  readonly body: Uint8Array;
}

export type OutgoingRequest = ComposedRequest | ExactRequest;

export function isExact(request: OutgoingRequest): request is ExactRequest {
  return "httpVersion" in request;
}

/** Header fields that carry no secret. */
export function plainLines(fields: HeaderList): readonly HeaderLine[] {
  return fields.map(([name, value]) => ({ name, value, shown: value, personal: false }));
}

/** A forward proxy gets the whole address on the request line (RFC 9112, section 3.2.2) and its own credentials. */
export interface ForwardProxy {
  readonly authorization: string | null;
}

/**
 * The header fields of a composed request in the order in which undici puts them on the wire, with those it adds. What
 * it sends is not asked of it but known, and a test compares with the bytes that arrive.
 */
export function sentHeaders(
  { target, path, method, headers, body }: ComposedRequest,
  protocol: "h1" | "h2",
  forward: ForwardProxy | null,
): HeaderList {
  const host = headers.find(({ name }) => name.toLowerCase() === "host")?.shown ?? target.host;
  const rest = headers.filter(({ name }) => name.toLowerCase() !== "host");
  const own = rest.map(({ name, shown }) => [name, shown] as const);
  const length = method === "POST" ? [["content-length", String(body?.length ?? 0)] as const] : [];
  if (protocol === "h2") {
    const scheme = target.protocol.slice(0, -1);
    const pseudo = { ":authority": host, ":method": method, ":path": path, ":scheme": scheme };
    return [...Object.entries(pseudo), ...joined(own), ...length];
  }
  const proxy = forward?.authorization ? [["proxy-authorization", `Basic ${SECRET_MASK}`] as const] : [];
  return [["host", host], ["connection", "close"], ...own, ...proxy, ...length];
}

/** HTTP/2 names are lower case; before they become that, undici joins fields of the same name. */
function joined(headers: HeaderList): HeaderList {
  const fields = new Map<string, string>();
  for (const [name, value] of headers) {
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Array.from(fields, ([name, value]) => [name.toLowerCase(), value] as const);
}

/**
 * The bytes of an exact request (RFC 9112). A body that came in chunks goes out in one: the content is the same to the
 * byte, and how a sender cut it into chunks is nothing that anybody can tell at the other end.
 */
export function requestBytes(request: ExactRequest, forward: ForwardProxy | null): Buffer {
  const { target, method, httpVersion, headers, trailers, body } = request;
  const path = forward === null ? request.path : target.origin + request.path;
  const own: HeaderList = forward?.authorization ? [["Proxy-Authorization", forward.authorization]] : [];
  const head = `${method} ${path} HTTP/${httpVersion}\r\n${lines([...headers, ...own])}\r\n`;
  if (!isChunked(headers)) return Buffer.concat([Buffer.from(head, "latin1"), body]);
  const size = body.length === 0 ? "" : `${body.length.toString(16)}\r\n`;
  const end = `${body.length === 0 ? "" : "\r\n"}0\r\n${lines(trailers)}\r\n`;
  return Buffer.concat([Buffer.from(head + size, "latin1"), body, Buffer.from(end, "latin1")]);
}

/**
 * Header fields that frame the body as it is: a Content-Length that says otherwise is set right where it stands, and
 * one is added at the end where a body would have no end without it.
 */
export function framed(headers: HeaderList, body: Uint8Array): HeaderList {
  if (isChunked(headers)) return headers;
  const length = String(body.length);
  if (headers.some(([name]) => isLength(name)))
    return headers.map(([name, value]) => (isLength(name) ? [name, length] : [name, value]));
  return body.length === 0 ? headers : [...headers, ["Content-Length", length]];
}

function isLength(name: string): boolean {
  return name.toLowerCase() === "content-length";
}

function isChunked(headers: HeaderList): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === "transfer-encoding" && /chunked/i.test(value));
}

function lines(headers: HeaderList): string {
  return headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
}
