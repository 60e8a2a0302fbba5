import type { Manner } from "./answer.ts";
import { type Connection, inTurn, type PendingRequest, sayLastWords } from "./connection.ts";
import type { ListenerLimits } from "./limits.ts";

/** Told how it goes: `begun` with the first byte, if there is any; `ended` exactly once, unless it is stopped before. */
export interface MannerReceipt {
  readonly begun: () => void;
  readonly ended: (state: "sent" | "failed" | "withheld") => void;
}

/** Milliseconds after which a drip is broken off, however much is left. */
const DRIP_LIMIT_MS = 600_000;
/** Milliseconds between two drops, where the pace allows as many. */
const DROP_MS = 100;

const NOTHING = Buffer.alloc(0);

/**
 * Deals with a recorded request as no receiver should: past Node's response object, on the bare socket, after the
 * answers that are due before it. The connection ends with it.
 *
 * @param answer the bytes of the framed answer, for a drip
 * @returns how to stop it, once the connection is gone
 */
export function misbehave(
  connection: Connection,
  pending: PendingRequest,
  manner: Manner,
  answer: Buffer | null,
  limits: ListenerLimits,
  { begun, ended }: MannerReceipt,
): () => void {
  const { socket } = connection;
  switch (manner.does) {
    case "hang": {
      const limit = setTimeout(() => hangUp(), manner.limitMs);
      return () => clearTimeout(limit);
    }
    case "reset":
      inTurn(connection, pending, () => {
        ended("withheld");
        socket.resetAndDestroy();
      });
      return () => {};
    case "close":
      hangUp();
      return () => {};
    case "garbage":
      begun();
      sayLastWords(connection, pending, manner.bytes, limits, () => ended("sent"));
      return () => {};
    case "drip": {
      let stop = () => {};
      inTurn(connection, pending, () => {
        begun();
        stop = drip(connection, answer ?? NOTHING, manner.bytesPerSecond, limits, ended);
      });
      return () => stop();
    }
  }

  function hangUp(): void {
    sayLastWords(connection, pending, NOTHING, limits, () => ended("withheld"));
  }
}

/** Sends bytes at a steady pace and then closes our side. What is due is counted by the clock, so no tick is owed. */
function drip(
  connection: Connection,
  bytes: Buffer,
  bytesPerSecond: number,
  limits: ListenerLimits,
  ended: MannerReceipt["ended"],
): () => void {
  const { socket } = connection;
  const startedAt = performance.now();
  let sent = 0;
  const tick = () => {
    const elapsed = performance.now() - startedAt;
    if (elapsed > DRIP_LIMIT_MS) {
      stop();
      ended("failed");
      socket.destroy();
      return;
    }
    const due = Math.min(bytes.length, Math.floor((elapsed / 1_000) * bytesPerSecond) + 1);
    if (due <= sent || !socket.writable) return;
    const piece = bytes.subarray(sent, due);
    sent = due;
    if (sent < bytes.length) {
      socket.write(piece);
      return;
    }
    stop();
    connection.lingering = { until: performance.now() + limits.lingerMs, fromByte: socket.bytesRead };
    socket.end(piece, () => {
      if (!socket.destroyed) ended("sent");
    });
  };
  const timer = setInterval(tick, Math.max(DROP_MS, 1_000 / bytesPerSecond));
  const stop = () => clearInterval(timer);
  tick();
  return stop;
}
