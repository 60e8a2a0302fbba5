import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it, vi } from "vitest";
import { createJournals, indexed, quoted, sampleDelivery } from "../../../../tests/journal/samples.ts";
import { openForReading } from "../file/open-file.ts";
import { createSharedCounters } from "../shared-counters.ts";
import { openIndex } from "./index-file.ts";
import { openIndexing } from "./indexing.ts";

describe("indexing", () => {
  const journals = createJournals();
  afterAll(() => journals.dispose());

  it("gets on while webhooks of a flood wait to be read", async () => {
    const filled = await journals.open();
    for (let place = 0; place < 12; place += 1) await filled.append(sampleDelivery("hay"));
    await indexed(filled);
    await filled.close();
    rmSync(join(journals.folder, "search.db"));
    const journal = openForReading(journals.folder);
    const index = openIndex(journals.folder, 1, 12);
    const counters = createSharedCounters();
    counters.setLastId(10_000);
    // How many blocks a step has time for is the machine's affair; that each gets on is not.
    const indexSome = openIndexing(journal, index, counters);
    for (let before = index.through(); indexSome(12) === "more"; before = index.through())
      expect(index.through()).toBeGreaterThan(before);
    expect(index.through()).toBe(11);
    index.database.close();
    journal.close();
  });
});

describe("the index's file", () => {
  const journals = createJournals();
  afterAll(() => journals.dispose());

  it.each<[name: string, harm: (file: string) => void]>([
    ["is gone", (file) => rmSync(file)],
    ["is no database", (file) => writeFileSync(file, "rubbish".repeat(5_000))],
    [
      "is of another version",
      (file) => {
        const database = new DatabaseSync(file);
        database.exec("PRAGMA user_version = 77");
        database.close();
      },
    ],
    [
      "is of another journal",
      (file) => {
        const database = new DatabaseSync(file);
        database.exec("UPDATE state SET identity = identity + 1; DROP TABLE segment_0");
        database.close();
      },
    ],
    [
      "knows more than the journal has",
      (file) => {
        const database = new DatabaseSync(file);
        database.exec("UPDATE state SET through = 99999; DROP TABLE segment_0");
        database.close();
      },
    ],
  ])("is made anew when it %s, and nothing is missed meanwhile", { timeout: 60_000 }, async (name, harm) => {
    const first = await journals.open();
    const wanted = `needle ${name}`;
    const ids = [];
    for (let place = 0; place < 12; place += 1)
      ids.push(await first.append(sampleDelivery(place === 5 ? wanted : "hay")));
    await indexed(first);
    await first.close();
    harm(join(journals.folder, "search.db"));
    const again = await journals.open();
    const search = async () => (await again.page({ limit: 9, filter: quoted(wanted) })).events.map((event) => event.id);
    expect(await search()).toEqual([ids[5]]);
    await again.append(sampleDelivery("hay"));
    await indexed(again);
    expect(await search()).toEqual([ids[5]]);
    await again.close();
  });

  it("has an event once that it finds by its body and that somebody has written about", {
    timeout: 60_000,
  }, async () => {
    const noted = createJournals();
    try {
      const journal = await noted.open();
      const ids = [];
      for (let place = 0; place < 12; place += 1) ids.push(await journal.append(sampleDelivery(`needle ${place}`)));
      await indexed(journal);
      for (const id of ids.slice(0, 7)) await journal.annotate(id, { note: "asked by the bank" });
      const found = async (filter: string, after?: number) =>
        (await journal.page({ limit: 99, filter, ...(after === undefined ? {} : { after }) })).events.map(
          ({ id }) => id,
        );
      expect(await found("needle")).toEqual(ids);
      expect(await found("needle", 0)).toEqual(ids);
      expect(await found(quoted("by the bank"))).toEqual(ids.slice(0, 7));
      await journal.close();
    } finally {
      await noted.dispose();
    }
  });

  it("may not be to be had at all: searching misses nothing, and the log is still worked into its file", {
    timeout: 60_000,
  }, async () => {
    const noIndex = createJournals();
    try {
      // As where SQLite has no full-text search: whatever is tried, there is none.
      mkdirSync(join(noIndex.folder, "search.db", "of somebody else"), { recursive: true });
      const journal = await noIndex.open();
      const hay = "hay ".repeat(5_000);
      const ids = [];
      for (let place = 0; place < 60; place += 1)
        ids.push(await journal.append(sampleDelivery(place === 31 ? "needle" : `${hay}${place}`)));
      const { events } = await journal.page({ limit: 9, filter: quoted("needle") });
      expect(events.map((event) => event.id)).toEqual([ids[31]]);
      const worked = (): number => statSync(join(noIndex.folder, "journal.db")).size;
      await vi.waitFor(() => expect(worked()).toBeGreaterThan(500_000), { timeout: 30_000, interval: 100 });
      await journal.close();
    } finally {
      await noIndex.dispose();
    }
  });

  it("is made anew when a search finds it damaged, and that search misses nothing", { timeout: 60_000 }, async () => {
    const first = await journals.open();
    const body = (place: number): string => `needle<${place}> ${"abcdefghij".repeat(place % 40)} <${place * 7_919}>`;
    const ids = await Promise.all(
      Array.from({ length: 1_000 }, (_, place) => first.append(sampleDelivery(body(place)))),
    );
    await indexed(first);
    await first.close();
    const file = join(journals.folder, "search.db");
    const content = readFileSync(file);
    content.fill(0x55, 8_192 * 12);
    writeFileSync(file, content);
    const again = await journals.open();
    const searchAll = async () => {
      for (const place of [3, 500, 990]) {
        const { events } = await again.page({ limit: 9, filter: `needle<${place}> <${place * 7_919}>` });
        expect(events.map((event) => event.id)).toEqual([ids[place]]);
      }
    };
    // Until the index is opened, then damaged, then made anew: the result is the same all the time.
    await vi.waitFor(
      async () => {
        await searchAll();
        expect(readFileSync(file).includes(Buffer.alloc(8_192, 0x55))).toBe(false);
      },
      { timeout: 30_000 },
    );
    await indexed(again);
    await searchAll();
    await again.close();
  });
});
