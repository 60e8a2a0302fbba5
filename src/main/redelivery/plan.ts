import type { DeliveryDetail } from "../../shared/events.ts";
import { headerName, headerValue } from "../../shared/header-rules.ts";
import { type HeaderList, SECRET_MASK } from "../../shared/primitives.ts";
import { alwaysSecret } from "../../shared/profile.ts";
import type { HostHeader, ReplayRequest } from "../../shared/replay.ts";
import { targetPath } from "../../shared/replay-target.ts";
import { type ExactRequest, framed } from "../network/index.ts";
import { Refusal } from "../refusal.ts";

export interface Wording {
  /** The address as the user wrote it; null for our own listener, which takes the request target as it was. */
  readonly address: string | null;
  readonly target: URL;
  readonly host: HostHeader;
  readonly withSecrets: boolean;
}

/**
 * What goes out when a delivery is sent again as it came: all of it to the byte, but for the secrets of its sender and,
 * where that is wanted, the name of the host.
 *
 * @throws Refusal `not-whole` for a delivery of which only a part is known
 */
export function asReceived({ summary, request }: DeliveryDetail, body: Uint8Array, wording: Wording): ExactRequest {
  if (summary.completeness !== "whole")
    throw new Refusal(
      "not-whole",
      "Only a part of this delivery arrived, so it cannot be sent again as it was. Edit it, and send what you make of it.",
    );
  return {
    target: wording.target,
    method: summary.method,
    path: wording.address === null ? summary.path : targetPath(wording.address, summary.path),
    httpVersion: request.httpVersion,
    headers: worded(request.headers, wording),
    trailers: request.trailers,
    body,
  };
}

/** What goes out when the user has changed it. @throws Refusal `field:<name>` for what no request can have in it */
export function asEdited(
  { request, summary }: DeliveryDetail,
  edited: NonNullable<ReplayRequest["edited"]>,
  body: Uint8Array,
  wording: Wording,
): ExactRequest {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(edited.method) || edited.method.toUpperCase() === "CONNECT")
    throw new Refusal("field:method", "This is not a method that can be sent, such as POST.");
  if (!/^[\x21-\x7e\x80-\xff]+$/.test(edited.path))
    throw new Refusal("field:path", "A path starts with / and has no spaces or line breaks; write them as %20.");
  for (const [name, value] of edited.headers) {
    if (!headerName.safeParse(name).success)
      throw new Refusal("field:headers", `“${name}” is not a header name: letters, digits and !#$%&'*+.^_\`|~- only.`);
    if (!headerValue.safeParse(value).success)
      throw new Refusal("field:headers", `The value of ${name} has a character that a header cannot carry.`);
  }
  return {
    target: wording.target,
    method: edited.method,
    path: edited.path,
    httpVersion: summary.completeness === "malformed" ? "1.1" : request.httpVersion,
    headers: worded(edited.headers, wording),
    trailers: request.trailers,
    body,
  };
}

/** The whole request, framed, with headers and body as they were signed. */
export function finished(draft: ExactRequest, { headers, body }: Pick<ExactRequest, "headers" | "body">): ExactRequest {
  return { ...draft, headers: framed(headers, body), body };
}

function worded(headers: HeaderList, { host, target, withSecrets }: Wording): HeaderList {
  // What was masked is not known any more: without it, rather than with a mask in its place.
  const known = headers.filter(([, value]) => !value.includes(SECRET_MASK));
  const kept = withSecrets ? known : known.filter(([name]) => !alwaysSecret(name));
  const isHost = ([name]: HeaderList[number]): boolean => name.toLowerCase() === "host";
  // An HTTP/1.1 request without one is refused by every server (RFC 9112, section 3.2).
  if (!kept.some(isHost)) return [["Host", target.host], ...kept];
  return host === "received" ? kept : kept.map((line) => (isHost(line) ? [line[0], target.host] : line));
}

/**
 * Header fields as they may be stored: what carries nothing but a secret is masked.
 *
 * @param also the names of others that carry one, in small letters
 */
export function masked(headers: HeaderList, also: ReadonlySet<string>): HeaderList {
  return headers.map(([name, value]) => [name, isSecret(name, also) ? SECRET_MASK : value]);
}

/** The values that `masked` leaves out; of one such as `Bearer abc` the second word too. */
export function maskedValues(headers: HeaderList, also: ReadonlySet<string>): readonly string[] {
  return headers
    .filter(([name]) => isSecret(name, also))
    .flatMap(([, value]) => [value, value.replace(/^[A-Za-z-]+ +/, "")]);
}

/** The names of the fields that were masked when they were recorded, in small letters. */
export function namesMasked(headers: HeaderList): ReadonlySet<string> {
  return new Set(headers.filter(([, value]) => value.includes(SECRET_MASK)).map(([name]) => name.toLowerCase()));
}

function isSecret(name: string, also: ReadonlySet<string>): boolean {
  return alwaysSecret(name) || also.has(name.toLowerCase());
}
