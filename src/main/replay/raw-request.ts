import type { HeaderList } from "../../shared/primitives.ts";

/** A request of which every byte is given; texts are the bytes of the wire read as Latin-1. */
export interface RawRequest {
  readonly method: string;
  /** What stands on the request line. */
  readonly path: string;
  readonly httpVersion: string;
  /** In their order, letter case and number. */
  readonly headers: HeaderList;
  readonly trailers: HeaderList;
  readonly body: Uint8Array;
}

/**
 * The bytes of a request (RFC 9112). A body that came in chunks goes out in one: the content is the same to the byte,
 * and how a sender cut it into chunks is nothing that anybody can tell at the other end.
 */
export function requestBytes({ method, path, httpVersion, headers, trailers, body }: RawRequest): Buffer {
  const head = `${method} ${path} HTTP/${httpVersion}\r\n${lines(headers)}\r\n`;
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
