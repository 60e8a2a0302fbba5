import type { HeaderList } from "../../shared/primitives.ts";

/** A header field to send. */
export interface HeaderLine {
  readonly name: string;
  readonly value: string;
  /** What stands in its place wherever it is stored or shown. */
  readonly shown: string;
  /** The profile's own: stays behind when a redirect leaves the service. */
  readonly personal: boolean;
}

/** A request as it is to go over the wire. */
export interface WireRequest {
  /** Where to: only its origin is used. */
  readonly target: URL;
  /** The request target as sent. undici takes it as it is; a URL parser would drop `..`, escaped or not. */
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | null;
}

/** Status line and header fields of an answer. */
export interface AnswerHead {
  readonly httpVersion: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
}
