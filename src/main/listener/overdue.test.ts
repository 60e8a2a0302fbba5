import { Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { makeRoom } from "./client-errors.ts";
import { type Connection, createConnection, type PendingRequest } from "./connection.ts";
import { DEFAULT_LISTENER_LIMITS } from "./limits.ts";
import type { Listening } from "./listening.ts";

interface Sender {
  readonly bytes: number;
  /** Since its first byte, in milliseconds. */
  readonly age: number;
  /** Its body is here, and its answer is not out yet. */
  readonly complete?: boolean;
}

/** Which of them made room for another, by their number; null when none did. */
function whoMakesRoom(senders: readonly Sender[]): number | null {
  const connections = senders.map(({ bytes, age, complete = false }): Connection => {
    const socket = new Socket();
    onTestFinished(() => void socket.destroy());
    const connection = createConnection(socket);
    const pending: PendingRequest = {
      startedAt: performance.now() - age,
      isComplete: () => complete,
      receivedBytes: () => bytes,
      breakOff: () => {},
      connectionClosed: () => {},
      completeAt: () => null,
      answeringSince: () => null,
      holding: () => "no",
    };
    connection.inFlight.add(pending);
    connection.receiving = pending;
    return connection;
  });
  // Nothing else of it is needed to choose.
  const listening = { limits: { ...DEFAULT_LISTENER_LIMITS, bodyGraceMs: 1_000 } } as Listening;
  const made = makeRoom(listening, connections);
  const found = connections.findIndex(({ socket }) => socket.destroyed);
  expect(made).toBe(found >= 0);
  return found >= 0 ? found : null;
}

test("the body that comes slowest gives way, not the one that has taken longest", () => {
  const upload = { bytes: 8_000_000, age: 9_000 };
  const dripping = { bytes: 60_000, age: 5_000 };
  expect(whoMakesRoom([upload, dripping, upload])).toBe(1);
  expect(whoMakesRoom([{ bytes: 2_000, age: 1_100 }, dripping, { bytes: 0, age: 1_100 }])).toBe(2);
});

test("a body that has only begun is left alone, and so is one that is here", () => {
  expect(whoMakesRoom([{ bytes: 0, age: 900 }])).toBeNull();
  expect(whoMakesRoom([{ bytes: 10, age: 60_000, complete: true }])).toBeNull();
  expect(
    whoMakesRoom([
      { bytes: 0, age: 900 },
      { bytes: 9_000_000, age: 1_200 },
    ]),
  ).toBe(1);
});
