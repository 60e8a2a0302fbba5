import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright";
import type { Page } from "playwright/test";
import { startFlood } from "../endurance/flood.ts";
import { readJournalFile } from "../endurance/journal-file.ts";
import { sendBody } from "../hostile/bodies-send.ts";
import { type App, type LaunchOptions, launchApp, newDataFolder, removeFolder } from "../support/app.ts";
import { answerOf } from "../support/bridge.ts";
import { type Trouble, troubleEnvironment, troubleOf } from "../support/trouble.ts";
import { ANY_PORT, expect, test } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

// What breaks under the running app: nothing that was recorded is lost, it goes on, and says so.

test.describe.configure({ timeout: 180_000 });

const HOUR = 3_600_000;
const small = (text: string) => ({ headers: {}, bytes: () => Buffer.from(text) });

const folders: string[] = [];
test.afterAll(() => Promise.all(folders.map(removeFolder)));

type Launch = (options?: LaunchOptions) => Promise<App>;

async function launchTroubled(launch: Launch): Promise<{ readonly app: App; readonly trouble: Trouble }> {
  const dataFolder = await newDataFolder();
  folders.push(dataFolder);
  const portFile = join(dataFolder, "trouble-port");
  const app = await launch({ env: troubleEnvironment(portFile), dataFolder, settings: ANY_PORT });
  return { app, trouble: troubleOf(portFile) };
}

/** All notices in the log, as text. */
async function noticesOf(page: Page): Promise<string> {
  return JSON.stringify(await answerOf(page, "journal", "page", { limit: 200, filter: "kind:notice" }));
}

test("every thread of the event log ends in a flood: they are started again, and nothing answered 2xx is lost", async ({
  launch,
}) => {
  const { app, trouble } = await launchTroubled(launch);
  const flood = startFlood(await windowParts(app.page).webhookUrl(), 1, 8);
  await flood.reached(300, 60_000);
  expect(await trouble.endThreads()).toBeGreaterThanOrEqual(2);
  await flood.reached(flood.acknowledged.length + 300, 60_000);
  await flood.stop();
  expect(await noticesOf(app.page)).toContain("thread was started again");
  // Reading works again as well, and searching.
  const { events } = await answerOf(app.page, "journal", "page", { limit: 50, filter: "kind:delivery" });
  expect(events).toHaveLength(50);
  await app.close();
  const { counts, changed } = readJournalFile(join(app.dataFolder, "journal.db"), 0);
  expect(changed).toEqual([]);
  expect(flood.acknowledged.filter((number) => !counts.has(number))).toEqual([]);
});

test("the clock jumps back, then forward: rows stay in the order of arrival, and no time is negative", async ({
  launch,
}) => {
  const { app, trouble } = await launchTroubled(launch);
  const url = await windowParts(app.page).webhookUrl();
  for (const [index, offset] of [0, -2 * HOUR, 24 * HOUR, 0].entries()) {
    await trouble.setClock(offset);
    expect(await sendBody(url, small(`jump ${index}`))).toBe(200);
    await windowParts(app.page).tab("Credit").click();
    await windowParts(app.page).button("Simulate credit").click();
    await expect(windowParts(app.page).answer).toContainText(/hook sent|test complete/i);
    await answerOf(app.page, "journal", "stats", null);
  }
  const { events } = await answerOf(app.page, "journal", "page", { limit: 100, filter: "" });
  expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted((a, b) => a - b));
  const durations = events.flatMap((event) => ("duration" in event && event.duration !== null ? [event.duration] : []));
  expect(durations.length).toBeGreaterThanOrEqual(8);
  expect(durations.filter((duration) => duration < 0 || duration > 60_000_000)).toEqual([]);
  await expect(windowParts(app.page).rows("Webhook").first()).toBeVisible();
  // The jumps may have come between two looks at the clock; one that stays is told.
  await trouble.setClock(30 * HOUR);
  await expect.poll(() => noticesOf(app.page), { timeout: 30_000 }).toContain('"code":"clock-set"');
  await expect(
    windowParts(app.page)
      .rows(/clock was set forward/)
      .first(),
  ).toBeVisible();
});

test("the window's process crashes while webhooks arrive: it is there again and shows them all", async ({ launch }) => {
  const app = await launch();
  const url = await windowParts(app.page).webhookUrl();
  expect(await sendBody(url, small("before"))).toBe(200);
  const session = await app.page.context().newCDPSession(app.page);
  void session.send("Page.crash").catch(() => undefined);
  for (let index = 0; index < 20; index += 1) expect(await sendBody(url, small(`during ${index}`))).toBe(200);
  const page = await windowAgain(app);
  const { events } = await answerOf(page, "journal", "page", { limit: 100, filter: "kind:delivery" });
  expect(events).toHaveLength(21);
  await expect(windowParts(page).rows("The window crashed and was loaded again")).toHaveCount(1);
});

/** A crashed page cannot be used any more by who saw it crash: looked at anew, as by another. */
async function windowAgain(app: App): Promise<Page> {
  const address = /remote debugging on (http:\S+?)\)/.exec(app.output())?.[1] ?? "";
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const browser = await chromium.connectOverCDP(address);
    const page = browser.contexts()[0]?.pages()[0];
    const isThere = await page
      ?.getByRole("main")
      .waitFor({ timeout: 1_000 })
      .then(
        () => true,
        () => false,
      );
    if (page !== undefined && isThere === true) return page;
    await browser.close();
  }
  throw new Error("The window did not come back.");
}

test("a second start on the same folder ends with a sentence, and the first goes on", async ({ app, host }) => {
  await expect(launchApp({ host, dataFolder: app.dataFolder })).rejects.toThrow("already running");
  expect(await sendBody(await windowParts(app.page).webhookUrl(), small("{}"))).toBe(200);
});

test("settings of a later version are kept beside, and what is understood of them is used", async ({ launch }) => {
  const settings = {
    ...ANY_PORT,
    version: 99,
    hologram: { on: true },
    profiles: [
      {
        id: "new",
        name: "Of tomorrow",
        mode: "test",
        baseUrl: "https://a.example",
        authentication: { scheme: "iris" },
      },
    ],
  };
  const app = await launch({ settings });
  expect(await noticesOf(app.page)).toContain("newer version of Linkdesk");
  await app.close();
  const aside = (await readdir(app.dataFolder)).filter((name) => name.includes("version-99"));
  expect(aside).toHaveLength(1);
  expect(JSON.parse(await readFile(join(app.dataFolder, aside[0] ?? ""), "utf8"))).toEqual(settings);
});
