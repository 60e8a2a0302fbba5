import type { Connection } from "./connection.ts";

/** Bytes of an incomplete head that are kept; more than the parser takes, so that it is the one to object. */
const KEPT_BYTES = 128 * 1_024;

/**
 * Waits for a connection's first bytes, takes note of them, and puts them back for `serve` to read.
 *
 * Once Node's HTTP server has a socket, it reads it past all listeners, which is what makes it fast; listening to
 * the data costs a fifth of the throughput. So only the first bytes are looked at: they give the exact beginning of
 * the first request. When they do not hold a whole head (slow, broken or not HTTP), speed does not matter, and what
 * follows is noted too until the head is complete: of such a request these bytes are all there is to record.
 */
export function awaitFirstBytes(connection: Connection, serve: (first: Buffer) => void): void {
  const { socket } = connection;
  const onReadable = () => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return; // closed without a word; `end` or `close` follows
    socket.off("readable", onReadable);
    connection.firstByteAt = performance.now();
    socket.unshift(chunk);
    connection.served = true;
    serve(chunk);
    if (chunk.includes("\r\n\r\n")) return;
    connection.headBytes = [];
    let kept = 0;
    const note = (bytes: Buffer) => {
      if (connection.headBytes === null || kept > KEPT_BYTES) {
        socket.off("data", note);
        return;
      }
      kept += bytes.length;
      connection.headBytes.push(bytes);
    };
    // Before the server's own listener: an error of the parser is reported while that one runs.
    socket.prependListener("data", note);
  };
  socket.on("readable", onReadable);
}

/** The bytes of an incomplete head as far as they are known. */
export function headBytesOf(connection: Connection): Uint8Array {
  return Buffer.concat(connection.headBytes ?? []);
}
