import { formatJson } from "../../../text/json-format.ts";
import { findInvalidUtf8, type InvalidUtf8 } from "./utf8.ts";

/** What a body is, as far as its bytes tell: everything that the views need to begin with. */
export interface BodyReading {
  /** The bytes as text; null for what is plainly no text. */
  readonly text: BodyText | null;
  /** The text laid out as JSON, or why it is not. */
  readonly json: BodyJson | null;
}

export interface BodyText {
  /** All of it, a byte order mark at its start included; bytes that are no text have become U+FFFD. */
  readonly value: string;
  /** As the decoder names it, such as `utf-8` or `iso-8859-1`. */
  readonly charset: string;
  readonly invalid: InvalidUtf8 | null;
  /** UTF-16 code units of the longest line. */
  readonly longestLine: number;
}

export type BodyJson =
  | {
      readonly state: "formatted";
      /** Where JSON begins in the text: 1 after a byte order mark. */
      readonly from: number;
      readonly formatted: string;
      readonly longestLine: number;
      /** Nested deeper than indentation grows. */
      readonly flattened: boolean;
    }
  /** JSON, but its layout would be longer than can be shown. */
  | { readonly state: "too-long"; readonly from: number; readonly limit: number }
  /** `offset` counts UTF-16 code units of the text. */
  | { readonly state: "not-json"; readonly offset: number; readonly message: string };

/** A body counts as binary when at least this share of its first bytes is control characters. */
const BINARY_SHARE = 0.1;
const LOOKED_AT = 65_536;

/**
 * Reads a body: is it text, in which charset, is it JSON, how is that laid out. Takes some 20 ms a megabyte: bodies of
 * more than a few kilobytes are read in a worker.
 *
 * @param charset as the Content-Type names it; null or unknown ones are taken for UTF-8
 */
export function readBody(bytes: Uint8Array, charset: string | null): BodyReading {
  const label = decodable(charset) ?? byteOrderMarkOf(bytes) ?? "utf-8";
  const wide = label.startsWith("utf-16");
  const whole = decodeStrictly(bytes, label);
  // Looked through byte by byte only when the decoder, which is much faster, has found something.
  const invalid = whole === null && label === "utf-8" ? findInvalidUtf8(bytes) : null;
  if (!wide && isBinary(bytes, invalid)) return { text: null, json: null };
  const value = whole ?? new TextDecoder(label, { ignoreBOM: true }).decode(bytes);
  return { text: { value, charset: label, invalid, longestLine: longestLineOf(value) }, json: readJson(value) };
}

/** The text, or null when the bytes do not fit the charset. */
function decodeStrictly(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { ignoreBOM: true, fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function readJson(text: string): BodyJson {
  const from = text.startsWith("\ufeff") ? 1 : 0;
  const result = formatJson(from === 0 ? text : text.slice(from));
  if (result.ok) {
    const { text: formatted, flattened } = result;
    return { state: "formatted", from, formatted, flattened, longestLine: longestLineOf(formatted) };
  }
  if (result.reason === "too-long") return { state: "too-long", from, limit: result.limit };
  return { state: "not-json", offset: result.offset + from, message: result.message };
}

/** The decoder's own name of a charset, or null when it knows none. */
function decodable(charset: string | null): string | null {
  if (charset === null) return null;
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return null;
  }
}

function byteOrderMarkOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return null;
}

function isBinary(bytes: Uint8Array, invalid: InvalidUtf8 | null): boolean {
  const looked = bytes.subarray(0, LOOKED_AT);
  if (looked.length === 0) return false;
  let controls = 0;
  for (const byte of looked) if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) controls += 1;
  return controls / looked.length > BINARY_SHARE || (invalid?.count ?? 0) / bytes.length > BINARY_SHARE;
}

function longestLineOf(text: string): number {
  let longest = 0;
  let start = 0;
  for (;;) {
    const end = text.indexOf("\n", start);
    longest = Math.max(longest, (end === -1 ? text.length : end) - start);
    if (end === -1) return longest;
    start = end + 1;
  }
}

/** The `charset` parameter of a Content-Type (RFC 9110 section 8.3), or null. */
export function charsetOf(contentType: string | undefined): string | null {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? "")?.[1]?.toLowerCase() ?? null;
}
