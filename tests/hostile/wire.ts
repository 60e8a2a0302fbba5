import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { HeaderList } from "../../src/shared/primitives.ts";

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Status line and header lines, as Latin-1. */
  readonly head: string;
  readonly headers: HeaderList;
  readonly body: Buffer;
}

/** A bare TCP connection to the listener: sends exactly what it is told, and can misbehave in any way. */
export interface Wire {
  readonly socket: Socket;
  /** Text goes out as Latin-1. Resolves when the system has taken it. */
  write(data: string | Uint8Array): Promise<void>;
  /** The next answer; for one to HEAD, say so. Rejects when the connection ends before it. */
  answer(to?: "HEAD"): Promise<WireAnswer>;
  /** Resolves with all bytes that no `answer` has taken, once the other side has closed its half, or all of it. */
  ended(): Promise<Buffer>;
  /** Closes our half. */
  halfClose(): void;
  /** Closes without a reset; `reset` closes with one. */
  close(): void;
  reset(): void;
}

export async function openWire(port: number, host = "127.0.0.1"): Promise<Wire> {
  const socket = connect({ port, host, allowHalfOpen: true });
  let received = Buffer.alloc(0);
  let isEnded = false;
  const watching = new Set<() => void>();
  const changed = () => {
    for (const look of watching) look();
  };
  socket.on("data", (bytes) => {
    received = Buffer.concat([received, bytes]);
    changed();
  });
  const end = () => {
    isEnded = true;
    changed();
  };
  socket.on("end", end);
  socket.on("close", end);
  // Refused before it was open: told to the caller. A reset later on is an end like any other.
  await once(socket, "connect");
  socket.on("error", () => {});
  socket.setNoDelay(true);

  /** Looks again whenever something came, until `look` has found what it wants. */
  function awaited<T>(look: () => T | null, whenEnded: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = () => {
        try {
          const found = look();
          if (found === null && !isEnded) return;
          watching.delete(attempt);
          resolve(found ?? whenEnded());
        } catch (error) {
          watching.delete(attempt);
          reject(error);
        }
      };
      watching.add(attempt);
      attempt();
    });
  }

  return {
    socket,
    write: (data) =>
      new Promise((resolve, reject) => {
        const bytes = typeof data === "string" ? Buffer.from(data, "latin1") : data;
        socket.write(bytes, (error) => (error == null ? resolve() : reject(error)));
      }),
    answer: (to) =>
      awaited(
        () => {
          const parsed = parseAnswer(received, to === "HEAD");
          if (parsed === null) return null;
          received = received.subarray(parsed.length);
          return parsed.answer;
        },
        () => {
          throw new Error(`The connection ended before an answer: ${JSON.stringify(received.toString("latin1"))}`);
        },
      ),
    ended: () =>
      awaited(
        () => null,
        () => received,
      ),
    halfClose: () => socket.end(),
    close: () => socket.destroy(),
    reset: () => socket.resetAndDestroy(),
  };
}

function parseAnswer(bytes: Buffer, toHead: boolean): { answer: WireAnswer; length: number } | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const head = bytes.toString("latin1", 0, end);
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(": ");
    return [line.slice(0, colon), line.slice(colon + 2)] as const;
  });
  const status = Number(statusLine.split(" ")[1]);
  const announced = headers.find(([name]) => name.toLowerCase() === "content-length")?.[1] ?? "0";
  const size = toHead || status < 200 || status === 204 || status === 304 ? 0 : Number(announced);
  const length = end + 4 + size;
  if (bytes.length < length) return null;
  return { answer: { status, head, headers, body: bytes.subarray(end + 4, length) }, length };
}
