import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Bench } from "../harness/figure.ts";
import type { Order, Sent } from "./messages.ts";

/** Sends requests from a process of its own, and resolves with what came of them. */
export type Load = (order: Order) => Promise<Sent>;

const GENERATOR = fileURLToPath(new URL("./generator.ts", import.meta.url));

/** Starts the load generator; it ends with the measurement. */
export function startLoad(bench: Bench): Load {
  const child = fork(GENERATOR, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  bench.atEnd(() => child.kill());
  return async (order) => {
    const limit = AbortSignal.timeout(order.seconds * 1_000 + 30_000);
    child.send(order);
    const [sent]: Sent[] = await once(child, "message", { signal: limit });
    if (sent === undefined) throw new Error("The load generator has ended.");
    if (sent.failed > 0)
      throw new Error(`${sent.failed} of ${sent.failed + sent.succeeded} requests were not answered 2xx.`);
    return sent;
  };
}
