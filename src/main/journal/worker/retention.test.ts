import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createJournals, sampleCall, sampleDelivery } from "../../../../tests/journal/samples.ts";
import { PATIENCE } from "../../../../tests/support/until.ts";
import type { RetentionSettings } from "../../../shared/retention.ts";
import type { Journal, JournalChange } from "../index.ts";

const NO_LIMITS: RetentionSettings = { maxEvents: null, maxBytes: null, maxAgeDays: null };

describe("what is kept", { timeout: 90_000 }, () => {
  let journals: ReturnType<typeof createJournals>;
  let journal: Journal;
  beforeEach(async () => {
    journals = createJournals();
    journal = await journals.open();
  });
  afterEach(() => journals.dispose());

  const append = (count: number, body = "x", at?: number): Promise<number[]> =>
    Promise.all(
      Array.from({ length: count }, () => journal.append(sampleDelivery(body, at === undefined ? {} : { at }))),
    );
  async function ids(): Promise<number[]> {
    const found: number[] = [];
    for (let after = 0, more = true; more; ) {
      const page = await journal.page({ after, limit: 500, filter: "" });
      found.push(...page.events.map((event) => event.id));
      after = found.at(-1) ?? 0;
      more = page.moreAfter;
    }
    return found;
  }

  it("is limited by default, generously", async () => {
    await journal.close();
    const fresh = createJournals();
    try {
      const other = await fresh.openAsFound();
      expect(await other.retention()).toEqual({ maxEvents: 1_000_000, maxBytes: 5_368_709_120, maxAgeDays: 90 });
    } finally {
      await fresh.dispose();
    }
  });

  it("is at most so many events: the oldest go, pinned ones and the newest stay", async () => {
    const all = await append(400);
    await journal.pin(all[3] ?? 0, true);
    await journal.pin(all[4] ?? 0, true);
    await journal.pin(all[4] ?? 0, false);
    await journal.configureRetention({ ...NO_LIMITS, maxEvents: 100 });
    await vi.waitFor(async () => expect((await journal.stats()).events).toBe(100), PATIENCE);
    expect(await ids()).toEqual([all[3], ...all.slice(-99)]);
    expect(await journal.detail(all[0] ?? 0)).toBeNull();
    expect(await journal.retention()).toEqual({ ...NO_LIMITS, maxEvents: 100 });
    // The limit outlives the session, and new events push the oldest out.
    await journal.close();
    journal = await journals.openAsFound();
    const more = await append(10);
    await vi.waitFor(async () => expect((await journal.stats()).events).toBe(100), PATIENCE);
    expect(await ids()).toEqual([all[3], ...all.slice(-89), ...more]);
  });

  it("is told of: since when, and how much that was cleared is still there", async () => {
    expect(await journal.stats()).toMatchObject({ events: 0, oldest: null, cleared: 0 });
    const [first = 0] = await append(1, "x", 1_000);
    await append(3, "x", 2_000);
    expect(await journal.stats()).toMatchObject({ events: 4, oldest: 1_000, cleared: 0 });
    await journal.pin(first, true);
    await journal.clear();
    await append(2, "x", 3_000);
    expect(await journal.stats()).toMatchObject({ events: 3, oldest: 1_000, cleared: 3 });
    await journal.pin(first, false);
    expect(await journal.stats()).toMatchObject({ events: 2, oldest: 3_000, cleared: 4 });
    await journal.purgeCleared();
    await vi.waitFor(async () => expect(await journal.stats()).toMatchObject({ events: 2, cleared: 0 }), PATIENCE);
  });

  it("is said to have gone, in a row of its own", async () => {
    await append(20, "x", 5_000_000);
    await journal.configureRetention({ ...NO_LIMITS, maxEvents: 15 });
    await vi.waitFor(async () => expect((await journal.stats()).events).toBe(15), PATIENCE);
    await journal.close();
    // As if a minute had passed since.
    const database = new DatabaseSync(join(journals.folder, "journal.db"));
    database.exec("UPDATE state SET value = 1 WHERE name = 'expired_since'");
    database.close();
    journal = await journals.openAsFound();
    const notice = { code: "events-expired", count: 5, from: 5_000_000, until: 5_000_000, limits: ["events"] };
    await vi.waitFor(async () => {
      const { events } = await journal.page({ limit: 10, filter: "kind:notice" });
      expect(events).toMatchObject([{ notice }]);
    }, PATIENCE);
  });

  it("is at most so old", async () => {
    const day = 86_400_000_000;
    const now = Date.now() * 1_000;
    const old = await append(5, "x", now - 3 * day);
    const recent = await append(5, "x", now - day);
    // A clock that was wrong for a moment takes none but its own events along.
    const wrong = await append(2, "x", now - 300 * day);
    const newest = await append(2, "x", now);
    await journal.pin(wrong[0] ?? 0, true);
    await journal.configureRetention({ ...NO_LIMITS, maxAgeDays: 2 });
    await vi.waitFor(async () => expect(await ids()).toEqual([...recent, wrong[0], ...newest]), PATIENCE);
    expect(old).toHaveLength(5);
  });

  it("is not judged by its age after the clock has jumped between two starts", async () => {
    const now = Date.now() * 1_000;
    const all = [...(await append(5, "x", now - 100 * 86_400_000_000)), ...(await append(5, "x", now))];
    await journal.close();
    const database = new DatabaseSync(join(journals.folder, "journal.db"));
    database.exec(`UPDATE state SET value = ${now - 400 * 86_400_000_000} WHERE name = 'clock_seen'`);
    database.close();
    journal = await journals.openAsFound();
    // The other limits hold: what they removed shows that the house was kept.
    await journal.configureRetention({ ...NO_LIMITS, maxEvents: 8, maxAgeDays: 2 });
    await vi.waitFor(async () => expect((await journal.stats()).events).toBe(8), PATIENCE);
    const more = await append(1);
    await vi.waitFor(async () => expect((await journal.stats()).events).toBe(8), PATIENCE);
    expect(await ids()).toEqual([...all.slice(3), ...more]);
  });

  it("is at most so large, and the space is given back", async () => {
    const large = "0123456789".repeat(100_000);
    const all: number[] = [];
    for (let place = 0; place < 60; place += 1) all.push(...(await append(1, large)));
    const before = (await journal.stats()).bytesOnDisk;
    expect(before).toBeGreaterThan(60_000_000);
    await journal.configureRetention({ ...NO_LIMITS, maxBytes: 20_000_000 });
    await vi.waitFor(async () => expect((await journal.stats()).events).toBeLessThan(25), PATIENCE);
    await vi.waitFor(async () => expect(await ids()).toEqual(all.slice(-(await journal.stats()).events)), PATIENCE);
    await journal.close();
    journal = await journals.open();
    const file = join(journals.folder, "journal.db");
    await vi.waitFor(() => expect(statSync(file).size).toBeLessThan(32_000_000), PATIENCE);
  });

  it("goes on to hold pinned events when the log is cleared", async () => {
    const all = await append(10);
    const [first = 0, second = 0] = all;
    await journal.pin(second, true);
    expect(await journal.clear()).toBe(9);
    const later = await append(2);
    expect(await ids()).toEqual([second, ...later]);
    expect(await journal.page({ before: later[0], limit: 5, filter: "is:pinned" })).toMatchObject({
      events: [{ id: second, pinned: true }],
      moreBefore: false,
      moreAfter: false,
    });
    expect(await journal.page({ after: second, limit: 1, filter: "" })).toMatchObject({
      events: [{ id: later[0] }],
      moreBefore: true,
      moreAfter: true,
    });
    // Its pin was all that kept it.
    await journal.pin(second, false);
    expect(await ids()).toEqual(later);
    expect((await journal.stats()).events).toBe(2);
    await journal.undoClear();
    expect(await ids()).toEqual([...all, ...later]);
    expect((await journal.stats()).events).toBe(12);
    expect(await journal.detail(first)).not.toBeNull();
  });

  it("loses for good what was cleared, when asked to", async () => {
    await append(300);
    await journal.clear();
    const later = await append(3);
    await journal.purgeCleared();
    await journal.undoClear();
    expect(await ids()).toEqual(later);
    const rows = new DatabaseSync(join(journals.folder, "journal.db"), { readOnly: true });
    const count = rows.prepare(
      "SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM contents) AS contents",
    );
    await vi.waitFor(() => expect({ ...count.get() }).toEqual({ events: 3, contents: 3 }), PATIENCE);
    rows.close();
    expect((await journal.stats()).events).toBe(3);
  });

  it("brings back what several clears have hidden, but nothing that was removed for good", async () => {
    const first = await append(3);
    await journal.clear();
    await journal.purgeCleared();
    const second = await append(3);
    await journal.clear();
    const third = await append(2);
    await journal.clear();
    const fourth = await append(1);
    const isCleared = [first, second, third, fourth].map(([id = 0]) => journal.isCleared(id));
    expect(await Promise.all(isCleared)).toEqual([false, true, true, false]);
    expect(await journal.bringBackCleared()).toBe(5);
    expect(await journal.isCleared(second[0] ?? 0)).toBe(false);
    expect(await ids()).toEqual([...second, ...third, ...fourth]);
    expect(first).toHaveLength(3);
    expect(await journal.stats()).toMatchObject({ events: 6 });
    expect(await journal.bringBackCleared()).toBe(0);
    // The undo of a clear that is no more changes nothing.
    await journal.undoClear();
    expect(await ids()).toEqual([...second, ...third, ...fourth]);
  });

  it("tells how far a clear of what a filter shows has come, and ends one that is stopped with what it has cleared", async () => {
    const wanted = await append(1_200, "needle");
    const told: number[] = [];
    journal.onClearing(({ cleared }) => told.push(cleared));
    expect(await journal.clear("needle")).toBe(1_200);
    // After each stretch but the last: five hundred events, or fewer where those took their time.
    expect(told.length).toBeGreaterThan(1);
    expect(Math.max(...told)).toBeLessThan(1_200);
    expect(told.toSorted((one, other) => one - other)).toEqual(told);
    await journal.undoClear();

    const ending = new AbortController();
    journal.onClearing(() => ending.abort());
    const cleared = await journal.clear("needle", ending.signal);
    expect(cleared).toBeLessThanOrEqual(500);
    expect(await ids()).toEqual(wanted.slice(0, wanted.length - cleared));
    await journal.undoClear();
    expect(await ids()).toEqual(wanted);
    const given = AbortSignal.abort();
    await expect(journal.choose({ filter: "needle", through: wanted[9] ?? 0 }, given)).rejects.toMatchObject({
      code: "cancelled",
    });
  });

  it("takes back the last clear alone, also where that has found nothing", async () => {
    const all = await append(3);
    await journal.clear();
    const later = await append(2);
    expect(await journal.clear("nowhere")).toBe(0);
    await journal.undoClear();
    expect(await ids()).toEqual(later);
    expect(await journal.bringBackCleared()).toBe(all.length);
    await expect(journal.clear("colour:red")).rejects.toMatchObject({ code: "filter-invalid" });
  });

  it("clears what a filter shows and nothing else, for as long as the whole log would be", async () => {
    const others = await append(3);
    const wanted = await append(1_200, "needle");
    await journal.pin(wanted[0] ?? 0, true);
    const late = await append(2);
    expect(await journal.clear("needle")).toBe(1_199);
    expect(await ids()).toEqual([...others, wanted[0], ...late]);
    expect(await journal.detail(wanted[1] ?? 0)).toBeNull();
    expect(await journal.isCleared(wanted[1] ?? 0)).toBe(true);
    expect(await journal.stats()).toMatchObject({ events: 6, cleared: 1_199 });
    await journal.undoClear();
    expect(await ids()).toEqual([...others, ...wanted, ...late]);
    expect(await journal.stats()).toMatchObject({ events: 1_205, cleared: 0 });

    await journal.clear("needle");
    expect(await journal.clear()).toBe(5);
    await journal.undoClear();
    expect(await ids()).toEqual([...others, wanted[0], ...late]);
    // The undo of the one before is gone with the later one; all of them come back together.
    await journal.undoClear();
    expect(await ids()).toEqual([...others, wanted[0], ...late]);
    expect(await journal.bringBackCleared()).toBe(1_199);
    expect(await ids()).toEqual([...others, ...wanted, ...late]);

    await journal.clear("needle");
    await journal.purgeCleared();
    expect(await journal.isCleared(wanted[1] ?? 0)).toBe(false);
    await journal.undoClear();
    await vi.waitFor(async () => expect(await journal.stats()).toMatchObject({ events: 6, cleared: 0 }), PATIENCE);
    expect(await ids()).toEqual([...others, wanted[0], ...late]);
  });

  it("undoes only the last of two clears, and none of an earlier session", async () => {
    const first = await append(3);
    await journal.clear();
    const second = await append(3);
    expect(await journal.clear()).toBe(3);
    await journal.undoClear();
    expect(await ids()).toEqual(second);
    expect((await journal.stats()).events).toBe(3);
    await journal.close();
    const again = await journals.open();
    await again.undoClear();
    expect((await again.page({ limit: 9, filter: "" })).events.map((event) => event.id)).toEqual(second);
    expect(first).toHaveLength(3);
  });

  it("tells a pin as a changed row", async () => {
    const id = await journal.append(sampleCall());
    const told = new Promise<JournalChange>((resolve) => {
      journal.onChange((change) => {
        if (change.amended.length > 0) resolve(change);
      });
    });
    // The row itself has been told by then.
    await new Promise<void>((resolve) => {
      const stop = journal.onChange(() => {
        stop();
        resolve();
      });
    });
    await journal.pin(id, true);
    expect((await told).amended).toMatchObject([{ id, kind: "call", pinned: true }]);
    expect((await journal.detail(id))?.summary.pinned).toBe(true);
  });
});
