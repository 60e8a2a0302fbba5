import type { MemoryBudget } from "./collected-body.ts";
import type { Connection } from "./connection.ts";

/** Requests on one connection, none of them answered yet, from which on its sender is treated as one that pipelines. */
const PIPELINE = 4;

/** Bytes that are read at once from a sender that pipelines: while there is plenty of memory, and while there is not. */
const SLICE_BYTES = 8 * 1_024;
const THIN_SLICE_BYTES = 64;

const END_OF_HEAD = "\r\n\r\n";

/** Whether the first bytes of a connection hold several requests at once. */
export function isPipeline(bytes: Buffer): boolean {
  let from = 0;
  for (let heads = 0; heads < PIPELINE; heads += 1) {
    const found = bytes.indexOf(END_OF_HEAD, from, "latin1");
    if (found === -1) return false;
    from = found + END_OF_HEAD.length;
  }
  return true;
}

/** To be called when a request was read to its end. */
export function sliceIfPipelined(connection: Connection, budget: MemoryBudget): void {
  if (connection.slices === null && connection.inFlight.size >= PIPELINE) sliceUp(connection, budget);
}

/**
 * Reads from a sender that pipelines in slices, each when the requests of the one before are done with. Left to
 * itself, Node's HTTP server reads 64 KiB at once, makes objects of the thousands of requests that may be in there
 * (20 kB each, measured), and only then can be told to wait: twenty such senders were enough to fill the memory for
 * everybody. So nothing is refused, others get their turn between two slices, and the sender is slowed down by TCP.
 *
 * Other connections do without: the server reads them past all of JavaScript, which is a good deal faster.
 *
 * A stream with a listener for `readable` does not flow, whoever resumes it, and `read` tells the listeners for `data`,
 * of which the server is one. The server itself wants a pause while answers pile up; when no request is under way,
 * none do.
 */
export function sliceUp(connection: Connection, budget: MemoryBudget): void {
  const { socket, inFlight } = connection;

  function mayFeed(): boolean {
    // One that is still being received can only be done with by reading on.
    const receiving = connection.receiving !== null && !connection.receiving.isComplete() ? 1 : 0;
    return !connection.closing && inFlight.size === receiving;
  }

  function feed(): void {
    while (mayFeed()) {
      const bytes = budget.isEasy() ? SLICE_BYTES : THIN_SLICE_BYTES;
      // Asked for one byte at least, the socket goes on reading, or tells that it has ended.
      if (socket.read(Math.min(bytes, Math.max(1, socket.readableLength))) === null) return;
    }
  }

  connection.slices = {
    feed,
    discard() {
      socket.off("readable", feed);
      socket.removeAllListeners("data");
      socket.resume();
    },
  };
  socket.on("readable", feed);
}
