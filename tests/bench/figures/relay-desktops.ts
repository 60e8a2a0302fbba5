import { request } from "node:http";
import { machineClock } from "../../../src/main/clock.ts";
import { openJournal } from "../../../src/main/journal/index.ts";
import { openRelayDesktop } from "../../support/relay-desktop.ts";
import { connectMember, joinRelay } from "../../support/relay-member.ts";
import { journalThread } from "../../support/threads.ts";
import { until } from "../../support/until.ts";
import type { Bench, Measurement } from "../harness/figure.ts";
import { percentile } from "../harness/statistics.ts";
import { openRelay, type PackagedRelay } from "../servers/packaged-relay.ts";

/** A member may have 50 connections. */
const CONNECTIONS_EACH = 25;
const FANNED_OUT = { desktops: 100, perSecond: 50, bytes: 10_000 };
const TIME_BYTES = 32;
const MEBIBYTE = 1_048_576;

async function connected(
  bench: Bench,
  { origin, inbox, invite }: PackagedRelay,
  count: number,
  heard: (data: Buffer) => void,
) {
  const all: ReturnType<typeof connectMember>[] = [];
  let token = "";
  for (let place = 0; place < count; place += 1) {
    if (place % CONNECTIONS_EACH === 0) token = (await joinRelay(origin, await invite(`member ${place}`))) ?? "";
    const member = connectMember(`${origin}/connect/${inbox}`, `Bearer ${token}`, true, heard);
    bench.atEnd(() => member.close());
    await member.hears("hello");
    member.say({ type: "read", after: 0 });
    all.push(member);
  }
  return all;
}

function post(url: string, body: Buffer | string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { method: "POST" }, (answer) => answer.resume().on("end", resolve))
      .on("error", reject)
      .end(body);
  });
}

export const relayFanOut: Measurement = {
  figures: [
    {
      name: "relay-fan-out",
      title: "Relay: 100 desktops on one inbox, 50 webhooks of 10 kB a second, from sending to arrival everywhere: p99",
      unit: "ms",
      bare: null,
      target: { atMost: 500 },
    },
  ],
  async measure(bench) {
    const relay = await openRelay(bench);
    let taken: number[] = [];
    await connected(bench, relay, FANNED_OUT.desktops, (data) => {
      const sent = Number(data.subarray(data.length - TIME_BYTES).toString());
      taken.push(performance.now() - sent);
    });
    const runs: number[] = [];
    for (let run = 0; run < bench.runs; run += 1) {
      taken = [];
      const count = Math.round(bench.seconds(10) * FANNED_OUT.perSecond);
      const began = performance.now();
      const sending: Promise<void>[] = [];
      for (let number = 0; number < count; number += 1) {
        const due = began + (number * 1_000) / FANNED_OUT.perSecond;
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
        const text = Buffer.alloc(FANNED_OUT.bytes, "x");
        text.write(String(performance.now()).padEnd(TIME_BYTES), FANNED_OUT.bytes - TIME_BYTES);
        sending.push(post(relay.url, text));
      }
      await Promise.all(sending);
      await until(() => taken.length === count * FANNED_OUT.desktops, 60_000);
      runs.push(percentile(taken, 0.99));
    }
    return [{ name: "relay-fan-out", runs, note: "senders and desktops in one further process" }];
  },
};

export const relayCatchUp: Measurement = {
  figures: [
    {
      name: "relay-catch-up",
      title: "Relay: a desktop that was away has 10,000 webhooks of 1 kB in its log",
      unit: "s",
      bare: null,
      target: { atMost: 30 },
    },
  ],
  async measure(bench) {
    const relay = await openRelay(bench);
    const count = bench.quick ? 1_000 : 10_000;
    const body = JSON.stringify({ event: "transaction", amount: 1_000, filler: "x".repeat(950) });
    for (let sent = 0; sent < count; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => post(relay.url, body)));
    const runs: number[] = [];
    for (let run = 0; run < bench.runs; run += 1) {
      const folder = bench.newFolder();
      const journal = await openJournal({ folder, thread: journalThread, now: machineClock.now });
      const desktop = openRelayDesktop(journal);
      const began = performance.now();
      await desktop.join(`${relay.origin}/join#${await relay.invite("away")}`, "p");
      await until(() => desktop.status().inboxes[0]?.state.name === "ready", 120_000);
      runs.push((performance.now() - began) / 1_000);
      if (desktop.status().inboxes[0]?.webhooks !== count) throw new Error("Some are missing.");
      await desktop.close();
      await journal.close();
    }
    return [{ name: "relay-catch-up", runs, note: `${count} webhooks, without a window` }];
  },
};

export const relayMemory: Measurement = {
  figures: [
    {
      name: "relay-memory",
      title: "Relay: memory of its process with 1,000 desktops that wait",
      unit: "MB",
      bare: null,
      target: { atMost: 150 },
    },
  ],
  async measure(bench) {
    const relay = await openRelay(bench);
    const memory = async (): Promise<number> => {
      const text = await (await fetch(`${relay.origin}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)?.[1]) / MEBIBYTE;
    };
    const before = await memory();
    await connected(bench, relay, bench.quick ? 100 : 1_000, () => {});
    const runs: number[] = [];
    for (let run = 0; run < bench.runs; run += 1) {
      await new Promise((resolve) => setTimeout(resolve, 11_000));
      runs.push(await memory());
    }
    return [{ name: "relay-memory", runs, note: `${Math.round(before)} MB before they came` }];
  },
};
