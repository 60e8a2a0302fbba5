// mockttp with its usual settings: it keeps every request in memory for whoever asks for it later.
import { getLocal } from "mockttp";

const server = getLocal({ recordTraffic: true });
await server.start();
const endpoint = await server.forPost("/webhooks").thenReply(200, "");
process.send?.({ url: server.urlFor("/webhooks") });
async function report() {
  const seen = await endpoint.getSeenRequests();
  process.send?.({ recorded: seen.length, processor: null });
}

process.on("message", () => void report());
process.on("disconnect", () => process.exit(0));
