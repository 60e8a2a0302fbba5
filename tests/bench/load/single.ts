import { once } from "node:events";
import { connect } from "node:net";
import { answerLength } from "./answer.ts";

/** A keep-alive connection for one request after the other, on a plain socket: the moment of sending is exact. */
export interface SingleSender {
  /** Resolves when the request was answered 2xx, with the moment at which it was handed to the system. */
  post(body: string): Promise<number>;
  close(): void;
}

export async function openSender(url: string, now: () => number): Promise<SingleSender> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  let received = Buffer.alloc(0);
  let settle: { resolve(answer: Buffer): void; reject(error: Error): void } | null = null;
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (answerLength(received) !== null) settle?.resolve(received);
  });
  socket.on("error", (error) => settle?.reject(error));
  return {
    async post(body) {
      const length = Buffer.byteLength(body);
      const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
      received = Buffer.alloc(0);
      const answered = new Promise<Buffer>((resolve, reject) => {
        settle = { resolve, reject };
      });
      // A request of some kilobytes is with the system when the call returns.
      socket.write(head + body);
      const moment = now();
      const answer = await answered;
      if (answer[9] !== 0x32) throw new Error(`Not answered 2xx: ${answer.toString("latin1", 0, 80)}`);
      return moment;
    },
    close: () => socket.destroy(),
  };
}
