import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createJournals, finishedCall, sampleCall, sampleDelivery } from "../../../../tests/journal/samples.ts";
import { PATIENCE } from "../../../../tests/support/until.ts";
import type { EventSummary } from "../../../shared/events.ts";
import type { Notice } from "../../../shared/notices.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { DEFAULT_RUN_SETTINGS, type RunSummary } from "../../../shared/run.ts";
import { presetSettings } from "../../../shared/signature-presets.ts";
import { type Decision, expectationOf, type LogNews, type RecalledRow, type SavedTie } from "../../runs/index.ts";
import type { OpenedJournal } from "../index.ts";

const HOUR = 3_600_000_000;
const START = 1_750_000_000_000_000;
const EXPECTATION = expectationOf(
  "charge",
  '{"amount":9007199254740993123,"currency":"NGN","from":"a","to":"b","remark":"ré"}',
  DEFAULT_RUN_SETTINGS,
  null,
);
const ALL = { horizon: HOUR, runs: 100, from: null };

const simulation = (at = START) => ({ ...sampleCall({ at }), expectation: EXPECTATION });
const decision = (runId: EventId | null, by: Decision["by"] = "value"): Decision => ({
  runId,
  by,
  fit: "exact",
  certainty: by === "hand" ? "by-hand" : "ambiguous",
  fields: [
    {
      field: "amount",
      state: "agrees",
      expected: "1",
      actual: "1.0",
      path: "data.amount",
      hint: "hundredth",
    },
  ],
  reasons: [{ code: "rivals", runIds: [7], more: 2 }],
  copyOf: null,
  also: [],
});
const tieOf = (deliveryId: EventId, runId: EventId | null, by: Decision["by"] = "value"): SavedTie => ({
  deliveryId,
  runId,
  role: runId === null ? null : "late",
  decision: decision(runId, by),
});
const summaryOf = (id: EventId, verdict: RunSummary["verdict"] = { code: "matched", after: 5 }): RunSummary => ({
  id,
  operation: "charge",
  startedAt: START,
  deadline: START + 30_000_000,
  call: "accepted",
  verdict,
  certainty: "ambiguous",
  counts: { duplicates: 1, retries: 2, extras: 3, unconfirmed: 6, possible: 4, astray: 5 },
});
const savedRun = (id: EventId, verdict?: RunSummary["verdict"]) => ({
  id,
  call: "accepted" as const,
  summary: summaryOf(id, verdict),
  downtime: [{ from: START, until: null, cause: "asleep" as const }],
});
const idsOf = (rows: readonly RecalledRow[]) => rows.map(({ summary }) => summary.id);

describe("what the journal keeps for runs", () => {
  const journals = { current: createJournals() };
  let journal: OpenedJournal;
  beforeEach(async () => {
    journals.current = createJournals();
    journal = await journals.current.open();
  });
  afterEach(() => journals.current.dispose());

  async function restart(): Promise<void> {
    await journal.close();
    journal = await journals.current.open();
  }

  async function shown() {
    const { events } = await journal.page({ limit: 500, filter: "" });
    return new Map(events.map((event) => [event.id, event]));
  }

  /** Housekeeping looks every two seconds whether there is something to do. */
  const untilEvents = (count: number) => expect.poll(() => journal.stats().then(({ events }) => events)).toBe(count);

  it("is what the webhook of a call is to carry, as of its start, and nothing for any other call", async () => {
    const id = await journal.append(simulation());
    const other = await journal.append(sampleCall());
    await journal.finishCall(id, { ...finishedCall(), expectation: { ...EXPECTATION, amount: "1" } }, null);
    await restart();
    expect(await journal.detail(id)).toMatchObject({ expectation: EXPECTATION });
    expect(await journal.detail(other)).not.toHaveProperty("expectation");
    expect(await journal.runs.recallRun(other)).toEqual([]);
  });

  it("is shown on the rows, in pages and details, and survives a restart", async () => {
    const call = await journal.append(simulation());
    const [tied, untied, byHand] = [
      await journal.append(sampleDelivery("{}", { at: START + 7 })),
      await journal.append(sampleDelivery("{}")),
      await journal.append(sampleDelivery("{}")),
    ];
    const ties = [tieOf(tied, call), tieOf(untied, null), tieOf(byHand, null, "hand")];
    await journal.runs.save({ runs: [savedRun(call)], ties, through: byHand, judgedAll: false });
    await restart();
    const rows = await shown();
    expect(rows.get(call)).toMatchObject({ run: summaryOf(call) });
    expect(rows.get(tied)).toMatchObject({
      tie: { deliveryId: tied, runId: call, role: "late", certainty: "ambiguous", after: 7, byHand: false },
    });
    expect(rows.get(untied)).not.toHaveProperty("tie");
    expect(rows.get(byHand)).toMatchObject({ tie: { runId: null, role: null, byHand: true } });
    expect((await journal.detail(call))?.summary).toEqual(rows.get(call));
    expect((await journal.detail(tied))?.summary).toEqual(rows.get(tied));
  });

  it("is not told with a row that has gone on: what was stored may be older than what runs have told", async () => {
    const call = await journal.append(simulation());
    const webhook = await journal.append(sampleDelivery("{}", { at: START + 7 }));
    await journal.runs.save({
      runs: [savedRun(call)],
      ties: [tieOf(webhook, call)],
      through: webhook,
      judgedAll: false,
    });
    const told = new Map<EventId, EventSummary>();
    const stop = journal.onChange(({ amended }) => amended.forEach((row) => told.set(row.id, row)));
    await journal.recordCheck(webhook, {
      result: { state: "valid", secret: "Present" },
      settings: presetSettings("github"),
      checkedAgain: 77,
    });
    await journal.pin(call, true);
    await vi.waitFor(() => expect([...told.keys()]).toEqual([webhook, call]), PATIENCE);
    stop();
    expect(told.get(webhook)).toMatchObject({ signature: "valid" });
    expect(told.get(webhook)).not.toHaveProperty("tie");
    expect(told.get(call)).toMatchObject({ pinned: true });
    expect(told.get(call)).not.toHaveProperty("run");
  });

  it("is found again for each run of a webhook that tells of several transactions", async () => {
    const [one, two, other] = [
      await journal.append(simulation()),
      await journal.append(simulation()),
      await journal.append(simulation()),
    ];
    const batch = await journal.append(sampleDelivery("[{},{}]"));
    const alone = await journal.append(sampleDelivery("{}"));
    const { fit, certainty, fields, reasons } = decision(two);
    const tie = tieOf(batch, one);
    const ties = [
      { ...tie, decision: { ...tie.decision, also: [{ runId: two, fit, certainty, fields, reasons }] } },
      tieOf(alone, other),
    ];
    await journal.runs.save({
      runs: [one, two, other].map((id) => savedRun(id)),
      ties,
      through: alone,
      judgedAll: false,
    });
    await restart();
    expect(idsOf(await journal.runs.recallRun(one))).toEqual([one, batch]);
    expect(idsOf(await journal.runs.recallRun(two))).toEqual([two, batch]);
    expect(idsOf(await journal.runs.recallRun(other))).toEqual([other, alone]);
  });

  it("is recalled as it was saved, the last save counting", async () => {
    const call = await journal.append(simulation());
    const delivery = await journal.append(sampleDelivery("body"));
    await journal.runs.save({
      runs: [savedRun(call, { code: "missing", call: "unclear" })],
      ties: [],
      through: call,
      judgedAll: false,
    });
    await journal.runs.save({
      runs: [savedRun(call)],
      ties: [tieOf(delivery, call, "hand")],
      through: delivery,
      judgedAll: false,
    });
    await restart();
    const rows = await journal.runs.recallRun(call);
    expect(rows).toEqual([
      expect.objectContaining({ kind: "call", expectation: EXPECTATION, saved: savedRun(call) }),
      expect.objectContaining({ kind: "delivery", saved: tieOf(delivery, call, "hand") }),
    ]);
    expect(await journal.runs.recallDelivery(delivery)).toEqual(rows[1]);
    expect(await journal.runs.recallDelivery(call)).toBeNull();
    expect((await journal.runs.recall(ALL)).through).toBe(delivery);
  });

  it("goes with its events when these are removed, and does not come back", async () => {
    const call = await journal.append(simulation());
    const delivery = await journal.append(sampleDelivery());
    await journal.runs.save({
      runs: [savedRun(call)],
      ties: [tieOf(delivery, call)],
      through: delivery,
      judgedAll: false,
    });
    await journal.append(sampleDelivery());
    await journal.configureRetention({ maxEvents: 1, maxBytes: null, maxAgeDays: null });
    await untilEvents(1);
    // Runs may have been thinking about them just then.
    await journal.runs.save({
      runs: [savedRun(call)],
      ties: [tieOf(delivery, call)],
      through: delivery,
      judgedAll: false,
    });
    expect(await journal.runs.recallRun(call)).toEqual([]);
    const file = new DatabaseSync(join(journals.current.folder, "journal.db"), { readOnly: true });
    const left = file.prepare("SELECT (SELECT count(*) FROM runs) AS runs, (SELECT count(*) FROM ties) AS ties").get();
    file.close();
    expect(left).toEqual({ runs: 0, ties: 0 });
  });

  it("is hidden with cleared rows, but for pinned ones, and there again when the clear is undone", async () => {
    const call = await journal.append(simulation());
    const delivery = await journal.append(sampleDelivery());
    await journal.runs.save({
      runs: [savedRun(call)],
      ties: [tieOf(delivery, call)],
      through: delivery,
      judgedAll: false,
    });
    await journal.clear();
    expect((await journal.runs.recall(ALL)).rows).toEqual([]);
    expect(await journal.runs.recallRun(call)).toEqual([]);
    await journal.undoClear();
    await journal.pin(call, true);
    await journal.clear();
    expect(idsOf(await journal.runs.recallRun(call))).toEqual([call]);
    await journal.undoClear();
    expect(idsOf(await journal.runs.recallRun(call))).toEqual([call, delivery]);
  });

  it("leaves a webhook without its mark when its run is gone", async () => {
    const call = await journal.append(simulation());
    const delivery = await journal.append(sampleDelivery());
    await journal.runs.save({
      runs: [savedRun(call)],
      ties: [tieOf(delivery, call)],
      through: delivery,
      judgedAll: false,
    });
    await journal.configureRetention({ maxEvents: 1, maxBytes: null, maxAgeDays: null });
    await untilEvents(1);
    expect((await shown()).get(delivery)).not.toHaveProperty("tie");
  });

  it("is recalled from the first run that is needed on, with what may belong to it", async () => {
    const notice = (code: "listener-started" | "sandbox-started", at = START) =>
      journal.append({ kind: "notice", summary: { kind: "notice", at, notice: { code, url: "http://127.0.0.1/" } } });
    await notice("listener-started");
    const old = await journal.append(simulation(START - 2 * HOUR));
    const lastBefore = await notice("listener-started");
    await notice("sandbox-started");
    await journal.append(sampleDelivery());
    const first = await journal.append(simulation());
    await journal.append(sampleCall());
    await journal.append(sampleDelivery());
    const looked = await journal.append(sampleDelivery());
    const within = await notice("sandbox-started");
    await journal.runs.save({ runs: [], ties: [tieOf(looked, null)], through: within, judgedAll: false });
    const second = await journal.append(simulation());
    const fresh = await journal.append(sampleDelivery());
    const { rows, next, through } = await journal.runs.recall(ALL);
    expect([next, through]).toEqual([null, within]);
    expect(idsOf(rows)).toEqual([lastBefore, first, looked, within, second, fresh]);
    expect(idsOf((await journal.runs.recall({ ...ALL, runs: 1 })).rows)).toEqual([lastBefore, second, fresh]);
    expect(idsOf((await journal.runs.recall({ ...ALL, horizon: 3 * HOUR })).rows)).toContain(old);
    expect(idsOf((await journal.runs.recall({ ...ALL, from: second })).rows)).toEqual([second, fresh]);
  });

  it("is recalled with the last word about everything that receives, whatever came after it", async () => {
    const notice = (told: Notice) =>
      journal.append({ kind: "notice", summary: { kind: "notice", at: START, notice: told } });
    const relay = { code: "relay", name: "shop", relay: "https://relay.example", profileId: "p" } as const;
    await notice({ ...relay, inbox: "one", change: "lost", since: START - HOUR });
    const one = await notice({ ...relay, inbox: "one", change: "ready" });
    const two = await notice({ ...relay, inbox: "two", change: "lost", since: START - HOUR });
    await notice({ ...relay, inbox: "two", change: "removed", count: 3, since: START - HOUR });
    const stopped = await notice({ code: "listener-stopped", url: "http://127.0.0.1/" });
    await notice({ code: "gap", from: START - 9, until: START - 5, cause: "asleep" });
    const address = { code: "public-address", way: "ssh", url: null } as const;
    const down = await notice({ ...address, change: "reconnecting", since: START - HOUR });
    await notice({ ...address, change: "starting" });
    const call = await journal.append(simulation());
    const { rows } = await journal.runs.recall(ALL);
    expect(idsOf(rows)).toEqual([one, two, stopped, down, call]);
  });

  it("is recalled in pages without a gap between them", async () => {
    const ids = await Promise.all(
      Array.from({ length: 1_203 }, (_, place) => journal.append(place % 3 === 0 ? simulation() : sampleDelivery())),
    );
    const found: RecalledRow[] = [];
    let from: EventId | null = null;
    do {
      const page = await journal.runs.recall({ ...ALL, runs: 10_000, from });
      found.push(...page.rows);
      from = page.next;
    } while (from !== null);
    expect(idsOf(found)).toEqual(ids);
  });

  it("is found by what it came to", async () => {
    const [matched, missing, open] = [
      await journal.append(simulation()),
      await journal.append(simulation()),
      await journal.append(simulation()),
    ];
    const lookUp = await journal.append(sampleCall({ operation: "link" }));
    const [late, astray, untied, never, nobodys] = [
      await journal.append(sampleDelivery()),
      await journal.append(sampleDelivery()),
      await journal.append(sampleDelivery()),
      await journal.append(sampleDelivery()),
      await journal.append(sampleDelivery()),
    ];
    const ties = [
      tieOf(late, matched),
      { ...tieOf(astray, missing, "hand"), role: "astray" as const },
      tieOf(untied, null, "hand"),
      tieOf(nobodys, null),
    ];
    const runs = [
      savedRun(matched),
      {
        ...savedRun(missing),
        summary: { ...summaryOf(missing, { code: "missing", call: "unclear" }), certainty: null },
      },
    ];
    await journal.runs.save({ runs, ties, through: nobodys, judgedAll: false });
    const found = async (filter: string) => (await journal.page({ limit: 100, filter })).events.map(({ id }) => id);
    expect(await found("match:matched")).toEqual([matched]);
    expect(await found("match:missing")).toEqual([missing]);
    expect(await found("match:late,missing")).toEqual([missing, late]);
    expect(await found('match:"none came"')).toEqual([missing]);
    expect(await found('match:"looks right"')).toEqual([]);
    expect(await found("match:ambiguous")).toEqual([matched, late]);
    expect(await found("match:by-hand")).toEqual([astray, untied]);
    expect(await found("match:waiting")).toEqual([]);
    expect(await found("match:none")).toEqual([untied, never, nobodys]);
    // What they are themselves said to be about nobody knows.
    expect(await found("kind:webhook about:charge")).toEqual([late, astray]);
    expect(await found("kind:call -match:matched,missing")).toEqual([open, lookUp]);
  });

  it("is shown and found by a wrong signature, where nothing else is wrong", async () => {
    const differs = { state: "differs", path: null, hint: null } as const;
    const signature = { ...differs, field: "signature", expected: "valid" } as const;
    const wrong: Readonly<Record<string, Decision["fields"]>> = {
      invalid: [{ ...signature, actual: "invalid" }],
      missing: [{ ...signature, actual: "missing" }],
      unreadable: [{ ...signature, actual: "unreadable" }],
      unchecked: [{ ...signature, actual: "unchecked" }],
      both: [
        { ...signature, actual: "invalid" },
        { ...differs, field: "amount", expected: "1", actual: "2" },
      ],
      values: [{ ...differs, field: "amount", expected: "1", actual: "2" }],
      outcome: [{ ...differs, field: "outcome", expected: "went-through", actual: "declined" }],
    };
    const ids: Record<string, readonly EventId[]> = {};
    for (const [name, fields] of Object.entries(wrong)) {
      const call = await journal.append(simulation());
      const webhook = await journal.append(sampleDelivery());
      const agrees = { ...differs, field: "currency", state: "agrees", expected: "NGN", actual: "NGN" } as const;
      await journal.runs.save({
        runs: [savedRun(call, { code: "mismatch", after: 5, fields })],
        ties: [
          {
            deliveryId: webhook,
            runId: call,
            role: "mismatch",
            decision: { ...decision(call), fit: "mismatch", fields: [agrees, ...fields] },
          },
        ],
        through: webhook,
        judgedAll: false,
      });
      ids[name] = [call, webhook];
    }
    const found = async (filter: string) => (await journal.page({ limit: 100, filter })).events.map(({ id }) => id);
    expect(await found("match:bad-signature")).toEqual(ids["invalid"]);
    expect(await found('match:"no signature"')).toEqual(ids["missing"]);
    expect(await found('match:"unreadable signature"')).toEqual(ids["unreadable"]);
    expect(await found('match:"signature not checked"')).toEqual(ids["unchecked"]);
    expect(await found("match:mismatch")).toEqual(Object.values(ids).flat());
    expect(await found("match:failed")).toEqual(ids["outcome"]);
    expect(await found('match:"amount mismatch"')).toEqual([...(ids["both"] ?? []), ...(ids["values"] ?? [])]);
    const rows = await shown();
    const shownOf = (name: string) => {
      const row = rows.get(ids[name]?.[1] ?? 0);
      return row?.kind === "delivery" ? row.tie?.wrongSignature : null;
    };
    expect(Object.keys(wrong).map(shownOf)).toEqual([
      "invalid",
      "missing",
      "unreadable",
      "unchecked",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("tells of every row in the order of their numbers, even in a flood", async () => {
    const told: LogNews[] = [];
    const stop = journal.runs.onNews((news) => told.push(news));
    const ids = await Promise.all(Array.from({ length: 1_000 }, () => journal.append(sampleDelivery())));
    expect(told.map((news) => "row" in news && news.row().summary.id)).toEqual(ids);
    told.length = 0;
    const call = await journal.append(simulation());
    await journal.finishCall(call, { ...finishedCall(), expectation: EXPECTATION }, null);
    const end = { duration: 9, committed: 1, answerStarted: 2, answerEnded: 3 };
    await journal.finishDelivery(ids[0] ?? 0, { answerState: "failed", ...end });
    await journal.clear();
    await journal.undoClear();
    const news = told.map((each) => (!("row" in each) ? each : { type: each.type, row: each.row() }));
    expect(news).toMatchObject([
      { type: "appended", row: { kind: "call", summary: { id: call, outcome: null }, expectation: EXPECTATION } },
      { type: "amended", row: { summary: { id: call, outcome: { code: "status" } }, expectation: EXPECTATION } },
      { type: "amended", row: { kind: "delivery", summary: { id: ids[0], answerState: "failed" } } },
      { type: "reset" },
      { type: "reset" },
    ]);
    stop();
    await journal.append(sampleDelivery());
    expect(told).toHaveLength(5);
  });
});
