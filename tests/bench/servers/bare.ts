/** The least that a collector can do: node:http, the body read and forgotten, 200. */
import { createServer } from "node:http";
import type { Report } from "./server.ts";

const tell = (report: Report): boolean => process.send?.(report) ?? false;
let recorded = 0;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    if (chunks.length > 0) recorded += 1;
    response.writeHead(200, { "Content-Length": 0 });
    response.end();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address !== "string") tell({ url: `http://127.0.0.1:${address.port}/webhooks` });
});
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  tell({ recorded, processor: user + system });
});
process.on("disconnect", () => process.exit(0));
