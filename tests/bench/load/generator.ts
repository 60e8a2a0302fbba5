/**
 * The load generator, a process of its own: keep-alive connections on plain sockets, because an HTTP client would
 * take more of the machine than the server that is measured. Bodies are 1 kB of JSON, 2,000 different ones.
 */
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { deliveryBody } from "../deliveries.ts";
import { percentile } from "../harness/statistics.ts";
import { answerLength } from "./answer.ts";
import type { Order, Sent } from "./messages.ts";

const DIFFERENT = 2_000;
const bodies = Array.from({ length: DIFFERENT }, (_, place) => deliveryBody(place, Date.now() + place));

interface Connection {
  readonly socket: Socket;
  /** When the request under way was sent; null when there is none. */
  since: number | null;
  /** What has come of its answer. */
  received: Buffer | null;
}

async function send({ url, connections, seconds, rate }: Order): Promise<Sent> {
  const { hostname, port, pathname, search } = new URL(url);
  const head = `POST ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUser-Agent: GuzzleHttp/7\r\nContent-Type: application/json\r\nX-Signature: 5d41402abc4b2a76b9719d911017c592\r\n`;
  const requests = bodies.map((body) =>
    Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  );
  const latencies: number[] = [];
  const idle: Connection[] = [];
  let sent = 0;
  let failed = 0;
  let over = false;

  function post(connection: Connection): void {
    connection.since = performance.now();
    connection.socket.write(requests[sent % DIFFERENT] ?? "");
    sent += 1;
  }

  function take(connection: Connection, chunk: Buffer): void {
    const all = connection.received === null ? chunk : Buffer.concat([connection.received, chunk]);
    const length = answerLength(all);
    if (length === null || connection.since === null) {
      connection.received = all;
      return;
    }
    connection.received = null;
    // "HTTP/1.1 200": the tenth byte is the first digit.
    if (all[9] === 0x32) latencies.push(performance.now() - connection.since);
    else failed += 1;
    connection.since = null;
    if (rate === null && !over) post(connection);
    else idle.push(connection);
  }

  const opened = await Promise.all(
    Array.from({ length: connections }, () => open(Number(port), hostname)).map(async (opening) => {
      const connection: Connection = { socket: await opening, since: null, received: null };
      connection.socket.on("data", (chunk: Buffer) => take(connection, chunk));
      return connection;
    }),
  );
  const begun = performance.now();
  const elapsed = (): number => (performance.now() - begun) / 1_000;
  if (rate === null) {
    for (const connection of opened) post(connection);
    await pause(seconds * 1_000);
  } else {
    idle.push(...opened);
    while (elapsed() < seconds) {
      for (let due = Math.floor(elapsed() * rate) - sent; due > 0; due -= 1) {
        const free = idle.shift();
        if (free === undefined) break;
        post(free);
      }
      await pause(1);
    }
  }
  const measured = elapsed();
  const succeeded = latencies.length;
  over = true;
  for (let waited = 0; waited < 2_000 && opened.some(({ since }) => since !== null); waited += 5) await pause(5);
  failed += opened.filter(({ since }) => since !== null).length;
  for (const { socket } of opened) socket.destroy();
  return {
    succeeded: latencies.length,
    failed,
    perSecond: succeeded / measured,
    latency: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
  };
}

function open(port: number, host: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true }, () => resolve(socket));
    socket.on("error", reject);
  });
}

process.on("message", (order: Order) => {
  send(order).then(
    (sent) => process.send?.(sent),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
