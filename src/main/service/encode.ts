import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";

/**
 * Puts content codings on again, for a body that had to be changed.
 *
 * @param encoding as `decodeBody` names what it took off, such as `gzip, br`
 */
export function encodeBody(body: Uint8Array, encoding: string): Uint8Array {
  return encoding.split(", ").reduce((bytes: Uint8Array, coding) => {
    switch (coding) {
      case "gzip":
        return gzipSync(bytes);
      case "deflate":
        return deflateSync(bytes);
      case "br":
        return brotliCompressSync(bytes);
      case "zstd":
        return zstdCompressSync(bytes);
      default:
        return bytes;
    }
  }, body);
}
