import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createJournals, indexed, sampleDelivery } from "../../../../tests/journal/samples.ts";
import { PATIENCE } from "../../../../tests/support/until.ts";
import type { Reading } from "../../../shared/reading.ts";
import type { LogNews, LogPage } from "../../runs/index.ts";
import type { Journal, JournalChange, OpenedJournal } from "../index.ts";

const READING: Reading = {
  version: 1,
  id: "own",
  name: "paid.out",
  confirmedAt: 1,
  shape: { paths: ["evt", "data.amount", "data.user_reference"], when: [] },
  amount: { path: "data.amount", scale: 2, decimalMark: ".", negative: false },
  currency: { fixed: "NGN" },
  user: { path: "data.user_reference", written: "same" },
  from: null,
  to: null,
  remark: null,
  eventId: { path: "data.no" },
  purpose: { always: "credit", places: [] },
  outcome: { places: [{ path: "data.how", words: [{ text: "fine", means: "went-through" }] }] },
  watched: null,
};
const body = (place: number, how = "fine") =>
  JSON.stringify({
    evt: "paid.out",
    data: { no: `number-${place}`, amount: `${place}.50`, user_reference: `acct_${place}`, how },
  });
const configured = (readings: readonly Reading[]) => [{ profileId: "p1", readings }];

async function fill(journal: Journal, count: number): Promise<readonly number[]> {
  return Promise.all(Array.from({ length: count }, (_, place) => journal.append(sampleDelivery(body(place)))));
}

describe("readings of webhooks", () => {
  let journals: ReturnType<typeof createJournals>;
  let journal: OpenedJournal;
  beforeEach(async () => {
    journals = createJournals();
    journal = await journals.open();
  });
  afterEach(() => journals.dispose());

  /** Resolves once runs were told that webhooks are read in another way, and all of them are. */
  async function changed(log: OpenedJournal): Promise<void> {
    const over = new Promise<void>((resolve) => log.onReread(() => log.runs.isBeingRead() || resolve()));
    await new Promise<void>((resolve) => log.runs.onNews(({ type }) => type === "readings-changed" && resolve()));
    await over;
  }
  async function readBy(id: number, log: Journal = journal): Promise<unknown> {
    const detail = await log.detail(id);
    return detail?.kind === "delivery" ? detail.reading?.by : null;
  }

  it("are stored with each delivery, told with it, and the same in row, detail, filter and what runs recall", async () => {
    journal.configureReadings(configured([READING]));
    const told: LogNews[] = [];
    journal.runs.onNews((news) => told.push(news));
    const id = await journal.append(sampleDelivery(body(5)));
    const row = told.flatMap((news) => ("row" in news ? [news.row()] : []))[0];
    const reading = {
      by: "confirmed",
      readingId: "own",
      items: [{ amount: { text: "5.50", units: "550" }, user: { text: "acct_5" }, purpose: null }],
    };
    expect(row).toMatchObject({ kind: "delivery", reading: { by: "confirmed", readingId: "own" } });
    const detail = await journal.detail(id);
    expect(detail).toMatchObject({ reading: { ...reading, items: [{ amount: { text: "5.50", units: "550" } }] } });
    expect(detail?.summary).toMatchObject({ facts: { amount: "5.50", userReference: "acct_5" } });
    // As it is written, and in the units of simulations: a row shows both.
    for (const filter of ["amount:5.5 ref:acct_5", "amount:550", "amount:500..600 -amount:5.6"])
      expect((await journal.page({ limit: 5, filter })).events).toEqual([detail?.summary]);
    expect((await journal.page({ limit: 5, filter: "-amount:550" })).events).toEqual([]);
    const recalled = await journal.runs.recallDelivery(id);
    expect(recalled?.reading).toEqual(detail?.kind === "delivery" && detail.reading);
    expect(row?.kind === "delivery" && row.reading).toEqual(recalled?.reading);
  });

  it("change for the whole log of a profile, and for no other, when they are confirmed", async () => {
    const ids = await fill(journal, 600);
    const others = sampleDelivery(body(1), { profile: { id: "p2", name: "Other", mode: "test" } });
    const other = await journal.append(others);
    expect(await readBy(ids[0] ?? 0)).toBe("proposed");
    const changes: JournalChange[] = [];
    journal.onChange((change) => changes.push(change));
    const progress: { readonly done: number; readonly of: number }[] = [];
    journal.onReread((each) => progress.push(each));
    const over = changed(journal);
    journal.configureReadings([...configured([READING]), { profileId: "p2", readings: [] }]);
    await over;
    expect(await Promise.all([ids[0], ids[300], ids.at(-1), other].map((id) => readBy(id ?? 0)))).toEqual([
      "confirmed",
      "confirmed",
      "confirmed",
      "proposed",
    ]);
    const last = progress.at(-1);
    expect(last?.done).toBe(last?.of);
    expect(progress.length).toBeGreaterThan(1);
    await vi.waitFor(() => expect(changes.some(({ reset }) => reset)).toBe(true), PATIENCE);
    expect((await journal.runs.recall({ horizon: 1, runs: 1, from: null })).stale).toBe(true);
    await journal.runs.save({ runs: [], ties: [], through: 0, judgedAll: true });
    expect((await journal.runs.recall({ horizon: 1, runs: 1, from: null })).stale).toBe(false);
    // All of the log is there for judging it anew.
    const page = await journal.runs.readAll(null);
    expect(page.rows.map(({ summary }) => summary.id)).toEqual(ids.slice(0, 500));
    expect((await journal.runs.readAll(page.next)).rows).toHaveLength(101);
  });

  it("are told to runs as far as the log is read anew, from the oldest on", async () => {
    const ids = await fill(journal, 2_000);
    const begun = new Promise<void>((resolve) =>
      journal.runs.onNews(({ type }) => type === "readings-changed" && resolve()),
    );
    journal.configureReadings(configured([READING]));
    await begun;
    expect(journal.runs.isBeingRead()).toBe(true);
    const read: (readonly [number, string | null])[] = [];
    for (let from: number | null = null; ; ) {
      const page: LogPage = await journal.runs.readAll(from);
      for (const row of page.rows) read.push([row.summary.id, row.kind === "delivery" ? row.reading.by : null]);
      if (page.next === null) break;
      if (page.rows.length === 0) await journal.runs.isRead(page.next);
      from = page.next;
    }
    expect(read).toEqual(ids.map((id) => [id, "confirmed"]));
    expect(journal.runs.isBeingRead()).toBe(false);
  });

  it("that changed while Linkdesk was closed are applied at the next start, and those that did not are not", async () => {
    journal.configureReadings(configured([]));
    const [first = 0] = await fill(journal, 20);
    await journal.close();
    const again = await journals.open();
    const progress: unknown[] = [];
    again.onReread((each) => progress.push(each));
    again.configureReadings(configured([]));
    await again.append(sampleDelivery(body(1)));
    expect(progress).toEqual([]);
    const over = changed(again);
    again.configureReadings(configured([READING]));
    await over;
    expect(await readBy(first, again)).toBe("confirmed");
    await again.close();
    const third = await journals.open();
    const back = changed(third);
    third.configureReadings(configured([]));
    await back;
    expect(await readBy(first, third)).toBe("proposed");
  });

  it("change what a search finds at once, although the row was indexed before, and after a kill", async () => {
    const nameless = (place: number) => JSON.stringify({ data: { amount: `${place}.50`, user_reference: "acct" } });
    const ids = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => journal.append(sampleDelivery(nameless(n)))));
    await indexed(journal);
    const over = changed(journal);
    const reading = { ...READING, name: "kiosk sale", shape: { paths: ["data.user_reference"], when: [] } };
    journal.configureReadings(configured([reading]));
    await over;
    const found = async (log: Journal) =>
      (await log.page({ limit: 50, filter: 'event:"kiosk sale"' })).events.map(({ id }) => id);
    expect(await found(journal)).toEqual(ids);
    // Sooner than the index is made anew: its file still knows the rows by what they said before.
    await journal.close();
    const again = await journals.open();
    again.configureReadings(configured([reading]));
    expect(await found(again)).toEqual(ids);
    // Until all of it is judged, the index waits.
    await again.runs.save({ runs: [], ties: [], through: 0, judgedAll: true });
    await indexed(again);
    expect(await found(again)).toEqual(ids);
  });

  it("that are half applied at the end are applied to the rest by the next start, and no search misses what changed", async () => {
    const nameless = (place: number) => JSON.stringify({ data: { amount: `${place}.50`, user_reference: "acct" } });
    await Promise.all(Array.from({ length: 2_000 }, (_, place) => journal.append(sampleDelivery(nameless(place)))));
    await indexed(journal);
    const reading = { ...READING, name: "kiosk sale", shape: { paths: ["data.user_reference"], when: [] } };
    const halfway = new Promise<{ readonly done: number; readonly of: number }>((resolve) => journal.onReread(resolve));
    journal.configureReadings(configured([reading]));
    const { done, of } = await halfway;
    // Each step is one transaction: what a kill leaves is what stands in the file now.
    await journal.close();
    expect(done).toBeLessThan(of);
    const again = await journals.open();
    const over = changed(again);
    again.configureReadings(configured([reading]));
    await over;
    expect(await again.readingCounts("p1")).toEqual([{ readingId: "own", count: 2_000 }]);
    expect((await again.runs.recall({ horizon: 1, runs: 1, from: null })).stale).toBe(true);
    expect((await again.page({ limit: 500, filter: 'event:"kiosk sale"' })).events).toHaveLength(500);
  });

  it("answer what a delivery's values are, how many each has read, and how a new one fits the log", async () => {
    await fill(journal, 5);
    const odd = await journal.append(sampleDelivery(body(6, "odd")));
    const elsewhere = await journal.append(sampleDelivery('{"data":{"how":"of another kind"}}'));
    const found = await journal.payload(odd);
    expect(found?.values).toContainEqual({ path: "data.how", text: "odd", kind: "string" });
    expect(found).toMatchObject({ webhook: { by: "proposed" }, complete: true });
    expect(found?.reading?.shape.paths).toContain("data.amount");
    const { trial, here } = await journal.tryReading("p1", READING, odd);
    expect(trial).toMatchObject({ fit: 5, contradict: 1, complete: true });
    expect(trial.examples[0]).toMatchObject({ deliveryId: odd, fits: false });
    // Of webhooks of another shape none: this reading would never read them.
    expect(trial.words).toEqual([
      { about: "outcome", path: "data.how", text: "odd", times: 1 },
      { about: "outcome", path: "data.how", text: "fine", times: 5 },
    ]);
    expect(here).toMatchObject({ readingId: "own", newWords: [{ text: "odd" }] });
    expect((await journal.tryReading("p1", READING, elsewhere)).here).toBeNull();
    expect(await journal.readingCounts("p1")).toEqual([]);
    const over = changed(journal);
    journal.configureReadings(configured([READING]));
    await over;
    expect(await journal.readingCounts("p1")).toEqual([{ readingId: "own", count: 6 }]);
    expect(await journal.payload(odd)).toMatchObject({ reading: READING });
    expect(await journal.payload(999)).toBeNull();
  });
});
