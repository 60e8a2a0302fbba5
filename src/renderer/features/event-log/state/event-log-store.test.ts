import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFakeBridge } from "../../../../../tests/fakes/bridge.ts";
import { deliveryEvent } from "../../../../../tests/fakes/sample-events.ts";
import type { Push } from "../../../../shared/contract.ts";
import type { DeliverySummary, EventSummary } from "../../../../shared/events.ts";
import { createStores, startStores } from "../../../core/store.ts";
import type { Offer } from "../../../core/toasts.ts";
import { defineEventLog } from "./event-log-store.ts";
import { MAX_ROWS } from "./log-window.ts";

/** Odd ones match the filter "odd". */
function event(id: number, changes: Partial<DeliverySummary> = {}): EventSummary {
  return {
    id,
    at: id,
    kind: "delivery",
    profile: null,
    method: id % 2 === 1 ? "ODD" : "EVEN",
    path: "/",
    onPath: true,
    completeness: "whole",
    status: 200,
    answerState: "pending",
    size: 0,
    duration: null,
    facts: {},
    ...changes,
  };
}

/** A log, a window onto it, and hands on the clock and on every answer that is under way. */
function setUp() {
  let log: readonly EventSummary[] = [];
  let clock = 0;
  let frames: (() => void)[] = [];
  let timers: { at: number; run: () => void }[] = [];
  let answers: (() => void)[] = [];
  const done: { title: string; undo?: (() => void) | undefined; gone?: (() => void) | undefined }[] = [];
  const fake = createFakeBridge();
  fake.handle("journal", "page", async ({ before, after, limit, filter }) => {
    const all = filter === "odd" ? log.filter((each) => each.id % 2 === 1) : log;
    const inside = all.filter((each) => each.id < (before ?? Infinity) && each.id > (after ?? 0));
    const events = after === undefined ? inside.slice(-limit) : inside.slice(0, limit);
    const first = events[0]?.id ?? Infinity;
    const last = events.at(-1)?.id ?? 0;
    const page = {
      events,
      moreBefore: all.some((each) => each.id < first),
      moreAfter: all.some((each) => each.id > last),
    };
    // The rows are found now; the answer arrives when the test lets it.
    await new Promise<void>((resolve) => answers.push(resolve));
    return page;
  });
  fake.handle("journal", "clear", () => {
    log = [];
    push({ reset: true });
    return { cleared: 3, stopped: false };
  });

  function push(part: Partial<Push<"journal.changed">>) {
    fake.push("journal.changed", { appended: [], amended: [], reset: false, skipped: 0, ...part });
  }

  const store = defineEventLog({
    now: () => clock,
    frame: (run) => frames.push(run),
    later: (milliseconds, run) => timers.push({ at: clock + milliseconds, run }),
  });
  const stores = createStores(fake.bridge, {
    done(title: string, undo?: () => void) {
      done.push({ title, undo });
    },
    offer(title: string, { run, gone }: Offer) {
      done.push({ title, undo: run, gone });
      return () => undefined;
    },
    failed: () => undefined,
    outcome: () => undefined,
  } as never);
  // From the beginning: what is pushed before the first page counts too.
  stores.of(store);

  async function answer() {
    for (let turn = 0; turn < 4; turn += 1) {
      const ready = answers;
      answers = [];
      for (const each of ready) each();
      for (let tick = 0; tick < 8; tick += 1) await Promise.resolve();
    }
  }

  return {
    fake,
    done,
    state: () => stores.get(store),
    start: () => store.start(stores),
    push,
    log: () => log,
    append(count: number, skipped = 0) {
      const from = log.length === 0 ? 1 : (log.at(-1)?.id ?? 0) + 1;
      const added = Array.from({ length: count }, (_, index) => event(from + index));
      log = [...log, ...added];
      push({ appended: added.slice(Math.min(skipped, count)), skipped: Math.min(skipped, count) });
    },
    /** A call that is over at once, as the next row. */
    send() {
      const id = (log.at(-1)?.id ?? 0) + 1;
      const sent: EventSummary = {
        id,
        at: id * 1_000,
        kind: "call",
        profile: { id: "sandbox", name: "Sandbox", mode: "sandbox" },
        operation: "credit",
        method: "POST",
        path: "/credit",
        outcome: { code: "success", message: "test complete" },
        status: 200,
        duration: 900,
        facts: {},
      };
      log = [...log, sent];
      push({ appended: [sent] });
    },
    /** All of it goes on, in a flood that tells nothing but that. */
    amendUntold() {
      log = log.map(({ id }) => event(id, { answerState: "sent", duration: id }));
      push({ outdated: log.slice(0, 300).map(({ id }) => id) });
      push({ outdated: log.slice(300).map(({ id }) => id) });
    },
    amend(id: number) {
      const amended = event(id, { answerState: "sent", duration: id });
      log = log.map((each) => (each.id === id ? amended : each));
      push({ amended: [amended] });
    },
    frame() {
      const due = frames;
      frames = [];
      for (const run of due) run();
    },
    answer,
    tick(milliseconds: number) {
      clock += milliseconds;
      const due = timers.filter((timer) => timer.at <= clock);
      timers = timers.filter((timer) => timer.at > clock);
      for (const { run } of due) run();
    },
    /** Everything that is under way comes to its end. */
    async settle() {
      for (let turn = 0; turn < 60; turn += 1) {
        this.tick(500);
        this.frame();
        await answer();
        if (turn > 12 && frames.length === 0 && answers.length === 0) return;
      }
    },
  };
}

async function opened(events: number) {
  const log = setUp();
  if (events > 0) log.append(events);
  void log.start();
  await log.settle();
  return log;
}

const ids = (rows: readonly EventSummary[]) => rows.map((row) => row.id);

describe("the event log's slice", () => {
  it("opens on the newest rows and follows the end", async () => {
    const log = await opened(500);
    expect(log.state()).toMatchObject({ phase: "ready", following: true, unseen: { count: 0 } });
    expect(log.state().window.rows.length).toBe(200);
    log.append(3);
    expect(ids(log.state().window.rows).at(-1)).toBe(500);
    log.frame();
    expect(ids(log.state().window.rows).slice(-4)).toEqual([500, 501, 502, 503]);
    expect(log.state().unseen.count).toBe(0);
  });

  it("takes in what arrives while the first page is on its way, once", async () => {
    const log = setUp();
    log.append(10);
    const start = log.start();
    log.append(5);
    log.frame();
    await log.answer();
    await start;
    await log.settle();
    expect(ids(log.state().window.rows)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  });

  it("goes to a time, and keeps what is selected where the filter shows nothing", async () => {
    const log = await opened(4);
    log.state().select(2);
    log.fake.handle("journal", "page", () => ({ events: [], moreBefore: false, moreAfter: false }));
    void log.state().setFilter("kind:notice");
    await log.settle();
    const gone = log.state().goTo(3);
    await log.settle();
    expect(await gone).toEqual({ found: null, isEmpty: true });
    expect(log.state().selectedId).toBe(2);
  });

  it("asks once for all rows that it holds, when some have changed and were left out, and counts none as new", async () => {
    const log = await opened(500);
    void log.state().loadOlder();
    await log.settle();
    log.state().setAtEnd(false);
    const asked = log.fake.calls.length;
    log.amendUntold();
    await log.settle();
    expect(log.state().window.rows).toHaveLength(400);
    expect(log.state().window.rows).toEqual(log.log().slice(100));
    expect(log.state()).toMatchObject({ following: false, unseen: { count: 0 } });
    expect(log.fake.calls.length - asked).toBe(2);
  });

  it("counts truthfully below the view, with what was skipped", async () => {
    const log = await opened(300);
    log.state().setAtEnd(false);
    log.append(12);
    log.append(5_000, 4_990);
    log.frame();
    expect(log.state().unseen).toEqual({ count: 5_012, more: false });
    expect(log.state().window.moreAfter).toBe(true);
    void log.state().follow();
    await log.settle();
    expect(log.state()).toMatchObject({ following: true, unseen: { count: 0 } });
    expect(ids(log.state().window.rows).at(-1)).toBe(5_312);
  });

  it("shows what a long search has found so far, goes on by itself, and can be stopped", async () => {
    const log = await opened(300);
    // The search looks at a hundred rows in its time; every fiftieth matches.
    const asked: (number | undefined)[] = [];
    log.fake.handle("journal", "page", ({ before, within }) => {
      asked.push(before);
      expect(within).toBeGreaterThan(0);
      const to = (before ?? 301) - 1;
      const from = Math.max(1, to - 99);
      const events = log.log().filter(({ id }) => id >= from && id <= to && id % 50 === 0);
      if (asked.length === 3) log.state().stopSearch();
      return {
        events,
        moreBefore: from > 1,
        moreAfter: false,
        ...(from > 1 ? { searchedTo: { id: from, at: from } } : {}),
      };
    });
    void log.state().setFilter("rare");
    await log.answer();
    await log.settle();
    // The third page was asked for when it was stopped, and is not taken in.
    expect(asked).toEqual([undefined, 201, 101]);
    expect(ids(log.state().window.rows)).toEqual([150, 200, 250, 300]);
    expect(log.state()).toMatchObject({ phase: "ready", searching: { stopped: true, at: 101 } });
    expect(log.state().window.moreBefore).toBe(true);
    void log.state().retry();
    await log.settle();
    expect(ids(log.state().window.rows)).toEqual([50, 100, 150, 200, 250, 300]);
    expect(log.state()).toMatchObject({ phase: "ready", searching: null });
    expect(log.state().window.moreBefore).toBe(false);
  });

  it("searches on while one scrolls back, stops when told, and goes on from there", async () => {
    const log = await opened(1_000);
    // A search looks at a hundred rows in its time; above row 600 every one matches, below it every fiftieth.
    const asked: number[] = [];
    let stopAt = -1;
    const matches = (id: number) => id > 600 || id % 50 === 0;
    log.fake.handle("journal", "page", ({ before, limit, within }) => {
      const to = (before ?? 1_001) - 1;
      const from = within === undefined ? 1 : Math.max(1, to - 99);
      if (before !== undefined) asked.push(before);
      if (asked.length === stopAt) log.state().stopSearch();
      const looked = log.log().filter(({ id }) => id >= from && id <= to && matches(id));
      const events = looked.slice(-limit);
      const full = looked.length > limit;
      return {
        events,
        moreBefore: full || from > 1,
        moreAfter: before !== undefined,
        ...(full || from === 1 ? {} : { searchedTo: { id: from, at: from } }),
      };
    });
    void log.state().setFilter("rare");
    await log.settle();
    expect(ids(log.state().window.rows)[0]).toBe(801);
    log.state().setAtEnd(false);
    void log.state().loadOlder();
    await log.settle();
    expect(ids(log.state().window.rows)[0]).toBe(601);
    expect(log.state().searching).toBe(null);

    asked.length = 0;
    stopAt = 3;
    void log.state().loadOlder();
    await log.settle();
    // The third page was asked for when it was stopped, and is not taken in.
    expect(asked).toEqual([601, 501, 401]);
    expect(log.state()).toMatchObject({ phase: "ready", searching: { stopped: true, id: 401 } });
    expect(ids(log.state().window.rows).slice(0, 5)).toEqual([450, 500, 550, 600, 601]);
    const stopped = log.state().window.rows.length;
    // Scrolling does not start it again behind one's back.
    void log.state().loadOlder();
    await log.settle();
    expect(log.state().window.rows.length).toBe(stopped);

    asked.length = 0;
    stopAt = -1;
    log.state().goOnWithSearch();
    await log.settle();
    expect(asked[0]).toBe(401);
    expect(log.state()).toMatchObject({ phase: "ready", searching: null });
    const all = log.log().map(({ id }) => id);
    expect(ids(log.state().window.rows)).toEqual(all.filter(matches));
    expect(log.state().window.moreBefore).toBe(false);
  });

  it("offers to go on when a search among older events fails", async () => {
    const log = await opened(300);
    let fails = false;
    log.fake.handle("journal", "page", ({ before }) => {
      if (fails) throw new Error("The disk is gone.");
      const to = (before ?? 301) - 1;
      const from = Math.max(1, to - 99);
      fails = from === 201;
      return {
        events: log.log().filter(({ id }) => id === from),
        moreBefore: from > 1,
        moreAfter: false,
        ...(from > 1 ? { searchedTo: { id: from, at: from } } : {}),
      };
    });
    void log.state().setFilter("rare");
    await log.settle();
    expect(log.state()).toMatchObject({ phase: "ready", searching: { stopped: true, id: 201 } });
    fails = false;
    log.state().goOnWithSearch();
    await log.settle();
    expect(ids(log.state().window.rows)).toEqual([1, 101, 201]);
  });

  it("keeps the newest without a hole when it follows a flood", async () => {
    const log = await opened(100);
    log.append(900, 800);
    log.frame();
    const rows = ids(log.state().window.rows);
    expect(rows).toEqual(Array.from({ length: 100 }, (_, index) => 901 + index));
    expect(log.state().window.moreBefore).toBe(true);
  });

  it("is frozen while paused, counts on, and goes on at the end", async () => {
    const log = await opened(50);
    log.state().pause();
    log.append(7);
    log.append(100, 60);
    log.frame();
    expect(log.state().window.rows.length).toBe(50);
    expect(log.state()).toMatchObject({ paused: true, unseen: { count: 107 } });
    void log.state().resume();
    await log.settle();
    expect(log.state()).toMatchObject({ paused: false, following: true, unseen: { count: 0 } });
    expect(log.state().window.rows.length).toBe(157);
  });

  it("never pages past the moment at which it was paused", async () => {
    const log = await opened(900);
    void log.state().showOldest();
    await log.settle();
    log.state().setAtEnd(false);
    log.state().pause();
    log.append(50);
    for (let page = 0; page < 10; page += 1) {
      void log.state().loadNewer();
      await log.settle();
    }
    expect(ids(log.state().window.rows).at(-1)).toBe(900);
    expect(log.state().window.moreAfter).toBe(false);
    void log.state().resume();
    await log.settle();
    void log.state().loadNewer();
    await log.settle();
    expect(ids(log.state().window.rows).at(-1)).toBe(950);
  });

  it("amends a row in place, also one that has not been drawn yet", async () => {
    const log = await opened(3);
    log.amend(2);
    log.append(1);
    log.amend(4);
    log.frame();
    expect(log.state().window.rows).toMatchObject([
      { id: 1, answerState: "pending" },
      { id: 2, answerState: "sent" },
      { id: 3, answerState: "pending" },
      { id: 4, answerState: "sent" },
    ]);
  });

  it("gives rows what is told of their runs, also ahead of the row, and keeps it when the row goes on", async () => {
    const log = await opened(2);
    const tie = (deliveryId: number, runId: number | null) => ({
      deliveryId,
      runId,
      role: runId === null ? null : ("match" as const),
      certainty: null,
      after: null,
      byHand: false,
    });
    log.fake.push("runs.changed", { runs: [], ties: [tie(2, 1), tie(3, 1)] });
    log.frame();
    log.append(1);
    log.frame();
    log.amend(2);
    log.amend(3);
    log.frame();
    expect(log.state().window.rows).toMatchObject([
      { id: 1 },
      { id: 2, answerState: "sent", tie: { runId: 1 } },
      { id: 3, answerState: "sent", tie: { runId: 1 } },
    ]);
    log.fake.push("runs.changed", { runs: [], ties: [tie(3, null)] });
    log.frame();
    expect(log.state().window.rows.at(-1)).toMatchObject({ id: 3, tie: { runId: null } });
  });

  it("gives a page that is on its way what was told of runs since it was asked for", async () => {
    const log = await opened(500);
    log.state().setAtEnd(false);
    void log.state().loadOlder();
    const told = { deliveryId: 290, runId: 7, role: "late", certainty: null, after: 1, byHand: false } as const;
    log.fake.push("runs.changed", { runs: [], ties: [told] });
    await log.settle();
    expect(log.state().window.rows.find(({ id }) => id === 290)).toMatchObject({ tie: { runId: 7 } });
  });

  it("shows an event wherever it stands", async () => {
    const log = await opened(900);
    void log.state().show(880);
    expect(log.state()).toMatchObject({ selectedId: 880, following: false });
    void log.state().show(300);
    await log.settle();
    expect(log.state()).toMatchObject({ selectedId: 300, following: false });
    expect(ids(log.state().window.rows)).toContain(300);
    expect(ids(log.state().window.rows)).toContain(399);
    expect(log.state().window.moreAfter).toBe(true);
  });

  it("goes on following where the event to be shown is among the newest, and counts none of them as unseen", async () => {
    const log = await opened(900);
    await log.state().show(899);
    expect(log.state()).toMatchObject({ selectedId: 899, following: true, unseen: { count: 0 } });
  });

  it("shows several, the last of them in sight and all of them selected", async () => {
    const log = await opened(900);
    void log.state().showAll([298, 299, 300]);
    await log.settle();
    expect(log.state()).toMatchObject({ selectedId: 300, selectedIds: [298, 299, 300], following: false });
    expect(ids(log.state().window.rows)).toContain(300);
  });

  it("lets a filter give way that hides the event to be shown, and gives it back", async () => {
    const log = await opened(600);
    void log.state().setFilter("odd");
    await log.settle();
    void log.state().show(31);
    await log.settle();
    expect(log.state()).toMatchObject({ filter: "odd", selectedId: 31 });
    expect(log.done).toEqual([]);
    void log.state().show(500);
    await log.settle();
    expect(log.state()).toMatchObject({ filter: "", selectedId: 500 });
    expect(ids(log.state().window.rows)).toContain(500);
    log.done[0]?.undo?.();
    await log.settle();
    expect(log.state().filter).toBe("odd");
  });

  it("asks main what matches a filter, and follows the matches", async () => {
    const log = await opened(20);
    void log.state().setFilter("odd");
    await log.settle();
    expect(ids(log.state().window.rows)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
    log.append(5);
    await log.settle();
    expect(ids(log.state().window.rows).at(-1)).toBe(25);
    log.state().setAtEnd(false);
    log.append(5);
    await log.settle();
    expect(log.state().unseen).toEqual({ count: 2, more: false });
  });

  it("says of a call that goes out under a filter which hides it that it is hidden, until it is shown", async () => {
    const log = await opened(20);
    void log.state().setFilter("odd");
    await log.settle();
    log.send();
    await log.settle();
    expect(log.state().unlisted).toBeNull();
    log.send();
    expect(log.state().unlisted?.state).not.toBe("hidden");
    await log.settle();
    expect(log.state().unlisted).toEqual({ id: 22, state: "hidden" });
    // Webhooks that come do not take its place.
    log.append(1);
    await log.settle();
    expect(log.state().unlisted).toEqual({ id: 22, state: "hidden" });
    void log.state().show(22);
    await log.settle();
    expect(log.state()).toMatchObject({ unlisted: null, filter: "", selectedId: 22 });
  });

  it("cancels a search that is no longer wanted, and does not show its rows", async () => {
    const log = await opened(20);
    void log.state().setFilter("odd");
    void log.state().setFilter("");
    await log.settle();
    expect(log.fake.calls.some((call) => call.method === "cancelSearch")).toBe(true);
    expect(log.state().window.rows.length).toBe(20);
  });

  it("says why a filter was refused, and shows rows again when it is cleared", async () => {
    const log = await opened(4);
    log.fake.failNext("journal", "page", "filter-invalid", "There is no field “colour”.");
    void log.state().setFilter("colour:red");
    await log.settle();
    expect(log.state()).toMatchObject({ phase: "failed", problem: { message: "There is no field “colour”." } });
    void log.state().setFilter("");
    await log.settle();
    expect(log.state()).toMatchObject({ phase: "ready", problem: null });
  });

  it("keeps the selection through everything but a clear, and offers to undo that with it", async () => {
    const log = await opened(30);
    log.state().select(17);
    void log.state().setFilter("odd");
    await log.settle();
    log.append(MAX_ROWS * 2, MAX_ROWS);
    await log.settle();
    expect(log.state().selectedId).toBe(17);
    void log.state().clear("all");
    await log.settle();
    expect(log.state().selectedId).toBeNull();
    expect(log.state().window.rows).toEqual([]);
    expect(log.done).toMatchObject([{ title: "Cleared 3 events" }]);
    expect(log.fake.calls.filter(({ method }) => method === "clear").map(({ input }) => input)).toMatchObject([
      { filter: "" },
    ]);
    // The message goes by itself; what it offered can still be had by key.
    expect(log.state().undoOffered).toBe(true);
    log.done[0]?.gone?.();
    expect(log.state().undoOffered).toBe(false);
    // By key as by the message, once.
    log.state().undoClear?.();
    expect(log.state().undoClear).toBeNull();
    await log.settle();
    expect(log.state().selectedId).toBe(17);
    void log.state().clear("shown");
    await log.settle();
    expect(log.fake.calls.findLast(({ method }) => method === "clear")?.input).toMatchObject({ filter: "odd" });
  });

  it("keeps what is not cleared selected; several are let go together", async () => {
    const log = await opened(30);
    const sample = deliveryEvent({ at: 1, profile: null, facts: {} });
    const found = await createFakeBridge({ events: [sample] }).bridge.journal.detail({ id: 1 });
    log.fake.handle("journal", "detail", ({ id }) => {
      if (id !== 1 || !found.ok) throw new Error("It is not there.");
      return found.value;
    });
    for (const [chosen, kept] of [
      [[1], [1]],
      [[16], []],
      [[1, 16], []],
    ] as const) {
      log.state().select(null);
      for (const id of chosen) log.state().select(id, "toggle");
      void log.state().clear("shown");
      await log.settle();
      expect(log.state().selectedIds).toEqual(kept);
    }
  });

  it("says how far a long clear has come, and ends it with what it has cleared", async () => {
    const log = await opened(30);
    const ending = Promise.withResolvers<void>();
    log.fake.handle("journal", "clear", async () => {
      await ending.promise;
      return { cleared: 4, stopped: true };
    });
    log.fake.push("journal.clearing", { cleared: 1, searchedTo: 9 });
    expect(log.state().clearing).toBeNull();
    void log.state().setFilter("odd");
    await log.settle();
    void log.state().clear("shown");
    log.fake.push("journal.clearing", { cleared: 3, searchedTo: 5 });
    expect(log.state().clearing).toEqual({ cleared: 3, searchedTo: 5 });
    // Pressed again it is still the one that goes on.
    void log.state().clear("all");
    log.state().stopClearing();
    const begun = log.fake.calls.filter(({ method }) => method === "clear");
    expect(begun).toHaveLength(1);
    const stopped = log.fake.calls.findLast(({ method }) => method === "cancelSearch")?.input;
    expect(begun[0]?.input).toMatchObject(stopped ?? { requestId: "none" });
    ending.resolve();
    await log.settle();
    expect(log.state().clearing).toBeNull();
    expect(log.done).toMatchObject([{ title: "Stopped. Cleared 4 events" }]);
  });

  it("selects several by range, one by one, and all that are loaded", async () => {
    const log = await opened(30);
    const { select, selectAll } = log.state();
    select(10);
    select(13, "range");
    expect(log.state()).toMatchObject({ selectedId: 13, selectedIds: [10, 11, 12, 13] });
    // From the same beginning, to the other side.
    select(8, "range");
    expect(log.state().selectedIds).toEqual([8, 9, 10]);
    // Keys go on from 20, which is not selected until it is added.
    select(20, "move");
    expect(log.state()).toMatchObject({ selectedId: 20, selectedIds: [8, 9, 10] });
    select(20, "toggle");
    select(9, "toggle");
    expect(log.state()).toMatchObject({ selectedId: 9, selectedIds: [8, 10, 20] });
    select(12);
    expect(log.state().selectedIds).toEqual([12]);
    select(12, "toggle");
    expect(log.state()).toMatchObject({ selectedId: null, selectedIds: [] });
    selectAll();
    expect(log.state().selectedIds).toHaveLength(30);
  });

  it("tells how many arrive in a second, and that it is over", async () => {
    const log = await opened(0);
    log.append(600, 500);
    log.tick(500);
    expect(log.state().rate).toBe(300);
    await log.settle();
    expect(log.state().rate).toBe(0);
  });

  it("passes on what main says about recording", async () => {
    const log = await opened(0);
    const status = { problem: { code: "disk-full", sentence: "The disk is full." }, indexLag: 12 };
    log.fake.push("journal.status", status);
    expect(log.state().status).toEqual(status);
  });
});

type Step =
  | { readonly do: "append"; readonly count: number; readonly skipped: number }
  | { readonly do: "amend"; readonly at: number }
  | { readonly do: "filter"; readonly filter: "" | "odd" }
  | {
      readonly do:
        | "older"
        | "newer"
        | "up"
        | "down"
        | "end"
        | "home"
        | "pause"
        | "resume"
        | "frame"
        | "answer"
        | "settle";
    };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("append" as const),
      count: fc.integer({ min: 1, max: 900 }),
      skipped: fc.constantFrom(0, 0, 0, 40, 700),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("amend" as const), at: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("filter" as const), filter: fc.constantFrom("" as const, "odd" as const) }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(["older", "newer", "up", "down", "end", "home", "pause", "resume", "frame", "answer", "settle"] as const),
      ),
    }),
  },
);

describe("against a log that is simply a list", () => {
  it("shows neighbours only, says truly whether there is more, and never holds more than it may", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 40 }), fc.integer({ min: 0, max: 600 }), async (plan, before) => {
        const log = await opened(before);
        for (const step of plan) await perform(log, step);
        await log.settle();
        const { window, filter, paused, following, unseen } = log.state();
        const all = log.log().filter((each) => filter === "" || each.id % 2 === 1);
        const shown = ids(window.rows);
        expect(shown.length).toBeLessThanOrEqual(MAX_ROWS);
        const from = all.findIndex((each) => each.id === shown[0]);
        if (shown.length > 0) {
          expect(from).toBeGreaterThanOrEqual(0);
          // Amended rows too: shown as the log has them now.
          expect(window.rows).toEqual(all.slice(from, from + shown.length));
          expect(window.moreBefore).toBe(from > 0);
        }
        if (paused) return;
        const rest = all.length - Math.max(0, from) - shown.length;
        if (following) expect([rest, window.moreAfter, unseen.count]).toEqual([0, false, 0]);
        else if (!window.moreAfter) expect(rest).toBe(0);
      }),
      { numRuns: 120 },
    );
  });
});

async function perform(log: ReturnType<typeof setUp>, step: Step): Promise<void> {
  const state = log.state();
  switch (step.do) {
    case "append":
      return log.append(step.count, step.skipped);
    case "amend":
      if (log.log().length > 0) log.amend(log.log()[step.at % log.log().length]?.id ?? 1);
      return;
    case "filter":
      return void state.setFilter(step.filter);
    case "older":
      return void state.loadOlder();
    case "newer":
      return void state.loadNewer();
    case "up":
      return state.setAtEnd(false);
    case "down":
      return state.setAtEnd(true);
    case "end":
      return void state.follow();
    case "home":
      return void state.showOldest();
    case "pause":
      return state.pause();
    case "resume":
      return void state.resume();
    case "frame":
      return log.frame();
    case "answer":
      return log.answer();
    case "settle":
      return log.settle();
  }
}

it("begins with the filter and the event that were looked at before, unless that is gone", async () => {
  for (const isThere of [true, false]) {
    const looked = deliveryEvent({ at: 1, profile: null, facts: {} });
    const lookedAt = { filter: "odd", selectedId: 1 };
    const fake = createFakeBridge({ preferences: { lookedAt }, events: isThere ? [looked] : [] });
    const asked: string[] = [];
    fake.handle("journal", "page", ({ filter }) => {
      asked.push(filter);
      return { events: [event(1)], moreBefore: false, moreAfter: false };
    });
    const stores = createStores(fake.bridge, { failed: () => undefined, outcome: () => undefined } as never);
    const store = defineEventLog({ now: () => 0, frame: () => undefined, later: () => undefined });
    await startStores(stores, [store]);
    expect(asked).toEqual(["odd"]);
    expect(stores.get(store)).toMatchObject({ filter: "odd", selectedId: isThere ? 1 : null });
  }
});
