import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bytes, createJournals, indexed, sampleCall, sampleDelivery } from "../../../../tests/journal/samples.ts";
import type { OnPurpose } from "../../../shared/answer-script.ts";
import { FORWARD_WAITS } from "../../../shared/replay.ts";
import type { Journal, NewEvent } from "../index.ts";

const START = 1_750_000_000_000_000;
const DAY = new Date(START / 1_000).toLocaleDateString("sv-SE");

describe("filtering by each field", () => {
  const journals = createJournals();
  let journal: Journal;
  const names = new Map<number, string>();
  beforeAll(async () => {
    journal = await journals.open();
    const charge =
      '{"type":"charge","charge":{"amount":"10.50","currency":"NGN","user":{"reference":"Ref-ÄB"},"remark":"Lunch"}}';
    const add = async (name: string, event: NewEvent) => {
      const id = await journal.append(event);
      names.set(id, name);
      return id;
    };
    const shop = { id: "s", name: "Größe 24", mode: "test" } as const;
    const slow = await add("charge", sampleDelivery(charge, { profile: shop, completeness: "whole" }));
    await journal.finishDelivery(slow, {
      answerState: "sent",
      duration: 1_500_000,
      committed: 1,
      answerStarted: 2,
      answerEnded: 3,
    });
    await add("cut", sampleDelivery("{", { completeness: "cut", profile: null, status: null }));
    await add("call", sampleCall({ method: "GET", operation: "link", facts: { linkId: "lnk_7" }, outcome: null }));
    const pinned = await add(
      "pinned",
      sampleDelivery("amount=1e1&user_reference=Bola&event=send.success", { method: "PATCH" }),
    );
    await journal.pin(pinned, true);
    await add("notice", {
      kind: "notice",
      summary: { kind: "notice", at: START, notice: { code: "secrets-unprotected" } },
    });
  });
  afterAll(() => journals.dispose());

  it.each([
    [`on:${DAY} kind:notice,call`, ["call", "notice"]],
    [`-on:${DAY}`, []],
    ["on:2025-01-01", []],
    ["profile:GRÖSSE", []],
    ["profile:größe", ["charge"]],
    ["-profile:größe", ["cut", "call", "pinned", "notice"]],
    ["is:incomplete", ["cut"]],
    ["is:pinned", ["pinned"]],
    ["is:pinned,incomplete", ["cut", "pinned"]],
    ["about:charge", ["charge"]],
    ["about:link", ["call"]],
    ["about:credit,link", ["call"]],
    ["currency:ngn", ["charge"]],
    ["amount:10.5", ["charge"]],
    ["amount:10", ["pinned"]],
    ["amount:<10.5", ["pinned"]],
    ["amount:10..10.50", ["charge", "pinned"]],
    ["-amount:>0", ["cut", "call", "notice"]],
    ["ref:ref-äb", ["charge"]],
    ["ref:lnk", ["call"]],
    ["ref:bola", ["pinned"]],
    ["ref:=Bola", ["pinned"]],
    ["ref:=lnk_7", ["call"]],
    ["ref:=bola", []],
    ["ref:=Bol", []],
    ["-ref:=Bola", ["charge", "cut", "call", "notice"]],
    ["remark:LUNCH", ["charge"]],
    ["event:send.", ["pinned"]],
    ["method:patch,get", ["call", "pinned"]],
    ["status:none", ["cut", "call"]],
    ["status:200,none", ["charge", "cut", "call", "pinned"]],
    ["duration:>1s", ["charge"]],
    ["duration:..1500ms", ["charge"]],
    ["duration:<1500", []],
    ["header:x-twice", ["charge", "cut", "pinned"]],
    ['header:"X-API-KEY: ••"', ["call"]],
    ["header:two -is:pinned kind:delivery", ["charge", "cut"]],
    ["-header:host", ["call", "notice"]],
    ["secrets-unprotected", ["notice"]],
    ["kind:notice,call", ["call", "notice"]],
    ["not kind:delivery not kind:notice", ["call"]],
  ])("%s", async (filter, expected) => {
    const found = (await journal.page({ limit: 50, filter })).events;
    expect(found.map((event) => names.get(event.id))).toEqual(expected);
  });
});

describe("filtering by what a webhook says", () => {
  const journals = createJournals();
  let journal: Journal;
  const names = new Map<number, string>();
  beforeAll(async () => {
    journal = await journals.open();
    const webhook = (amount: string, status: string) =>
      sampleDelivery(
        `{"event":"charge","amount":${amount},"currency":"NGN","user_reference":"ada","status":"${status}"}`,
      );
    const add = async (name: string, event: NewEvent) => names.set(await journal.append(event), name);
    await add("call", sampleCall({ facts: { subject: "charge", amount: "471133" } }));
    await add("money", webhook("4711.33", "success"));
    await add("units", webhook("471133", "failed"));
    await add("written", webhook('"471,133"', "pending"));
    await add("other", webhook("4711", "success"));
    await add("unknown", webhook("4711", "zurück"));
    await indexed(journal);
    await add("silent", sampleDelivery('{"amount":133,"code":471}'));
  });
  afterAll(() => journals.dispose());

  it.each([
    ["471\u202f133", ["call", "units"]],
    ['"471 133"', ["call", "units"]],
    ['"code": 471', ["silent"]],
    ["471,133", ["call", "units", "written"]],
    ["4,711.33", ["call", "money", "units"]],
    ["4 711.33", ["call", "money", "units"]],
    ["not 471,133 kind:delivery", ["money", "other", "unknown", "silent"]],
    ["amount:471 133", ["call", "units"]],
    ["amount:4,711.33", ["call", "money", "units"]],
    ["amount:>4 711 kind:delivery", ["money", "units"]],
    ["outcome:went-through", ["money", "other"]],
    ["outcome:failed", ["units"]],
    ["outcome:open", ["written", "unknown", "silent"]],
    ["outcome:open,failed", ["units", "written", "unknown", "silent"]],
    ["-outcome:failed kind:delivery", ["money", "written", "other", "unknown", "silent"]],
  ])("%s", async (filter, expected) => {
    const found = (await journal.page({ limit: 50, filter })).events;
    expect(found.map((event) => names.get(event.id))).toEqual(expected);
  });
});

describe("filtering by what was done with an event", () => {
  const journals = createJournals();
  let journal: Journal;
  const names = new Map<number, string>();
  const MARK = { of: 7, by: 9, to: null, edited: false } as const;
  const DONE = { outcome: { code: "success", message: null }, status: 204, duration: 900 } as const;
  const SERVER_ERROR = {
    code: "status",
    status: 500,
    message: null,
    body: "empty",
    credentials: "none",
    errors: {},
    retryAfterSeconds: null,
  } as const;
  const onPurpose = (does: "answer" | "proof") =>
    ({ does, ms: 0, choice: { by: "step", step: 1, of: 1 } }) as const satisfies OnPurpose;

  beforeAll(async () => {
    journal = await journals.open();
    const add = async (name: string, event: NewEvent) => {
      const id = await journal.append(event);
      names.set(id, name);
      return id;
    };
    // Far apart, so that there are spans with nothing of the kind in between.
    const fillUp = () => Promise.all(Array.from({ length: 1_100 }, () => journal.append(sampleDelivery("{}"))));
    await fillUp();
    await add("replay", sampleCall({ operation: "replay", replay: { ...MARK, by: null } }));
    await add("replayed", sampleDelivery("{}", { replay: MARK }));
    await fillUp();
    await add("repeat", sampleCall({ repeatOf: 3 }));
    await add("scripted", sampleDelivery("{}", { onPurpose: onPurpose("answer") }));
    await add("proof", sampleDelivery("{}", { onPurpose: onPurpose("proof") }));
    await fillUp();
    await journal.recordForward(
      await add("forwarded", sampleDelivery("{}", { forward: FORWARD_WAITS })),
      { summary: DONE, answer: null },
      bytes(""),
    );
    // As an earlier version did it: nothing was said of it when it came.
    await journal.recordForward(await add("late", sampleDelivery("{}")), { summary: DONE, answer: null }, bytes(""));
    await add("waiting", sampleDelivery("{}", { forward: FORWARD_WAITS }));
    const again = { by: 1, outcome: DONE.outcome, status: 204 };
    await journal.recordForward(
      await add("again", sampleDelivery("{}")),
      { summary: { ...DONE, outcome: { code: "not-sent", because: "closed" }, again }, answer: null },
      bytes(""),
    );
    await journal.recordForward(
      await add("refused", sampleDelivery("{}")),
      { summary: { ...DONE, outcome: SERVER_ERROR, status: 500 }, answer: null },
      bytes(""),
    );
    await journal.recordForward(
      await add("unsent", sampleDelivery("{}")),
      { summary: { ...DONE, outcome: { code: "not-sent", because: "closed" } }, answer: null },
      bytes(""),
    );
  });
  afterAll(() => journals.dispose());

  it.each([
    ["is:replay", ["replay", "replayed"]],
    ["is:replay kind:delivery", ["replayed"]],
    ["is:repeat", ["repeat"]],
    ["is:scripted", ["scripted"]],
    ["is:forwarded", ["forwarded", "late", "waiting", "again", "refused", "unsent"]],
    ["is:forward-failed", ["refused", "unsent"]],
    ["is:not-forwarded", ["unsent"]],
    ["is:forwarded -is:unsent", ["forwarded", "late", "waiting", "again", "refused"]],
    ["is:repeat,scripted", ["repeat", "scripted"]],
    ["is:replay is:forwarded", []],
    ["is:replay,pinned", ["replay", "replayed"]],
  ])("%s", async (filter, expected) => {
    for (const query of [{ limit: 50 }, { limit: 50, after: 0 }]) {
      const { events } = await journal.page({ ...query, filter });
      expect(events.map((event) => names.get(event.id))).toEqual(expected);
    }
  });
});

describe("notes and tags", () => {
  it("are kept, changed, searched in however long the log was indexed before, and go with their event", async () => {
    const journals = createJournals();
    try {
      const journal = await journals.open();
      const ids = await Promise.all(
        Array.from({ length: 40 }, (_, n) => journal.append(sampleDelivery(`{"number":"${n}"}`))),
      );
      await indexed(journal);
      const first = ids[4] ?? 0;
      const second = ids[21] ?? 0;
      await journal.annotate(first, { note: "Asked Ämilie about the refund", add: ["refund", "vip client"] });
      await journal.annotate(second, { add: ["refund"] });
      const found = async (filter: string) => (await journal.page({ limit: 50, filter })).events.map(({ id }) => id);
      expect(await found("note:ämilie")).toEqual([first]);
      expect(await found("tag:refund")).toEqual([first, second]);
      expect(await found('tag:"VIP client"')).toEqual([first]);
      expect(await found("tag:refund -note:ämilie")).toEqual([second]);
      expect(await found("refund")).toEqual([first, second]);
      expect(await found('"about the refund"')).toEqual([first]);
      expect(await journal.tags()).toEqual(["refund", "vip client"]);
      await journal.annotate(first, { note: "", remove: ["refund"] });
      expect((await journal.detail(first))?.summary).toMatchObject({ tags: ["vip client"] });
      expect((await journal.detail(first))?.summary).not.toHaveProperty("note");
      await journal.remove([first]);
      expect(await journal.tags()).toEqual(["refund"]);
      // Of more tags than anybody can choose among, a thousand are told of.
      for (let each = 0; each < 60; each += 1) {
        const add = Array.from({ length: 20 }, (_, place) => `${each} ${place}`);
        await journal.annotate(await journal.append(sampleDelivery("{}")), { add });
      }
      expect(new Set(await journal.tags()).size).toBe(1_000);
      expect(await journal.tags()).toHaveLength(1_000);
    } finally {
      await journals.dispose();
    }
  });
});
