import { type HeaderList, SECRET_MASK } from "../../shared/primitives.ts";
import type { AnswerHead, WireRequest } from "./wire.ts";

/**
 * The header fields of a request in the order in which undici puts them on the wire, with those it adds. What it
 * sends is not asked of it but known, and a test compares with the bytes that arrive.
 */
export function sentHeaders(
  { target, path, method, headers, body }: WireRequest,
  protocol: "h1" | "h2",
  forward: { readonly authorization: string | null } | null,
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

type RawHeaders = readonly (Buffer | string)[] | Readonly<Record<string, string | string[] | undefined>>;

/** What undici tells of an answer's head: over HTTP/1.1 the raw fields, over HTTP/2 an object without duplicates. */
export function answerHeaders(
  status: number,
  statusText: string,
  raw: RawHeaders,
  protocol: "h1" | "h2",
  firstBytes: Uint8Array,
): AnswerHead {
  const line = /^HTTP\/([0-9.]+) ([0-9]{3})(?: ([^\r\n]*))?\r?\n/.exec(Buffer.from(firstBytes).toString("latin1"));
  const reason = line?.[2] === String(status) ? (line[3] ?? "") : statusText;
  const headers = Array.isArray(raw)
    ? pairs(raw as readonly (Buffer | string)[])
    : flatten(raw as Record<string, string>);
  return { httpVersion: protocol === "h2" ? "2" : (line?.[1] ?? "1.1"), status, statusText: reason, headers };
}

function pairs(raw: readonly (Buffer | string)[]): HeaderList {
  const texts = raw.map((each) => (typeof each === "string" ? each : each.toString("latin1")));
  return Array.from({ length: texts.length >> 1 }, (_, index) => [texts[2 * index] ?? "", texts[2 * index + 1] ?? ""]);
}

function flatten(raw: Readonly<Record<string, string | string[] | undefined>>): HeaderList {
  return Object.entries(raw).flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each] as const));
}

/** The value of a header field, of several of one name as one list (RFC 9110, section 5.3); null for none. */
export function headerValue(headers: HeaderList, name: string): string | null {
  const values = headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
  return values.length === 0 ? null : values.join(", ");
}
