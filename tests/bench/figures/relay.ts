import type { Measurement } from "../harness/figure.ts";
import { startServer } from "../servers/server.ts";
import { ingestRatio } from "./ingest-ratio.ts";

/** How many webhooks a second a relay takes, each on the disk before its answer. */
export const relayIngest: Measurement = {
  figures: [
    {
      name: "relay-ingest",
      title: "Relay: webhooks a second, against a bare collector that appends and fsyncs in groups",
      unit: "×",
      bare: null,
      target: { atLeast: 0.5 },
    },
  ],
  async measure(bench) {
    const servers = new URL("../servers/", import.meta.url);
    const relay = await startServer(bench, new URL("relay.ts", servers), [bench.newFolder()]);
    const bare = await startServer(bench, new URL("grouped.ts", servers), [bench.newFolder()]);
    return [await ingestRatio(bench, "relay-ingest", relay, bare)];
  },
};
