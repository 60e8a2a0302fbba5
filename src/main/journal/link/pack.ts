import type { PackedBody } from "../messages.ts";

// A body this large, alone in its buffer, is handed over instead of copied.
const TRANSFER_FROM = 65_536;

/**
 * Gathers the bodies of a batch for the way to another thread. Node cuts small buffers from a shared pool, and
 * passing on such a view would copy or, transferred, take away the whole pool; so small bodies are copied
 * together into one buffer of our own, which is transferred.
 */
export function createPacker() {
  const small: { readonly body: Uint8Array; readonly start: number }[] = [];
  const large: ArrayBuffer[] = [];
  let length = 0;
  return {
    add(body: Uint8Array | null): PackedBody {
      if (body === null) return null;
      const { buffer } = body;
      if (body.byteLength >= TRANSFER_FROM && body.byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) {
        large.push(buffer);
        return new Uint8Array(buffer);
      }
      const packed = { start: length, length: body.byteLength };
      small.push({ body, start: length });
      length += body.byteLength;
      return packed;
    },
    /** The bodies' one buffer, and all buffers that are to be transferred. */
    finish(): { readonly bodies: ArrayBuffer; readonly transfer: readonly ArrayBuffer[] } {
      const bodies = new ArrayBuffer(length);
      const target = new Uint8Array(bodies);
      for (const { body, start } of small) target.set(body, start);
      return { bodies, transfer: [bodies, ...large] };
    },
  };
}
