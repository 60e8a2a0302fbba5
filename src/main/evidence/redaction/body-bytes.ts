import type { HeaderList } from "../../../shared/primitives.ts";
import { exactUtf8 } from "../../../shared/utf8.ts";
import { contentEncodingOf, DECODED_AT_MOST, decodeBody } from "../../payload/index.ts";

/** A body as a text that can be gone through, and how it becomes bytes again. */
export interface ReadBody {
  readonly text: string;
  readonly bytes: (text: string) => Uint8Array;
  /** It was compressed, and what is put together again is not. */
  readonly decoded: boolean;
}

/**
 * Reads a body for going through it. Compressed ones are decoded; UTF-16 is told by its mark; what is no UTF-8 is read
 * byte by byte, so that it comes out as it went in.
 *
 * @returns null when it cannot be looked through: damaged, of an unknown coding, or too large decoded
 */
export async function readBody(bytes: Uint8Array, headers: HeaderList): Promise<ReadBody | null> {
  const encoding = contentEncodingOf(headers);
  let plain = bytes;
  let decoded = false;
  if (encoding !== "" && encoding.toLowerCase() !== "identity" && bytes.byteLength > 0) {
    try {
      const result = await decodeBody(bytes, encoding, DECODED_AT_MOST);
      plain = result.bytes;
      decoded = result.encoding !== "identity";
    } catch {
      return null;
    }
  }
  const buffer = Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength);
  const [first, second] = buffer;
  if (first === 0xff && second === 0xfe)
    return { text: buffer.toString("utf16le"), bytes: (text) => Buffer.from(text, "utf16le"), decoded };
  if (first === 0xfe && second === 0xff && buffer.length % 2 === 0)
    return {
      text: Buffer.from(buffer).swap16().toString("utf16le"),
      bytes: (text) => Buffer.from(text, "utf16le").swap16(),
      decoded,
    };
  const text = exactUtf8(buffer);
  if (text !== null) return { text, bytes: (changed) => Buffer.from(changed, "utf8"), decoded };
  return { text: buffer.toString("latin1"), bytes: (changed) => Buffer.from(changed, "latin1"), decoded };
}
