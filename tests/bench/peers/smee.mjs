// smee-client takes deliveries from a channel on the internet to a target here. Its channel is stood in for by the
// least that speaks its protocol, in a process of its own (smee-channel.mjs), which also is the target: a sender is
// answered when its delivery has come through the client.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { SmeeClient } from "smee-client";

const channel = fork(join(import.meta.dirname, "smee-channel.mjs"));
process.on("exit", () => channel.kill("SIGKILL"));
const [{ url }] = await once(channel, "message");
const silent = { info() {}, error: console.error };
const client = new SmeeClient({ source: `${url}/channel`, target: `${url}/target`, logger: silent });
await client.start();
process.send?.({ url: `${url}/webhooks` });
process.on("message", () => channel.send("settle"));
channel.on("message", (report) => process.send?.(report));
process.on("disconnect", () => process.exit(0));
