import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from "node:zlib";
import type { HeaderList } from "../../../shared/primitives.ts";

/** More than a sender has a reason to stack. */
const MAX_LAYERS = 4;

export type Decoded =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** The value of a header by its name in any letter case; several fields of that name are one list (RFC 9110, 5.3). */
export function headerValue(headers: HeaderList, name: string): string | null {
  const values = headers.filter((header) => header[0].toLowerCase() === name).map((header) => header[1]);
  return values.length === 0 ? null : values.join(", ");
}

/**
 * Takes the content encodings (RFC 9110, 8.4) off a body. Not more than `limit` bytes come out: a few kilobytes
 * can decode to gigabytes.
 */
export function decodeBody(body: Uint8Array, headers: HeaderList, limit: number): Decoded {
  const encoding = (headerValue(headers, "content-encoding") ?? "").toLowerCase();
  const layers = encoding
    .split(",")
    .map((layer) => layer.trim())
    .filter((layer) => layer !== "" && layer !== "identity");
  if (layers.length > MAX_LAYERS) return { ok: false, reason: "The body is encoded too many times." };
  let bytes = body;
  // The last one named was put on last.
  for (const layer of layers.toReversed()) {
    const decode = decoderOf(layer, bytes);
    if (decode === null) return { ok: false, reason: `The encoding ${layer} is not known here.` };
    try {
      bytes = decode(bytes, { maxOutputLength: limit });
    } catch (error) {
      if (error instanceof RangeError) return { ok: false, reason: `Decoded, the body is larger than ${limit} bytes.` };
      return { ok: false, reason: `The body is not valid ${layer}.` };
    }
  }
  return { ok: true, bytes };
}

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

function decoderOf(layer: string, bytes: Uint8Array): Decoder | null {
  switch (layer) {
    case "gzip":
    case "x-gzip":
      return gunzipSync;
    case "deflate":
      return isZlib(bytes) ? inflateSync : inflateRawSync;
    case "br":
      return brotliDecompressSync;
    case "zstd":
      return zstdDecompressSync;
    default:
      return null;
  }
}

/** "deflate" means zlib (RFC 1950), but bare deflate is sent under that name too: the header's checksum tells. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}
