/**
 * Measures the journal alone: `node tests/bench/journal.ts [events]` (100,000 without a number). It writes a table.
 * Bodies are 1 kB of JSON with random identifiers, headers those of a common HTTP library.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { type Journal, openJournal } from "../../src/main/journal/index.ts";
import { sampleDelivery } from "../journal/samples.ts";
import { journalThread } from "../support/threads.ts";

const COUNT = Number(process.argv[2] ?? 100_000);
const SENDERS = 50;
const START = Date.now() * 1_000 - COUNT * 20_000;
const NAMES = ["Ada Obi", "Tunde Bello", "Kemi Ade", "Chidi Eze", "Ngozi Uche", "Emeka Ibe", "Yemi Ojo", "Bola Sani"];

const open = (folder: string): Promise<Journal> =>
  openJournal({ folder, thread: journalThread, now: () => Date.now() * 1_000 });

function body(place: number): string {
  const user = { name: NAMES[place % 8], identifier: `user${place % 977}`, email: "", reference: randomUUID() };
  const transaction = {
    id: randomUUID(),
    remark: `order ${place}`,
    amount: 10_000 + ((place * 7_919) % 90_000),
    currency: "NGN",
    channel: "send",
    status: "success",
    user: { ...user, identifier_type: "username", created_at: "2020-05-06T12:00:00.000Z" },
    checkout: null,
    mode: "credit",
    reference: randomBytes(16).toString("hex"),
    peer: { user: { name: NAMES[place % 5], identifier: "peer" }, business: { name: "Shop", logo: null } },
    meta: { city: "Lagos", token: randomBytes(120).toString("hex") },
    created_at: new Date(START / 1_000 + place * 20).toISOString(),
  };
  return JSON.stringify({ type: "transaction", transaction }).padEnd(1_024);
}

function event(place: number) {
  const headers: [string, string][] = [
    ["Host", "127.0.0.1:8787"],
    ["User-Agent", "GuzzleHttp/7"],
    ["Content-Type", "application/json"],
    ["Accept", "*/*"],
    ["X-Request-Id", randomUUID()],
    ["X-Signature", randomBytes(20).toString("hex")],
    ["Content-Length", "1024"],
    ["Connection", "keep-alive"],
  ];
  const sample = sampleDelivery(body(place), { at: START + place * 20_000, path: "/webhooks" }, headers);
  const status = place % 500 === 0 ? 503 : 200;
  return {
    ...sample,
    summary: { ...sample.summary, status },
    request: { ...sample.request, trailers: [] },
    answer: { headers: [], size: 0, status },
    answerBody: new Uint8Array(0),
  };
}

async function ingest(journal: Journal): Promise<void> {
  let place = 0;
  async function sender(): Promise<void> {
    while (place < COUNT) {
      const mine = place;
      place += 1;
      const id = await journal.append(event(mine));
      const times = { duration: 900, committed: 300, answerStarted: 400, answerEnded: 500 };
      void journal.finishDelivery(id, { answerState: "sent", ...times });
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender));
}

async function times(count: number, work: (place: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let place = 0; place < count; place += 1) {
    const begun = performance.now();
    await work(place);
    taken.push(performance.now() - begun);
  }
  return taken.sort((a, b) => a - b);
}

const rank = (sorted: readonly number[], share: number): string =>
  `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2)} ms`;
const show = (name: string, value: string): void => console.log(`${name.padEnd(44)} ${value}`);
const spread = (name: string, sorted: readonly number[]): void =>
  show(name, `p50 ${rank(sorted, 0.5)}, p95 ${rank(sorted, 0.95)}, p99 ${rank(sorted, 0.99)}`);

const folder = mkdtempSync(join(tmpdir(), "linkdesk-bench-"));
try {
  let journal = await open(folder);
  const rssEmpty = process.memoryUsage.rss();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let begun = performance.now();
  await ingest(journal);
  const ingested = performance.now() - begun;
  delay.disable();
  show("ingest, events a second", `${Math.round((COUNT / ingested) * 1_000)}`);
  show("event loop of main while ingesting, p99", `${(delay.percentile(99) / 1e6).toFixed(1)} ms`);
  const lag = journal.status().indexLag;
  begun = performance.now();
  while (journal.status().indexLag > 0) await pause(20);
  show(
    "index, events a second when catching up",
    `${Math.round((lag / (performance.now() - begun)) * 1_000)} (${lag})`,
  );
  begun = performance.now();
  await journal.close();
  show("close", `${(performance.now() - begun).toFixed(0)} ms`);
  const files = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size] as const);
  for (const [name, size] of files) show(`disk per event: ${name}`, `${Math.round(size / COUNT)} bytes`);

  const startUp = await times(5, async () => {
    await journal.close();
    journal = await open(folder);
    await journal.page({ limit: 100, filter: "" });
  });
  show("open to first page, all threads", rank(startUp, 0.5));
  const random = (): number => 1 + Math.floor(Math.random() * COUNT);
  const page = (filter: string, before?: number) => journal.page({ before, limit: 100, filter });
  spread("page of 100 at a random place", await times(500, () => page("", random())));
  spread(
    "detail and body",
    await times(200, async () => {
      const id = random();
      await journal.detail(id);
      await journal.body(id, "request");
    }),
  );
  spread(
    "jump to a time",
    await times(200, () => journal.page({ at: START + random() * 20_000, limit: 100, filter: "" })),
  );
  const sought = await times(0, async () => {});
  const search = async (name: string, count: number, wanted: (place: number) => Promise<string>) => {
    const words = await Promise.all(Array.from({ length: count }, (_, place) => wanted(place)));
    const taken = await times(count, async (place) => journal.page({ limit: 200, filter: words[place] ?? "" }));
    sought.push(...taken);
    spread(`search: ${name}`, taken);
  };
  const reference = async (): Promise<string> => {
    const detail = await journal.detail(random());
    return detail?.kind === "delivery" ? (detail.summary.facts.userReference ?? "") : "";
  };
  await search("a whole reference", 40, reference);
  await search("eight characters of a reference", 40, async () => (await reference()).slice(0, 8));
  await search("an order number", 40, async () => `"order ${random()}"`);
  await search("a common word", 20, async () => "Lagos");
  await search("a name and a word", 20, async (place) => `"${NAMES[place % 8]}" success`);
  await search("what is nowhere", 20, async () => `nowhere${random()}`);
  await search("three characters", 20, async () => randomUUID().slice(0, 3));
  spread(
    "search: all of these",
    sought.sort((a, b) => a - b),
  );
  for (const filter of [
    "status:5xx",
    "kind:call",
    "amount:>99990",
    "-Lagos",
    "since:2h status:5xx",
    "ref:zzz",
    "method:put",
  ])
    spread(`filter ${filter}`, await times(5, () => page(filter)));
  show("memory of the process over an empty log", `${Math.round((process.memoryUsage.rss() - rssEmpty) / 1e6)} MB`);
  await journal.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
