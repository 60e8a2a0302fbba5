import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems hand out by themselves: Linux from 32768, macOS and Windows from 49152. */
const FIRST = 12_000;
const COUNT = 20_000;

/**
 * A port of the loopback interface that nobody listens on. No connection and no other server is given it by the system,
 * so it is still free when a program that is started meanwhile comes to it, and when one that was ended comes back.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
