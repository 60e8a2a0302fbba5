/** The least that a front before JetStream can do: a body published under an id of its own, then the answer. `LIST REPLICAS` */
import { randomUUID } from "node:crypto";
import { DiscardPolicy, jetstream, jetstreamManager, StorageType } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { serveBare } from "./report.ts";

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

serveBare(async (body, answer) => {
  const isKept = await js.publish("linkdesk.in.bare", body, { msgID: randomUUID() }).then(
    () => true,
    () => false,
  );
  answer(isKept ? 200 : 503);
  return isKept;
});
