/** From so many bytes on it is worth it. */
const LARGE_BYTES = 65_536;

/**
 * Frees the memory of large bytes now: they cannot be used any more. Left alone, V8 notices some time later that nobody uses
 * them, and each thread had another forty mebibytes of such by then.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  const isWhole = byteLength === buffer.byteLength;
  if (isWhole && byteLength >= LARGE_BYTES && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
