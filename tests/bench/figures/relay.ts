import { startNats } from "../../support/nats.ts";
import type { Bench, Measured, Measurement } from "../harness/figure.ts";
import { startServer } from "../servers/server.ts";
import { ingestRatio } from "./ingest-ratio.ts";

const servers = new URL("../servers/", import.meta.url);

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
    const relay = await startServer(bench, new URL("relay.ts", servers), [bench.newFolder()]);
    const bare = await startServer(bench, new URL("grouped.ts", servers), [bench.newFolder()]);
    return [await ingestRatio(bench, "relay-ingest", relay, bare)];
  },
};

async function beforeNats(bench: Bench, name: string, count: 1 | 3): Promise<Measured> {
  const nats = await startNats(bench.newFolder(), count);
  bench.atEnd(() => nats.close());
  const replicas = String(count);
  const relay = await startServer(bench, new URL("relay.ts", servers), [
    bench.newFolder(),
    "--nats",
    nats.list,
    "--replicas",
    replicas,
  ]);
  const bare = await startServer(bench, new URL("jetstream-front.ts", servers), [nats.list, replicas]);
  return ingestRatio(bench, name, relay, bare);
}

/** The same on NATS JetStream: one server, and three with a replica on each. */
export const relayJetStream: readonly Measurement[] = ([1, 3] as const).map((count) => ({
  figures: [
    {
      name: `relay-r${count}`,
      title: `Relay on JetStream, R${count}: webhooks a second, against a bare front before the same servers`,
      unit: "×",
      bare: null,
      target: { atLeast: 0.7 },
    },
  ],
  measure: async (bench) => [await beforeNats(bench, `relay-r${count}`, count)],
}));
