import { createServer, type ServerResponse } from "node:http";
import type { Report } from "./server.ts";

interface Reported {
  readonly url: string;
  /** How many it has recorded, once it has no work left over. */
  readonly recorded: () => number | Promise<number>;
  readonly close?: () => void | Promise<void>;
}

/** The server's side of `startServer`: tells where it listens, and after each "settle" what it has done. */
export function report({ url, recorded, close = () => {} }: Reported): void {
  const tell = (told: Report): boolean => process.send?.(told) ?? false;
  async function settle(): Promise<void> {
    const count = await recorded();
    const { user, system } = process.cpuUsage();
    tell({ recorded: count, processor: user + system });
  }
  async function end(): Promise<void> {
    await close();
    process.exit(0);
  }
  process.on("message", () => void settle());
  process.on("disconnect", () => void end());
  tell({ url });
}

/**
 * A bare node:http server: what the figures of Linkdesk are compared with.
 *
 * @param take has the body, and answers; it resolves with whether it was recorded
 */
export function serveBare(
  take: (body: Buffer, answer: (status: 200 | 503) => void) => boolean | Promise<boolean>,
  close?: () => void,
): void {
  let count = 0;
  const answerTo = (response: ServerResponse) => (status: 200 | 503) => {
    response.writeHead(status, { "Content-Length": 0 });
    response.end();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const taken = take(Buffer.concat(chunks), answerTo(response));
      if (typeof taken === "boolean") count += Number(taken);
      else void taken.then((kept) => (count += Number(kept)));
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    report({ url: `http://127.0.0.1:${address.port}/webhooks`, recorded: () => count, ...(close && { close }) });
  });
}
