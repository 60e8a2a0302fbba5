import { once } from "node:events";
import { connect } from "node:net";

const AT_ONCE = 1_500;

/** Sends so many requests over one connection without waiting for answers; resolves with how many were answered 200. */
export async function pipeline(url: string, count: number): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const one = `GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`;
  let answered = 0;
  let rest = "";
  const done = new Promise<void>((resolve, reject) => {
    socket.on("data", (bytes: Buffer) => {
      const parts = (rest + bytes.toString("latin1")).split("HTTP/1.1 200 ");
      answered += parts.length - 1;
      // A status line that is cut in two is put together with what follows.
      rest = (parts.at(-1) ?? "").slice(-12);
      if (answered >= count) resolve();
    });
    socket.once("close", () => resolve());
    socket.once("error", reject);
  });
  for (let sent = 0; sent < count && !socket.destroyed; sent += AT_ONCE) {
    if (!socket.write(one.repeat(Math.min(AT_ONCE, count - sent)))) await Promise.race([once(socket, "drain"), done]);
  }
  await done;
  socket.destroy();
  return answered;
}
