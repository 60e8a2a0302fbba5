import { once } from "node:events";
import { createServer } from "node:net";
import type { Random } from "./random.ts";

/**
 * A free port of the loopback interface from below the range that systems hand out by themselves: nobody takes it while
 * an app that is to have it again is down.
 */
export async function settledPort(random: Random): Promise<number> {
  for (;;) {
    const port = random.whole(12_000, 30_000);
    const server = createServer().listen(port, "127.0.0.1");
    const free = await once(server, "listening").then(
      () => true,
      () => false,
    );
    server.close();
    if (free) return port;
  }
}
