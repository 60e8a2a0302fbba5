import type { Socket } from "node:net";

/** Enough for a status line, and for recognising what else came instead of one. */
const KEPT = 256;

/**
 * Looks at the first bytes that come in without taking them from whoever reads next. undici does not tell the
 * version of HTTP/1 that the answer had, nor what came when it was no HTTP, and loses a reason phrase in pieces. Must be called before undici has the
 * socket, so that this listener runs first.
 */
export function firstBytesOf(socket: Socket): () => Uint8Array {
  let bytes: Uint8Array = new Uint8Array(0);
  const look = (): void => {
    const chunk: unknown = socket.read();
    if (!(chunk instanceof Uint8Array)) return;
    bytes = Buffer.concat([bytes, chunk.subarray(0, KEPT - bytes.length)]);
    if (bytes.length >= KEPT) socket.off("readable", look);
    socket.unshift(chunk);
  };
  socket.on("readable", look);
  return () => bytes;
}
