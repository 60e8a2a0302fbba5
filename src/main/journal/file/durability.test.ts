import { appendFileSync, chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FEWEST, runKillRounds } from "../../../../tests/journal/kill-rounds.ts";
import { bytes, createJournals, indexed, sampleDelivery } from "../../../../tests/journal/samples.ts";
import { PATIENCE } from "../../../../tests/support/until.ts";
import type { Journal } from "../index.ts";

const CRASHING = new URL("../../../../tests/journal/crashing-thread.ts", import.meta.url);

describe("the journal's file", () => {
  let journals: ReturnType<typeof createJournals>;
  beforeEach(() => {
    journals = createJournals();
  });
  afterEach(() => journals.dispose());

  const file = (): string => join(journals.folder, "journal.db");
  const notices = async (journal: Journal): Promise<string[]> =>
    (await journal.page({ limit: 500, filter: "kind:notice" })).events.map((event) =>
      event.kind === "notice" ? event.notice.code : "",
    );

  async function fill(count: number): Promise<number[]> {
    const journal = await journals.open();
    const ids = await Promise.all(
      Array.from({ length: count }, (_, place) => journal.append(sampleDelivery(`body ${place}`))),
    );
    await journal.close();
    return ids;
  }

  it("survives two kills in a flood without losing what was acknowledged", { timeout: 120_000 }, async () => {
    const report = await runKillRounds(journals.folder, 2);
    expect(report.faults).toEqual([]);
    expect(report.acknowledged).toBeGreaterThanOrEqual(2 * FEWEST);
  });

  it("is closed in order without a gap to tell of", async () => {
    await fill(3);
    expect(await notices(await journals.open())).toEqual([]);
    expect(await readdir(journals.folder)).not.toContain("journal.db-damaged");
  });

  it("that somebody has emptied is not taken for a new one: a notice says so", async () => {
    await fill(3);
    writeFileSync(file(), "");
    for (const companion of ["-wal", "-shm"]) rmSync(file() + companion, { force: true });
    appendFileSync(join(journals.folder, "search.db"), "");
    const journal = await journals.open();
    await vi.waitFor(async () => expect(await notices(journal)).toEqual(["journal-set-aside"]), PATIENCE);
  });

  it.runIf(process.platform !== "win32")("and its folder are nobody else's, also where they were", async () => {
    await fill(3);
    chmodSync(journals.folder, 0o755);
    chmodSync(file(), 0o644);
    const journal = await journals.open();
    await journal.append(sampleDelivery("private"));
    // Until then the index may be replaced by a new one, and its files come and go.
    await indexed(journal);
    const files = (await readdir(journals.folder)).filter((name) => /\.db/.test(name));
    expect(files).toContain("search.db-wal");
    const modes = await Promise.all([".", ...files].map((name) => stat(join(journals.folder, name))));
    expect(modes.map(({ mode }) => mode & 0o077)).toEqual(modes.map(() => 0));
  });

  it("is set aside whole when it is no database, and a new one begun", async () => {
    const rubbish = bytes("this is not a database ".repeat(1_000));
    writeFileSync(file(), rubbish);
    const journal = await journals.open();
    expect(journal.problem()).toBeNull();
    const id = await journal.append(sampleDelivery("after"));
    expect(await journal.body(id, "request")).toEqual(bytes("after"));
    await vi.waitFor(async () => expect(await notices(journal)).toEqual(["journal-set-aside"]), PATIENCE);
    const aside = (await readdir(journals.folder)).filter((name) => name.includes("damaged"));
    expect(aside).toHaveLength(1);
    expect(new Uint8Array(await readFile(join(journals.folder, aside[0] ?? "")))).toEqual(rubbish);
  });

  it.each([
    ["right behind its first page", 1],
    ["somewhere in its middle", 20],
  ])("is set aside when it is damaged %s, at the latest when that is touched", async (_, page) => {
    await fill(500);
    const content = readFileSync(file());
    content.fill(0xaa, page * 8_192);
    writeFileSync(file(), content);
    const journal = await journals.open();
    await vi.waitFor(async () => {
      // Whether the first one is refused depends on when the damage is met; nothing is acknowledged and lost.
      const id = await journal.append(sampleDelivery("after")).catch(() => null);
      expect(id).not.toBeNull();
      expect(await journal.body(id ?? 0, "request")).toEqual(bytes("after"));
      expect(await notices(journal)).toContain("journal-set-aside");
    }, PATIENCE);
    expect(journal.problem()).toBeNull();
    expect((await readdir(journals.folder)).some((name) => name.includes("damaged"))).toBe(true);
  });

  it("is set aside when who reads meets damage in its middle, though nothing was written", async () => {
    const ids = await fill(500);
    const content = readFileSync(file());
    // The page that holds this body, and nothing that is needed to open the file.
    const middle = Math.floor(content.indexOf("body 250") / 8_192) * 8_192;
    content.fill(0xaa, middle, middle + 8_192);
    writeFileSync(file(), content);
    const journal = await journals.open();
    // Asked of the damaged file, answered from the new one: nobody has to ask twice.
    const found = await Promise.all(ids.map((id) => journal.body(id, "request")));
    expect(found.some((body) => body === null)).toBe(true);
    await vi.waitFor(async () => expect(await notices(journal)).toContain("journal-set-aside"), PATIENCE);
    expect(journal.problem()).toBeNull();
    const id = await journal.append(sampleDelivery("after"));
    expect(id).toBeGreaterThan(Math.max(...ids));
    const aside = (await readdir(journals.folder)).find((name) => /^journal\.db\.damaged-[0-9TZ]+$/.test(name));
    expect(readFileSync(join(journals.folder, aside ?? "")).includes(content.subarray(middle, middle + 8_192))).toBe(
      true,
    );
  });

  it("of a newer version is refused in words and not touched", async () => {
    await fill(2);
    const database = new DatabaseSync(file());
    database.exec("PRAGMA user_version = 99");
    database.close();
    const before = await readFile(file());
    const journal = await journals.open();
    expect(journal.status().problem).toMatchObject({
      code: "journal-newer",
      sentence: expect.stringContaining("newer version of Linkdesk"),
    });
    await expect(journal.append(sampleDelivery())).rejects.toMatchObject({ code: "journal-newer" });
    await expect(journal.page({ limit: 1, filter: "" })).rejects.toMatchObject({ code: "journal-newer" });
    await journal.close();
    expect(await readFile(file())).toEqual(before);
    expect((await readdir(journals.folder)).filter((name) => name !== "search.db")).toEqual(["journal.db"]);
  });

  it("of a development build without a column is refused in words and keeps its rows", async () => {
    await fill(2);
    const database = new DatabaseSync(file());
    database.exec("ALTER TABLE events RENAME COLUMN note TO remark_of_old");
    database.close();
    const journal = await journals.open();
    expect(journal.status().problem).toMatchObject({
      code: "journal-newer",
      sentence: expect.stringMatching(/development build.*left untouched.*events\.note/),
    });
    await expect(journal.append(sampleDelivery())).rejects.toMatchObject({ code: "journal-newer" });
    await journal.close();
    const after = new DatabaseSync(file());
    expect(after.prepare("SELECT count(*) AS rows FROM events").get()).toEqual({ rows: 2 });
    after.close();
  });

  it("refuses events beyond what may wait for the disk, and keeps the others", async () => {
    const journal = await journals.open({ queueLimitBytes: 100_000 });
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, () => journal.append(sampleDelivery(new Uint8Array(10_000)))),
    );
    const kept = results.filter((result) => result.status === "fulfilled");
    const refused = results.filter((result) => result.status === "rejected");
    expect(kept.length).toBeGreaterThan(3);
    expect(refused.length).toBeGreaterThan(20);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "journal-overloaded" });
    expect((await journal.stats()).events).toBe(kept.length);
    await expect(journal.append(sampleDelivery("now there is room"))).resolves.toBeGreaterThan(0);
  });

  it("goes on after its thread has crashed, and says so", async () => {
    const journal = await journals.open({ thread: CRASHING });
    const before = await journal.append(sampleDelivery("before"));
    await writeFile(join(journals.folder, "crash"), "");
    await vi.waitFor(async () => expect(await notices(journal)).toContain("internal-error"), PATIENCE);
    const after = await journal.append(sampleDelivery("after"));
    expect(after).toBeGreaterThan(before);
    expect(await journal.body(before, "request")).toEqual(bytes("before"));
    // The delivery is still to be answered: nothing has interrupted it.
    expect((await journal.detail(before))?.summary).toMatchObject({ answerState: "pending" });
    expect(journal.problem()).toBeNull();
  });

  it("gives up with a sentence when its thread keeps crashing", { timeout: 90_000 }, async () => {
    const journal = await journals.open({ thread: CRASHING });
    await writeFile(join(journals.folder, "crash-always"), "");
    await vi.waitFor(() => expect(journal.problem()).toMatchObject({ code: "journal-unavailable" }), {
      timeout: 60_000,
    });
    await expect(journal.append(sampleDelivery())).rejects.toMatchObject({ code: "journal-unavailable" });
  });

  it("refuses appends after it was closed, and writes what came before", async () => {
    const journal = await journals.open();
    const last = journal.append(sampleDelivery("the last"));
    const closing = journal.close();
    await expect(last).resolves.toBeGreaterThan(0);
    await closing;
    await expect(journal.append(sampleDelivery())).rejects.toMatchObject({ code: "journal-closed" });
    await expect(journal.stats()).rejects.toMatchObject({ code: "journal-closed" });
    expect((await stat(file())).size).toBeGreaterThan(0);
    expect(await (await journals.open()).body(await last, "request")).toEqual(bytes("the last"));
  });
});
