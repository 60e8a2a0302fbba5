import type { Transform } from "node:stream";
import {
  brotliCompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";

/** More than a server has a reason to stack; each one is work. */
const MAX_LAYERS = 4;

export interface Decoded {
  readonly bytes: Uint8Array;
  /** The limit was reached: this is the first part. */
  readonly cut: boolean;
  /** Why it could not be decoded to its end, in words; null when it could, or was cut at the limit. */
  readonly problem: string | null;
}

/**
 * Takes the content encodings (RFC 9110, section 8.4) off a body, at most `limit` bytes of it: a few kilobytes can
 * decode to gigabytes. What came before a fault is kept.
 *
 * @param encoding the value of Content-Encoding; null or `identity` for none
 */
export async function decodeBody(body: Uint8Array, encoding: string | null, limit: number): Promise<Decoded> {
  const layers = layersOf(encoding);
  if (layers.length > MAX_LAYERS) return { bytes: body, cut: false, problem: "The body is encoded too many times." };
  let decoded: Decoded = { bytes: body, cut: false, problem: null };
  // The last one named was put on last.
  for (const layer of layers.toReversed()) {
    const open = decoderOf(layer, decoded.bytes);
    if (open === null) return { ...decoded, problem: `The encoding ${layer} is not known here.` };
    const inner = await run(open, decoded.bytes, limit);
    decoded = { ...inner, cut: inner.cut || decoded.cut, problem: decoded.problem ?? inner.problem };
    if (inner.bytes.length === 0) break;
  }
  return decoded;
}

/** Puts the encodings on again, for a body that had to be changed; null when one of them is not known here. */
export function encodeBody(body: Uint8Array, encoding: string | null): Uint8Array | null {
  let encoded = body;
  for (const layer of layersOf(encoding)) {
    if (layer === "gzip" || layer === "x-gzip") encoded = gzipSync(encoded);
    else if (layer === "deflate") encoded = deflateSync(encoded);
    else if (layer === "br") encoded = brotliCompressSync(encoded);
    else if (layer === "zstd") encoded = zstdCompressSync(encoded);
    else return null;
  }
  return encoded;
}

function layersOf(encoding: string | null): string[] {
  return (encoding ?? "")
    .toLowerCase()
    .split(",")
    .map((layer) => layer.trim())
    .filter((layer) => layer !== "" && layer !== "identity");
}

function decoderOf(layer: string, bytes: Uint8Array): Transform | null {
  switch (layer) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return isZlib(bytes) ? createInflate() : createInflateRaw();
    case "br":
      return createBrotliDecompress();
    case "zstd":
      return createZstdDecompress();
    default:
      return null;
  }
}

/** "deflate" means zlib (RFC 1950), but bare deflate is sent under that name too: the header's checksum tells. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

function run(decoder: Transform, bytes: Uint8Array, limit: number): Promise<Decoded> {
  const { promise, resolve } = Promise.withResolvers<Decoded>();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const finish = (cut: boolean, problem: string | null): void => {
    decoder.destroy();
    resolve({ bytes: new Uint8Array(Buffer.concat(chunks, size)), cut, problem });
  };
  decoder.on("data", (chunk: Uint8Array) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) {
      size = limit;
      finish(true, null);
    }
  });
  decoder.once("end", () => finish(false, null));
  decoder.once("error", (error) => finish(false, `The body could not be decoded: ${error.message}.`));
  decoder.end(bytes);
  return promise;
}
