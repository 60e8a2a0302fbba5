import { connect, createServer, type Socket } from "node:net";

/** What stands between Linkdesk and a server: it can reset every connection, go deaf, and hand bytes on late. */
export interface Between {
  readonly port: number;
  reset(): void;
  /** Nothing passes any more on the connections that there are, and nobody is told; new ones are as before. */
  deafen(): void;
  /** No new connections either, until it is called with false. */
  refuse(isRefusing: boolean): void;
  delay(milliseconds: number): void;
  close(): void;
}

export async function openBetween(target: number): Promise<Between> {
  const open = new Set<Socket>();
  const deaf = new WeakSet<Socket>();
  let delayMs = 0;
  let isRefusing = false;
  const server = createServer((outer) => {
    if (isRefusing) {
      outer.resetAndDestroy();
      return;
    }
    const inner = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      open.add(from);
      // Late, but never out of order.
      let due = 0;
      from.on("data", (chunk) => {
        if (deaf.has(from)) return;
        due = Math.max(due, performance.now() + delayMs);
        const left = due - performance.now();
        if (left <= 0) to.write(chunk);
        else setTimeout(() => to.destroyed || to.write(chunk), left);
      });
      from.on("error", () => {});
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  return {
    port: address.port,
    reset() {
      for (const socket of open) socket.resetAndDestroy();
    },
    deafen() {
      for (const socket of open) deaf.add(socket);
    },
    refuse(next) {
      isRefusing = next;
    },
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
