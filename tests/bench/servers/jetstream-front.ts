/** The least that a front before JetStream can do: a body published under an id of its own, then the answer. `LIST REPLICAS` */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { DiscardPolicy, jetstream, jetstreamManager, StorageType } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import type { Report } from "./server.ts";

const tell = (report: Report): boolean => process.send?.(report) ?? false;
const [, , list = "", replicas = "1"] = process.argv;
const connection = await connect({
  servers: list.split(","),
  user: process.env["LINKDESK_NATS_USER"] ?? "",
  pass: process.env["LINKDESK_NATS_PASSWORD"] ?? "",
  inboxPrefix: "_INBOX_linkdesk",
});
const manager = await jetstreamManager(connection);
await manager.streams.add({
  name: "linkdesk-bare",
  subjects: ["linkdesk.in.bare"],
  storage: StorageType.File,
  num_replicas: Number(replicas),
  discard: DiscardPolicy.New,
});
const js = jetstream(connection);
let recorded = 0;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    js.publish("linkdesk.in.bare", Buffer.concat(chunks), { msgID: randomUUID() }).then(
      () => {
        recorded += 1;
        response.writeHead(200, { "Content-Length": 0 });
        response.end();
      },
      () => {
        response.writeHead(503, { "Content-Length": 0 });
        response.end();
      },
    );
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
