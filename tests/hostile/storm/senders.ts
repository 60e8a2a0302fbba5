import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import type { Random } from "../../endurance/random.ts";
import type { Inputs } from "./inputs.ts";

/** A way in: `use` comes through it once, and says what is wrong with what became of that; null when nothing is. */
export interface Door {
  readonly lanes?: number;
  readonly use: () => Promise<string | null>;
}

/** Connections that are let go after so many milliseconds, whatever has come of them. */
const LONGEST_MS = 8_000;

const HEADS = [
  "POST /webhooks HTTP/1.1\r\nHost: x\r\n",
  "POST /webhooks HTTP/1.0\r\nTransfer-Encoding: chunked\r\n",
  "POST http://elsewhere.example/webhooks HTTP/1.1\r\nHost: elsewhere.example\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "GET /webhooks HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: eA==\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: x\r\n",
  "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n",
];
const FIELDS = [
  "Content-Length: 5\r\n",
  "Content-Length: 5\r\nContent-Length: 6\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Transfer-Encoding: gzip, chunked\r\n",
  "Transfer-Encoding : chunked\r\n",
  "Expect: 100-continue\r\n",
  "Trailer: X\r\n",
  `X-Long: ${"\\".repeat(31_000)}\r\n`,
  "X-Many: y\r\n".repeat(1_200),
  "X-Folded: a\r\n b\r\n",
  "X-Control: a\0\u001b[2J\r\n",
];
const BODIES = [
  "hello",
  "5\r\nhello\r\n0\r\n\r\n",
  "5;name=value\r\nhello\r\n0\r\nX: y\r\n\r\n",
  "ffffffffffffffff\r\n",
  "-1\r\n",
  "1\r\nx\r\n".repeat(20_000),
  `5\r\nhello\r\n0\r\n${"X: y\r\n".repeat(5_000)}\r\n`,
];

/** Who sends webhooks: bodies of every kind over HTTP as it should be, and bytes that are hardly HTTP. */
export function createSenders(url: string, random: Random, inputs: Inputs): Readonly<Record<string, Door>> {
  const { port, pathname } = new URL(url);
  return {
    webhooks: {
      use: () => {
        const { headers, bytes } = inputs.body();
        return new Promise((resolve, reject) => {
          const outgoing = request(url, { method: "POST", agent: false, headers: { ...headers } }, (answer) => {
            answer.resume().once("close", () => resolve(null));
          });
          outgoing.setTimeout(LONGEST_MS, () => outgoing.destroy());
          // Scripts reset connections, too.
          outgoing.once("error", () => resolve(null)).once("close", () => resolve(null));
          try {
            outgoing.end(bytes());
          } catch (error) {
            reject(error);
          }
        });
      },
    },
    "bytes at the port": {
      use: async () => {
        const socket = connect(Number(port), "127.0.0.1");
        socket.on("error", () => {}).resume();
        const ended = once(socket, "close").catch(() => null);
        const timer = setTimeout(() => socket.destroy(), random.whole(10, LONGEST_MS));
        const fields = Array.from({ length: random.whole(0, 5) }, () => inputs.pick(FIELDS)).join("");
        const whole = Buffer.from(`${inputs.pick(HEADS)}${fields}\r\n${inputs.pick(BODIES)}`, "latin1");
        const bytes = random.whole(1, 3) === 1 ? Buffer.concat([whole, inputs.bytes(), whole]) : whole;
        const cut = random.whole(0, bytes.length);
        socket.write(bytes.subarray(0, cut));
        await new Promise((resolve) => setTimeout(resolve, random.whole(0, 300)));
        if (!socket.destroyed) socket.write(bytes.subarray(cut));
        if (random.whole(1, 2) === 1) socket.end();
        await ended;
        clearTimeout(timer);
        return null;
      },
    },
    "one byte after the other": {
      lanes: 4,
      use: async () => {
        const socket = connect(Number(port), "127.0.0.1");
        socket.on("error", () => {}).resume();
        const bytes = `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n${"x".repeat(1_000)}`;
        for (let at = 0; at < random.whole(50, 600) && !socket.destroyed; at += 1) {
          socket.write(bytes.slice(at, at + 1));
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        socket.destroy();
        return null;
      },
    },
  };
}
