import { z } from "zod";

/** RFC 9110 token: the characters that a header name may have. */
export const headerName = z
  .string()
  .min(1, "Enter the name of the header.")
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "A header name has no spaces, only letters, digits and !#$%&'*+.^_`|~-.");

/** A header value that Node and undici will put on the wire: no control characters, Latin-1 at most. */
export const headerValue = z
  .string()
  .regex(
    /^[\t\x20-\x7e\x80-\xff]*$/,
    "A header value has no line breaks or control characters, and no letters beyond Latin-1.",
  );

const FRAMING = new Set([
  "connection",
  "content-length",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Whether a field frames the message or belongs to one connection (RFC 9110, sections 7.6.1 and 8.6; RFC 9112, section 6).
 * Whoever sends the message sets it: a wrong one would break the call, and the connection for all that comes after it.
 */
export function isFramingField(name: string): boolean {
  return FRAMING.has(name.toLowerCase());
}

/** Whether a header carries a signature by its usual names: `x-hub-signature-256`, `paypal-transmission-sig`, `digest`. */
export function isSignatureHeader(name: string): boolean {
  return /signature|hmac|(^|-)sig(-|$)|(^|-)digest$/i.test(name);
}

/** Why a header cannot be among those of a profile, for beside its name; null when it can. */
export function headerNameProblem(name: string): string | null {
  return isFramingField(name) ? `Linkdesk sets ${name} by itself, to fit each call.` : null;
}

/** Why a name cannot be used for basic authentication (RFC 7617, section 2); null when it can. */
export function basicUsernameProblem(username: string): string | null {
  if (username.includes(":")) return "A name for basic authentication has no colon: it ends the name.";
  // RFC 7617 forbids exactly these.
  if (/[\u0000-\u001f\u007f]/.test(username)) return "A name for basic authentication has no control characters.";
  return null;
}

/**
 * What stands in front of a credential and is none of it: the name of its scheme, with the space (RFC 9110, section 11);
 * empty where there is none. Only names in use: the first word of anything else may be part of the secret.
 */
export function schemeOf(value: string): string {
  return /^(?:bearer|basic|digest|token|api-?key|key|hmac|secret) +(?=\S)/i.exec(value)?.[0] ?? "";
}
