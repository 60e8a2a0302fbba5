import { TextDecoder } from "node:util";
import type { HeaderList } from "../../../shared/primitives.ts";
import { decodeBody, headerValue } from "./decode.ts";

/** Bytes up to which a compressed body is decoded to be searched. */
const DECODED_LIMIT = 1_048_576;

// Decoders are kept: making one costs more than using it.
const UTF8 = new TextDecoder("utf-8");

/**
 * What a body says, for searching: decoded from its Content-Encoding where that is possible within bounds, and
 * read in its charset, else as UTF-8. Bytes that are no text become replacement characters; nothing fails.
 */
export function bodyText(body: Uint8Array, headers: HeaderList): string {
  if (body.byteLength === 0) return "";
  const decoded = decodeBody(body, headers, DECODED_LIMIT);
  return decoderFor(headers).decode(decoded.ok ? decoded.bytes : body);
}

function decoderFor(headers: HeaderList): TextDecoder {
  const charset = /charset\s*=\s*"?([^\s";,]+)/i.exec(headerValue(headers, "content-type") ?? "")?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return UTF8;
  try {
    return new TextDecoder(charset);
  } catch {
    return UTF8;
  }
}
