import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createJournals, sampleCall, sampleDelivery } from "../../../../tests/journal/samples.ts";
import { createHandClock } from "../../../../tests/runs/setup.ts";
import { PATIENCE } from "../../../../tests/support/until.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { DEFAULT_RUN_SETTINGS } from "../../../shared/run.ts";
import { createRuns, expectationOf, type LogNews } from "../../runs/index.ts";
import type { OpenedJournal } from "../index.ts";

const COUNT = 400;
const SECOND = 1_000_000;
const CONFIGURED = [{ profileId: "p1", readings: [] }];
/** Of a busy machine: what is awaited is a receipt. */
const body = (place: number) =>
  JSON.stringify({ amount: 1_000 + place, user_reference: `acct_${place}`, status: "ok" });
/** As many as come together in a flood. */
const flood = (journal: OpenedJournal, count = COUNT) =>
  Promise.all(Array.from({ length: count }, (_, place) => journal.append(sampleDelivery(body(place)))));

describe("webhooks of a flood", () => {
  let journals: ReturnType<typeof createJournals>;
  let journal: OpenedJournal;
  beforeEach(async () => {
    journals = createJournals();
    journal = await journals.open();
    journal.configureReadings(CONFIGURED);
  });
  afterEach(() => journals.dispose());

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

  /** Those of the file that nobody has read. */
  function leftUnread(): number {
    const file = new DatabaseSync(join(journals.folder, "journal.db"), { readOnly: true });
    try {
      const due = file.prepare("SELECT next FROM profile_readings WHERE profile_id = 'p1'").get()?.["next"];
      const [left] = file
        .prepare("SELECT count(*) AS count FROM events WHERE kind = 1 AND id NOT IN (SELECT id FROM readings)")
        .all();
      return Number(due) > 0 ? Number(left?.["count"]) : 0;
    } finally {
      file.close();
    }
  }

  /** Closes the log in the middle of a flood: closing waits for nothing but commits. */
  async function leaveUnread(): Promise<readonly EventId[]> {
    for (let tries = 0; tries < 5; tries += 1) {
      const ids = await flood(journal, 4_000);
      await journal.close();
      if (leftUnread() > 0) return ids;
      // A machine may be so busy with other things that all were read before it was closed.
      journal = await journals.open();
      journal.configureReadings(CONFIGURED);
    }
    throw new Error("All webhooks were read before the log was closed.");
  }

  it("that were not read at the end are read after the next start, and runs are told", async () => {
    const ids = await leaveUnread();
    const again = await journals.open();
    expect(again.runs.unreadSince()).toBe(sampleDelivery().summary.at);
    again.configureReadings(CONFIGURED);
    await vi.waitFor(async () => {
      const row = await again.runs.recallDelivery(ids.at(-1) ?? 0);
      expect(row?.reading.items[0]?.amount?.text).toBe("4999");
    }, PATIENCE);
    expect((await again.runs.recallDelivery(ids[0] ?? 0))?.reading.by).toBe("proposed");
    await vi.waitFor(() => expect(again.runs.unreadSince()).toBeNull(), PATIENCE);
    expect(leftUnread()).toBe(0);
  });

  it("hold nobody up where their profile is gone since then", async () => {
    await leaveUnread();
    const again = await journals.open();
    again.configureReadings([{ profileId: "another", readings: [] }]);
    await vi.waitFor(() => expect(again.runs.unreadSince()).toBeNull(), PATIENCE);
    expect(leftUnread()).toBeGreaterThan(0);
  });

  it("keep a simulation whose webhook is among them from being called missing, even for a moment", async () => {
    const { at } = sampleDelivery().summary;
    const profile = { id: "p1", name: "Sandbox", mode: "sandbox" } as const;
    const call = sampleCall({ at: at - SECOND, profile, operation: "credit", facts: {} });
    const body = '{"amount":4999,"currency":"NGN","user_reference":"acct_3999"}';
    const expectation = expectationOf("credit", body, DEFAULT_RUN_SETTINGS, null);
    const id = await journal.append({ ...call, expectation });
    const outcome = { code: "success", message: "test complete" } as const;
    const ended = { ...call.summary, outcome, status: 200, duration: 5 };
    await journal.finishCall(id, { ...call, summary: ended, expectation }, null);
    await leaveUnread();

    const again = await journals.open();
    const clock = createHandClock(at + 20 * SECOND);
    const told: string[] = [];
    const runs = createRuns({
      journal: again.runs,
      clock,
      timers: clock,
      random: () => 0,
      unrecorded: () => null,
      onChange: (change) => told.push(...change.runs.map(({ verdict }) => verdict.code)),
      log: (message) => told.push(message),
    });
    await runs.start();
    await clock.advance(20 * SECOND);
    await runs.idle();
    again.configureReadings(CONFIGURED);
    await vi.waitFor(() => expect(told.at(-1)).toBe("unconfirmed"), PATIENCE);
    await vi.waitFor(() => expect(again.runs.unreadSince()).toBeNull(), PATIENCE);
    await runs.idle();
    expect((await runs.get(id)).summary.verdict.code).toBe("unconfirmed");
    expect(new Set(told)).toEqual(new Set(["waiting", "unconfirmed"]));
    await runs.close();
  });

  it("can be removed before they are read, and hold nothing up", async () => {
    const ids = await flood(journal);
    await journal.remove(ids.slice(-20));
    await vi.waitFor(() => expect(journal.runs.unreadSince()).toBeNull(), PATIENCE);
    expect(await amounts(journal)).toBe(COUNT - 20);
  });
});
