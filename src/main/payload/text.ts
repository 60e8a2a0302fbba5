import { TextDecoder } from "node:util";
import { type HeaderList, joinedHeader } from "../../shared/primitives.ts";
import { contentEncodingOf } from "./content-encoding.ts";
import { decodeBodySync } from "./decode.ts";

// Decoders are kept: making one costs more than using it.
const UTF8 = new TextDecoder("utf-8");

/** The text of bytes without a content coding, in the charset that is named, else as UTF-8, whatever stands in them. */
export function textOf(bytes: Uint8Array, contentType: string | null): string {
  return (decoderOf(contentType) ?? UTF8).decode(bytes);
}

/** null: it is UTF-8. */
function decoderOf(contentType: string | null): TextDecoder | null {
  const charset = contentType === null ? undefined : /charset\s*=\s*"?([^\s";,]{1,40})/i.exec(contentType)?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return null;
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}

/**
 * The text of a body in pieces, each of so many bytes: for who looks through it and keeps none. Large texts are given back
 * late: each took as much as its body beside it, long after it had been looked through.
 */
export function* textInPieces(
  bytes: Uint8Array,
  contentType: string | null,
  pieceBytes: number,
): Generator<string, void, undefined> {
  if (bytes.byteLength <= pieceBytes) {
    yield textOf(bytes, contentType);
    return;
  }
  const decoder = decoderOf(contentType) ?? new TextDecoder("utf-8");
  for (let from = 0; from < bytes.byteLength; from += pieceBytes)
    yield decoder.decode(bytes.subarray(from, from + pieceBytes), { stream: true });
  // A character that was cut off at the end.
  yield decoder.decode();
}

export interface BodyText {
  readonly text: string;
  /** The content coding could not be taken off, so this is what was under it as text. */
  readonly isEncoded: boolean;
}

/** A body without its content coding, where that can be taken off within the limit; else as it is. */
export function uncoded(
  body: Uint8Array,
  headers: HeaderList,
  limitBytes: number,
): { readonly bytes: Uint8Array; readonly isEncoded: boolean } {
  const encoding = contentEncodingOf(headers);
  if (encoding === "") return { bytes: body, isEncoded: false };
  try {
    return { bytes: decodeBodySync(body, encoding, limitBytes).bytes, isEncoded: false };
  } catch {
    return { bytes: body, isEncoded: true };
  }
}

/**
 * What a body says: decoded from its content coding where that is possible within the limit, and read in its charset.
 * Nothing fails: bytes that are no text become replacement characters.
 */
export function bodyText(body: Uint8Array, headers: HeaderList, limitBytes: number): BodyText {
  if (body.byteLength === 0) return { text: "", isEncoded: false };
  const { bytes, isEncoded } = uncoded(body, headers, limitBytes);
  return { text: textOf(bytes, joinedHeader(headers, "content-type")), isEncoded };
}
