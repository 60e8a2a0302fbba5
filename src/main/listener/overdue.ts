import { breakOff, isReceiving } from "./breakdown.ts";
import type { Connection } from "./connection.ts";
import type { Listening } from "./listening.ts";
import { madeRoom } from "./verdicts.ts";

/** Closes connections that Node's own time limits do not cover. */
export function closeOverdue(listening: Listening, connections: Iterable<Connection>): void {
  const { limits } = listening;
  const now = performance.now();
  for (const connection of connections) {
    if (isOverdue(connection, now)) connection.socket.destroy();
    // Bodies that are held half sent for a long time (slow body) must not keep the memory from others.
    else if (listening.budget.isScarce() && isSlow(listening, connection, now)) giveWay(listening, connection);
  }

  function isOverdue(connection: Connection, now: number): boolean {
    const { lingering, socket } = connection;
    if (lingering !== null) {
      return now > lingering.until || socket.bytesRead - lingering.fromByte > limits.lingerBytes;
    }
    if (!connection.served) return now - connection.openedAt > limits.headTimeoutMs;
    // The oldest is the one whose answer is on its way; a sender that does not take it would hold it for ever.
    const [oldest] = connection.inFlight;
    const since = oldest?.answeringSince() ?? null;
    return since !== null && now - since > limits.sendTimeoutMs;
  }
}

/**
 * Closes one connection so that another can be accepted: the oldest that waits for nothing, or has not got a head
 * together; then the one whose body comes slowest, of those that have had their time of grace: a webhook of usual size
 * has arrived whole long before; then one that a script keeps waiting. So neither thousands of connections that are held
 * open on purpose (slowloris, slow bodies) nor our own script keep others out.
 *
 * @returns false when all are in use.
 */
export function makeRoom(listening: Listening, connections: Iterable<Connection>): boolean {
  const now = performance.now();
  let slowest: Connection | null = null;
  let slowestPace = Number.POSITIVE_INFINITY;
  let held: Connection | null = null;
  for (const connection of connections) {
    if (connection.inFlight.size === 0) {
      if (connection.headBytes !== null && !connection.closing) breakOff(listening, connection, madeRoom());
      connection.socket.destroy();
      return true;
    }
    const pace = paceOf(connection, now, listening.limits.bodyGraceMs);
    if (pace < slowestPace) {
      slowestPace = pace;
      slowest = connection;
    }
    if (held === null && isHeld(connection)) held = connection;
  }
  if (slowest !== null) giveWay(listening, slowest);
  else held?.socket.destroy();
  return slowest !== null || held !== null;
}

/** Bytes of its body for each millisecond; infinite where no body is coming, or has only begun to. */
function paceOf(connection: Connection, now: number, graceMs: number): number {
  const { receiving } = connection;
  const age = now - (receiving?.startedAt ?? now);
  return receiving !== null && !receiving.isComplete() && age > graceMs
    ? receiving.receivedBytes() / age
    : Number.POSITIVE_INFINITY;
}

/** Whether a body has been on its way for longer than a head may be. */
function isSlow(listening: Listening, connection: Connection, now: number): boolean {
  const startedAt = connection.receiving?.startedAt ?? now;
  return isReceiving(connection) && now - startedAt > listening.limits.headTimeoutMs;
}

/** Records what has come of a slow body, and closes its connection. */
function giveWay(listening: Listening, connection: Connection): void {
  breakOff(listening, connection, madeRoom());
  connection.socket.destroy();
}

/** Whether nothing happens on a connection but a script's waiting. */
export function isHeld({ inFlight }: Connection): boolean {
  for (const exchange of inFlight) if (exchange.holding() === "no") return false;
  return inFlight.size > 0;
}
