import { createHash, randomBytes } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright/test";
import { readJournalFile } from "../endurance/journal-file.ts";
import { numberedBody, numberOf } from "../endurance/numbered-body.ts";
import { sendBody } from "../hostile/bodies-send.ts";
import { launchApp, newDataFolder, removeFolder } from "../support/app.ts";
import { ask, askEach } from "../support/bridge.ts";
import { type Mounted, makeDiskReadOnly, makeFileReadOnly, mountSmallDisk } from "../support/small-disk.ts";
import { ANY_PORT, expect, test } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

// What stands in the way of the event log, on the whole app: it starts, says so, answers 503 what it cannot keep, and
// deletes nothing.

test.describe.configure({ timeout: 180_000 });

const NO_MOUNT = "Nothing can be mounted here: that takes root on Linux.";
const NOT_RECORDED = "Events are not being recorded";

/** Posts numbered deliveries and sorts their numbers by the status of the answer. */
function createSender(url: string) {
  const byStatus = new Map<number, number[]>();
  let number = 0;
  return {
    numbers: (status: number): readonly number[] => byStatus.get(status) ?? [],
    statuses: (): readonly number[] => [...byStatus.keys()].toSorted((a, b) => a - b),
    async send(): Promise<number> {
      number += 1;
      const body = { headers: { "Content-Type": "application/json" }, bytes: () => numberedBody(number) };
      const status = await sendBody(url, body);
      byStatus.set(status, [...(byStatus.get(status) ?? []), number]);
      return status;
    },
  };
}

async function sendSome(page: Page, count: number): Promise<void> {
  const sender = createSender(await windowParts(page).webhookUrl());
  for (let sent = 0; sent < count; sent += 1) expect(await sender.send()).toBe(200);
}

const hashOf = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");

/** Fills a disk to its last byte. */
function fillUp(file: string): void {
  const handle = openSync(file, "w");
  try {
    for (let piece = 1_048_576; piece >= 1; ) {
      try {
        writeSync(handle, Buffer.alloc(piece));
      } catch {
        piece = Math.floor(piece / 2);
      }
    }
  } finally {
    closeSync(handle);
  }
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(file, "r+");
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}

test("a full disk: 503 and a word in the window, until there is space again; nothing that was kept is lost", async ({
  launch,
}) => {
  const dataFolder = await newDataFolder();
  const disk = mountSmallDisk(dataFolder, 64);
  test.skip(disk === null, NO_MOUNT);
  try {
    const app = await launch({ dataFolder, settings: ANY_PORT });
    const sender = createSender(await windowParts(app.page).webhookUrl());
    for (let sent = 0; sent < 20; sent += 1) expect(await sender.send()).toBe(200);

    fillUp(join(dataFolder, "of somebody else"));
    // A small write may still find room in what is there already, and says that all is well: until none does.
    await expect(async () => {
      expect(await sender.send()).toBe(503);
      await expect(app.page.getByText(NOT_RECORDED)).toBeVisible({ timeout: 500 });
      await expect(app.page.getByText(/the disk is full/).first()).toBeVisible({ timeout: 500 });
    }).toPass({ intervals: [0], timeout: 60_000 });

    rmSync(join(dataFolder, "of somebody else"));
    await expect.poll(() => sender.send(), { intervals: [100], timeout: 60_000 }).toBe(200);
    await expect(app.page.getByText(NOT_RECORDED)).toBeHidden({ timeout: 60_000 });
    for (let sent = 0; sent < 20; sent += 1) expect(await sender.send()).toBe(200);

    expect(sender.statuses()).toEqual([200, 503]);
    const { counts, changed } = readJournalFile(join(dataFolder, "journal.db"), 0);
    expect(changed).toEqual([]);
    expect(sender.numbers(200).filter((number) => counts.get(number) !== 1)).toEqual([]);
    expect(sender.numbers(503).filter((number) => counts.has(number))).toEqual([]);
    await app.close();
  } finally {
    disk?.undo();
    await removeFolder(dataFolder);
  }
});

test("a read-only disk: it does not start, and says why", async ({ host }) => {
  test.skip(host !== "chromium", "Chromium's host only: Electron's own files come first there.");
  const dataFolder = await newDataFolder();
  const disk = mountSmallDisk(dataFolder, 8);
  test.skip(disk === null, NO_MOUNT);
  try {
    makeDiskReadOnly(dataFolder);
    // Without settings: they could not be written.
    await expect(launchApp({ host, dataFolder })).rejects.toThrow(
      /ended with 1 .*The data folder .* cannot be used: .*\./s,
    );
  } finally {
    disk?.undo();
    await removeFolder(dataFolder);
  }
});

test("a read-only event log: shown, nothing recorded, and it says so", async ({ launch }) => {
  const first = await launch();
  await sendSome(first.page, 3);
  await first.close();
  const file = join(first.dataFolder, "journal.db");
  const mounted: Mounted | null = makeFileReadOnly(file);
  test.skip(mounted === null, NO_MOUNT);
  try {
    const before = hashOf(file);
    const second = await launch();
    await expect(second.page.getByText(NOT_RECORDED)).toBeVisible();
    await expect(second.page.getByText(/read-only/).first()).toBeVisible();
    await expect(windowParts(second.page).rows(/Webhook/)).toHaveCount(3);
    expect(await createSender(await windowParts(second.page).webhookUrl()).send()).toBe(503);
    await second.close();
    expect(hashOf(file)).toBe(before);
  } finally {
    mounted?.undo();
  }
});

test("an event log that is damaged in its middle: set aside, told, and a new one begun; nothing is deleted", async ({
  launch,
}) => {
  const first = await launch();
  const { dataFolder } = first;
  const file = join(dataFolder, "journal.db");
  await sendSome(first.page, 120);
  await first.close();

  const { lastRow } = readJournalFile(file, 0);
  const size = statSync(file).size;
  const garbage = randomBytes(Math.floor(size / 3));
  overwrite(file, Math.floor(size / 3), garbage);
  const second = await launch();
  const sender = createSender(await windowParts(second.page).webhookUrl());
  for (let sent = 0; sent < 50; sent += 1) await sender.send();
  expect(sender.statuses().filter((status) => status !== 200 && status !== 503)).toEqual([]);
  // Whoever meets the damage first, writer or reader: the log can be read afterwards, and says what has happened.
  const oldest = await ask(second.page, "journal", "page", { after: 0, limit: 500, filter: "" });
  expect(oldest.ok).toBe(true);
  const rows = oldest.ok ? oldest.value.events : [];
  const details = await askEach(
    second.page,
    rows.map(({ id }) => ["journal", "detail", { id }]),
  );
  // Where the damage was met, what was asked for is gone with the old file.
  for (const detail of details) if (!detail.ok) expect(detail.code).toBe("no-event");
  await expect
    .poll(async () => {
      const notices = await ask(second.page, "journal", "page", { limit: 500, filter: "kind:notice" });
      return notices.ok ? notices.value.events.map((event) => event.kind === "notice" && event.notice.code) : [];
    })
    .toContain("journal-set-aside");
  expect((await ask(second.page, "journal", "page", { limit: 500, filter: "" })).ok).toBe(true);
  await second.kill();
  await (await launch()).close();
  // Whatever has become of the file: its bytes are there, and so is what was answered 2xx since.
  const files = readdirSync(dataFolder).filter((name) => /^journal\.db(\.damaged-[0-9TZ-]+)?$/.test(name));
  const paths = files.map((name) => join(dataFolder, name));
  expect(paths.some((path) => readFileSync(path).includes(garbage.subarray(10_000, 10_100)))).toBe(true);
  const kept = new Set(paths.flatMap((path) => deliveriesAfter(path, lastRow)));
  expect(sender.numbers(200).filter((number) => !kept.has(number))).toEqual([]);
});

/** Numbers of the deliveries behind a row, as far as a damaged file gives them away. */
function deliveriesAfter(file: string, row: number): readonly number[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const found: number[] = [];
  for (let id = row + 1; id <= row + 200; id += 1) {
    try {
      const body = database.prepare("SELECT request_body AS body FROM contents WHERE id = ?").get(id)?.["body"];
      const number = body instanceof Uint8Array ? numberOf(body) : null;
      if (number !== null) found.push(number);
    } catch {
      // This row stands in the damaged part, or the whole file can be read no more.
    }
  }
  database.close();
  return found;
}
