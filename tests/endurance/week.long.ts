import { Agent, request } from "node:http";
import { join } from "node:path";
import { ANY_PORT, expect, test } from "../e2e/fixtures.ts";
import { windowParts } from "../e2e/window-parts.ts";
import { newDataFolder, removeFolder } from "../support/app.ts";
import { answerOf } from "../support/bridge.ts";
import { troubleEnvironment, troubleOf } from "../support/trouble.ts";
import { numberedBody } from "./numbered-body.ts";
import { pipeline } from "./pipeline.ts";
import { slopePerStep } from "./slope.ts";

// A week of steady use in some minutes: a webhook every thirty seconds and a call every ten minutes, with the clock set
// on as they come. What the program holds is looked at each time a part of it is over, after a collection of garbage.

const WEBHOOKS = 20_160;
const PARTS = 20;
const CALLS_IN_PART = 50;
const WEEK_MS = 7 * 24 * 3_600_000;
/** The parts until everything that is opened and cached once is there. */
const WARM_UP = 8;
/** What the rest of the week may add, of what was held after the warm-up: a leak of each event's 1 kB would be far more. */
const GROWTH = 0.15;

test("a week of steady events leaves memory and handles as they were", async ({ launch }) => {
  const dataFolder = await newDataFolder();
  try {
    const portFile = join(dataFolder, "trouble-port");
    const app = await launch({ dataFolder, settings: ANY_PORT, env: troubleEnvironment(portFile) });
    const trouble = troubleOf(portFile);
    const url = await windowParts(app.page).webhookUrl();
    const { selectedId: profileId } = await answerOf(app.page, "profiles", "list", null);
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const session = await app.page.context().newCDPSession(app.page);
    const heap: number[] = [];
    const rss: number[] = [];
    const handles: number[] = [];
    const windowHeap: number[] = [];

    for (let part = 0; part < PARTS; part += 1) {
      await trouble.setClock(Math.round((WEEK_MS * part) / PARTS));
      const inPart = WEBHOOKS / PARTS;
      for (let sent = 0; sent < inPart; sent += 4) {
        const numbers = [0, 1, 2, 3].map((step) => part * inPart + sent + step);
        expect(await Promise.all(numbers.map((number) => post(url, agent, numberedBody(number))))).toEqual(
          Array(4).fill(200),
        );
      }
      for (let call = 0; call < CALLS_IN_PART; call += 1)
        await answerOf(app.page, "calls", "send", {
          requestId: `${part}-${call}`,
          profileId,
          action: { operation: "credit", body: { amount: String(call + 1), currency: "NGN", userReference: "ada" } },
        });
      await answerOf(app.page, "journal", "page", { limit: 200, filter: "kind:delivery" });
      const held = await trouble.held();
      heap.push(held.heapBytes);
      rss.push(held.rssBytes);
      if (held.handles !== null) handles.push(held.handles);
      await session.send("HeapProfiler.collectGarbage");
      windowHeap.push((await session.send("Runtime.getHeapUsage")).usedSize);
    }
    agent.destroy();
    const inMegabytes = (values: readonly number[]) => values.map((value) => (value / 1_048_576).toFixed(1)).join(" ");
    console.log(`heap of main, MiB: ${inMegabytes(heap)}`);
    console.log(`memory of main, MiB: ${inMegabytes(rss)}`);
    console.log(`heap of the window, MiB: ${inMegabytes(windowHeap)}`);
    console.log(`handles: ${handles.join(" ")}`);
    const { events } = await answerOf(app.page, "journal", "stats", null);
    expect(events).toBeGreaterThanOrEqual(WEBHOOKS + PARTS * CALLS_IN_PART);
    for (const [name, values] of Object.entries({ heap, rss, windowHeap, handles })) {
      const after = values.slice(WARM_UP);
      const growth = (slopePerStep(after) * (after.length - 1)) / Math.max(1, after[0] ?? 1);
      expect(growth, `${name} grew by ${(growth * 100).toFixed(1)} % after the warm-up`).toBeLessThan(GROWTH);
    }
    await app.close();
  } finally {
    await removeFolder(dataFolder);
  }
});

test("300,000 requests pipelined over twenty connections: others are served, memory stays bounded, nothing is lost", async ({
  launch,
}) => {
  const dataFolder = await newDataFolder();
  try {
    const portFile = join(dataFolder, "trouble-port");
    const app = await launch({ dataFolder, settings: ANY_PORT, env: troubleEnvironment(portFile) });
    const trouble = troubleOf(portFile);
    const url = await windowParts(app.page).webhookUrl();
    const before = (await trouble.held()).rssBytes;
    const agent = new Agent({ keepAlive: false });
    const floods = Promise.all(Array.from({ length: 20 }, () => pipeline(url, 15_000)));
    let over = false;
    void floods.finally(() => {
      over = true;
    });
    const statuses: number[] = [];
    let most = 0;
    while (!over) {
      statuses.push(await post(url, agent, numberedBody(statuses.length)));
      most = Math.max(most, (await trouble.held()).rssBytes);
    }
    const answered = (await floods).reduce((sum, count) => sum + count, 0);
    console.log(
      `${answered} answered, ${statuses.length} of others, ${Math.round((most - before) / 1_048_576)} MiB more at most`,
    );
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(answered).toBe(300_000);
    expect(most - before).toBeLessThan(400 * 1_048_576);
    const { events } = await answerOf(app.page, "journal", "stats", null);
    expect(events).toBeGreaterThanOrEqual(300_000 + statuses.length);
    await app.close();
  } finally {
    await removeFolder(dataFolder);
  }
});

function post(url: string, agent: Agent, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: "POST", agent }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}
