import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBench, sampleDelivery } from "../../../../tests/journal/samples.ts";
import type { LogNews } from "../../runs/index.ts";
import type { OpenedJournal } from "../index.ts";

const COUNT = 400;
/** Of a busy machine: what is awaited is a receipt. */
const PATIENCE = { timeout: 30_000 };
const body = (place: number) =>
  JSON.stringify({ amount: 1_000 + place, user_reference: `acct_${place}`, status: "ok" });
/** As many as come together in a flood. */
const flood = (journal: OpenedJournal, count = COUNT) =>
  Promise.all(Array.from({ length: count }, (_, place) => journal.append(sampleDelivery(body(place)))));

describe("webhooks of a flood", () => {
  let bench: ReturnType<typeof createBench>;
  let journal: OpenedJournal;
  beforeEach(async () => {
    bench = createBench();
    journal = await bench.open();
    journal.configureReadings([{ profileId: "p1", readings: [] }]);
  });
  afterEach(() => bench.dispose());

  async function amounts(log: OpenedJournal): Promise<number> {
    const { events } = await log.page({ limit: 500, filter: "amount:>=1000" });
    return events.length;
  }

  it("are committed first and read behind that, told in the order of the log, and nothing is missing meanwhile", async () => {
    const told: LogNews[] = [];
    journal.runs.onNews((news) => told.push(news));
    const ids = await flood(journal);
    // Nobody may be told that nothing came while they are not read.
    expect(journal.runs.unreadSince()).not.toBeNull();
    expect(told.length).toBeLessThan(COUNT);
    const last = await journal.append(sampleDelivery(body(COUNT)));
    await vi.waitFor(() => expect(journal.runs.unreadSince()).toBeNull(), PATIENCE);
    const rows = told.flatMap((news) => ("row" in news && news.type === "appended" ? [news.row()] : []));
    expect(rows.map(({ summary }) => summary.id)).toEqual([...ids, last]);
    expect(rows.map((row) => (row.kind === "delivery" ? row.reading.items[0]?.amount?.text : null))).toEqual(
      Array.from({ length: COUNT + 1 }, (_, place) => String(1_000 + place)),
    );
    expect(await amounts(journal)).toBe(COUNT + 1);
  });

  it("show what they say as soon as they are read, also when their answer went out before that", async () => {
    const shown = new Map<number, string | undefined>();
    journal.onChange(({ appended, amended }) => {
      for (const event of [...appended, ...amended])
        if (event.kind === "delivery") shown.set(event.id, `${event.facts.amount} ${event.answerState}`);
    });
    const ids = await flood(journal);
    const times = { duration: 900, committed: 300, answerStarted: 400, answerEnded: 500 };
    await Promise.all(ids.slice(-50).map((id) => journal.finishDelivery(id, { answerState: "sent", ...times })));
    await vi.waitFor(() => expect(shown.get(ids.at(-1) ?? 0)).toBe(`${999 + COUNT} sent`), PATIENCE);
  });

  it("that were not read at the end are read after the next start, and runs are told", async () => {
    const ids = await flood(journal, 4_000);
    expect(journal.runs.unreadSince()).not.toBeNull();
    // Closing waits for nothing but commits.
    await journal.close();
    const again = await bench.open();
    again.configureReadings([{ profileId: "p1", readings: [] }]);
    await vi.waitFor(async () => {
      const row = await again.runs.recallDelivery(ids.at(-1) ?? 0);
      expect(row?.reading.items[0]?.amount?.text).toBe("4999");
    }, PATIENCE);
    expect((await again.runs.recallDelivery(ids[0] ?? 0))?.reading.by).toBe("proposed");
  });

  it("can be removed before they are read, and hold nothing up", async () => {
    const ids = await flood(journal);
    await journal.remove(ids.slice(-20));
    await vi.waitFor(() => expect(journal.runs.unreadSince()).toBeNull(), PATIENCE);
    expect(await amounts(journal)).toBe(COUNT - 20);
  });
});
