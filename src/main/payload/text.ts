import { TextDecoder } from "node:util";
import type { HeaderList } from "../../shared/primitives.ts";
import { contentEncodingOf } from "./content-encoding.ts";
import { decodeBodySync } from "./decode.ts";

// Decoders are kept: making one costs more than using it.
const UTF8 = new TextDecoder("utf-8");

/** The value of a header by its name in any letter case; several fields of that name are one list (RFC 9110, 5.3). */
export function headerValue(headers: HeaderList, name: string): string | null {
  let value: string | null = null;
  for (const [each, text] of headers)
    if (each.length === name.length && each.toLowerCase() === name) value = value === null ? text : `${value}, ${text}`;
  return value;
}

/** The text of bytes without a content coding, in the charset that is named, else as UTF-8, whatever stands in them. */
export function textOf(bytes: Uint8Array, contentType: string | null): string {
  const charset = contentType === null ? undefined : /charset\s*=\s*"?([^\s";,]{1,40})/i.exec(contentType)?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return UTF8.decode(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return UTF8.decode(bytes);
  }
}

export interface BodyText {
  readonly text: string;
  /** The content coding could not be taken off, so this is what was under it as text. */
  readonly isEncoded: boolean;
}

/**
 * What a body says: decoded from its content coding where that is possible within the limit, and read in its charset.
 * Nothing fails: bytes that are no text become replacement characters.
 */
export function bodyText(body: Uint8Array, headers: HeaderList, limitBytes: number): BodyText {
  const contentType = headerValue(headers, "content-type");
  if (body.byteLength === 0) return { text: "", isEncoded: false };
  const encoding = contentEncodingOf(headers);
  if (encoding === "") return { text: textOf(body, contentType), isEncoded: false };
  try {
    return { text: textOf(decodeBodySync(body, encoding, limitBytes).bytes, contentType), isEncoded: false };
  } catch {
    return { text: textOf(body, contentType), isEncoded: true };
  }
}
