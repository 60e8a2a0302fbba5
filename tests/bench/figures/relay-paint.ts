import { setTimeout as pause } from "node:timers/promises";
import { startNats } from "../../support/nats.ts";
import { askBridge } from "../app/bridge.ts";
import { pageAhead, preciseNow } from "../app/clock.ts";
import { launchForBench } from "../app/launch.ts";
import { watchRows } from "../app/watch-rows.ts";
import type { Bench, Measured, Measurement } from "../harness/figure.ts";
import { median, numberText } from "../harness/statistics.ts";
import { openSender } from "../load/single.ts";
import { openRelay } from "../servers/packaged-relay.ts";

const FIRST_AMOUNT = 80_000_000;

function body(amount: number): string {
  const transaction = { amount, currency: "NGN", status: "success", mode: "credit", filler: "x".repeat(880) };
  return JSON.stringify({ type: "transaction", transaction });
}

/** One app, to which webhooks come in turn to its own listener and by a relay: what the relay adds to their way. */
async function measure(bench: Bench, name: string, more: readonly string[]): Promise<Measured> {
  const relay = await openRelay(bench, more);
  const { page, url } = await launchForBench(bench);
  const [profile] = (await askBridge(page, "profiles", "list", null)).profiles;
  const invitation = `${relay.origin}/join#${await relay.invite("bench")}`;
  await askBridge(page, "inbox", "join", { invitation, profileId: profile?.profile.id ?? "" });
  let isReady = false;
  while (!isReady) {
    const { inboxes } = await askBridge(page, "inbox", "status", null);
    isReady = inboxes[0]?.state.name === "ready";
  }
  const rowOf = await watchRows(page);
  const ahead = await pageAhead(page);
  const ways = await Promise.all([relay.url, url].map((to) => openSender(to, preciseNow)));
  for (const way of ways) bench.atEnd(() => way.close());
  const count = bench.quick ? 20 : 100;
  const runs: number[] = [];
  const waits: number[][] = [[], []];
  let amount = FIRST_AMOUNT;
  // The first rows pay for what is loaded and compiled at first use.
  for (let run = -1; run < bench.runs; run += 1) {
    const taken: number[][] = [[], []];
    for (let place = 0; place < count; place += 1)
      for (const [way, sender] of ways.entries()) {
        amount += 1;
        const row = rowOf(amount);
        const sent = await sender.post(body(amount));
        const { painted, framed } = await row;
        taken[way]?.push((painted ?? framed) + ahead - sent);
        // Not in step with the frames.
        await pause(20 + Math.random() * 40);
      }
    if (run < 0) continue;
    const [byRelay = [], here = []] = taken;
    waits[0]?.push(...byRelay);
    waits[1]?.push(...here);
    runs.push(median(byRelay) - median(here));
  }
  const [byRelay = [], here = []] = waits;
  return { name, runs, note: `by the relay ${numberText(median(byRelay))}, without ${numberText(median(here))} ms` };
}

export const relayPaint: Measurement = {
  figures: [
    {
      name: "relay-paint",
      title:
        "Relay: from the last byte at the relay to the painted row, one at a time: median beyond that without a relay",
      unit: "ms",
      bare: null,
      target: { atMost: 25 },
    },
  ],
  measure: async (bench) => [await measure(bench, "relay-paint", [])],
};

export const relayPaintJetStream: Measurement = {
  figures: [
    {
      name: "relay-paint-r3",
      title: "The same with a relay on JetStream, R3",
      unit: "ms",
      bare: null,
      target: { atMost: 40 },
    },
  ],
  async measure(bench) {
    const nats = await startNats(bench.newFolder(), 3);
    bench.atEnd(() => nats.close());
    return [await measure(bench, "relay-paint-r3", ["--nats", nats.list, "--replicas", "3"])];
  },
};
