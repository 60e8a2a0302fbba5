import { randomBytes } from "node:crypto";
import { MEBIBYTE } from "../../shared/primitives.ts";

// A body is fetched right after its address was told; what nobody fetched in this time, nobody will.
const KEPT_MS = 30_000;
const KEPT_BYTES = 24 * MEBIBYTE;
/** Two are compared, however large they are. */
const KEPT_AT_LEAST = 2;

/**
 * Where a large body waits for the window to fetch it. The bridge carries JSON, in which 4.5 MB of bytes are 6 MB of
 * base64 that is copied a dozen times; a fetch from the window's own origin carries them as they are.
 *
 * Its address is told to who asked over the bridge and can be used once. Nobody else can guess it, and nobody but the
 * window can reach the origin in the first place.
 */
export type BodyShelf = ReturnType<typeof createBodyShelf>;

const FOLDER = "/body/";

export function createBodyShelf() {
  const kept = new Map<string, Uint8Array>();
  let size = 0;

  function take(path: string): Uint8Array | null {
    const bytes = kept.get(path) ?? null;
    kept.delete(path);
    size -= bytes?.byteLength ?? 0;
    return bytes;
  }

  return {
    /** Keeps the bytes and returns the path that they can be had from, once and soon. */
    put(bytes: Uint8Array): string {
      for (const oldest of kept.keys()) {
        if (size + bytes.byteLength <= KEPT_BYTES || kept.size < KEPT_AT_LEAST) break;
        take(oldest);
      }
      const path = FOLDER + randomBytes(24).toString("base64url");
      kept.set(path, bytes);
      size += bytes.byteLength;
      setTimeout(() => take(path), KEPT_MS).unref();
      return path;
    },
    /** null when there is nothing (any more) under this path. */
    take,
  };
}
