import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createJournals, indexed, sampleCall, sampleDelivery } from "../../../../tests/journal/samples.ts";
import { DEFAULT_RUN_SETTINGS, type RunSummary } from "../../../shared/run.ts";
import { expectationOf } from "../../runs/index.ts";
import type { OpenedJournal } from "../index.ts";

// The whole way down to the bytes: what was removed is looked for in every file of the log, as a secret would be.

const CUSTOMER = "CUS-77-mark-of-one-customer";
const BODY = `{"event":"credit","amount":1200,"currency":"NGN","user_reference":"${CUSTOMER}"}`;
const EXPECTATION = expectationOf(
  "credit",
  `{"amount":1200,"currency":"NGN","user_reference":"${CUSTOMER}"}`,
  DEFAULT_RUN_SETTINGS,
  null,
);

let journals: ReturnType<typeof createJournals>;
let journal: OpenedJournal;
beforeEach(async () => {
  journals = createJournals();
  journal = await journals.open();
});
afterEach(() => journals.dispose());

/** An index that is being made anew has gone between the two looks. */
const filesWith = (text: string): readonly string[] =>
  readdirSync(journals.folder)
    .map((name) => join(journals.folder, name))
    .filter((file) => existsSync(file) && readFileSync(file).includes(text));

const everything = () => journal.page({ limit: 500, filter: "" });

it("leaves no byte of what was removed in the log's files, and everything else", async () => {
  const others = await Promise.all(Array.from({ length: 300 }, (_, n) => journal.append(sampleDelivery(`{"n":${n}}`))));
  const mine = await Promise.all(
    Array.from({ length: 40 }, () => journal.append(sampleDelivery(BODY, {}, [["X-Customer", CUSTOMER]]))),
  );
  const cleared = await journal.append(sampleDelivery(`{"cleared":"${CUSTOMER}"}`));
  await journal.clear("cleared");
  await journal.pin(mine[3] ?? 0, true);
  const call = await journal.append({
    ...sampleCall({ operation: "credit", facts: { userReference: CUSTOMER, amount: "1200" } }),
    expectation: EXPECTATION,
  });
  // Tied to that call, though it says another reference itself.
  const tied = await journal.append(sampleDelivery('{"amount":1200}'));
  const summary: RunSummary = {
    id: call,
    operation: "credit",
    startedAt: 1,
    deadline: 2,
    call: "accepted",
    verdict: { code: "missing", call: "accepted" },
    certainty: "certain",
    counts: { duplicates: 0, retries: 0, extras: 0, unconfirmed: 0, possible: 0, astray: 0 },
  };
  await journal.runs.save({
    runs: [{ id: call, call: "accepted", summary, downtime: [] }],
    ties: [
      {
        deliveryId: tied,
        runId: call,
        role: "mismatch",
        decision: {
          runId: call,
          by: "value",
          fit: "mismatch",
          certainty: "certain",
          fields: [{ field: "user", state: "differs", expected: CUSTOMER, actual: "b", path: "x", hint: null }],
          reasons: [],
          copyOf: null,
          also: [],
        },
      },
    ],
    through: tied,
    judgedAll: false,
  });
  await indexed(journal);
  expect(filesWith(CUSTOMER)).not.toEqual([]);

  const choice = { filter: CUSTOMER, through: tied };
  const chosen = await journal.choose(choice);
  expect(chosen).toMatchObject({
    related: 1,
    pinned: 1,
    unnamed: 1,
    references: [{ text: CUSTOMER, events: 41, ofAll: true }],
  });
  expect(chosen.ids.toSorted((one, other) => one - other)).toEqual([...mine, call, tied]);
  expect(await journal.remove(chosen.ids)).toBe(42);
  expect(await journal.scrub()).toEqual([]);

  expect(filesWith(CUSTOMER)).toEqual([]);
  expect((await everything()).events.map(({ id }) => id)).toEqual(others);
  expect(await journal.detail(cleared)).toBeNull();
  // It goes on, and finds what is left by an index of its own.
  const next = await journal.append(sampleDelivery('{"n":"after the removal"}'));
  expect(next).toBeGreaterThan(tied);
  await indexed(journal);
  expect((await journal.page({ limit: 5, filter: '"after the removal"' })).events).toHaveLength(1);
});

it("goes on reading webhooks of a kind of which all were removed", async () => {
  const credit = (reference: string) => sampleDelivery(`{"type":"credit","amount":5,"user_reference":"${reference}"}`);
  const reading = async (id: number) => {
    const detail = await journal.detail(id);
    return detail?.kind === "delivery" ? detail.reading : undefined;
  };
  const mine = await journal.append(credit("CUS-77"));
  expect(await reading(mine)).toMatchObject({ items: [{ user: { text: "CUS-77" } }] });
  expect(await journal.remove([mine])).toBe(1);
  expect(await journal.scrub()).toEqual([]);
  expect(await reading(await journal.append(credit("CUS-78")))).toMatchObject({
    items: [{ user: { text: "CUS-78" } }],
  });
});

it("takes a selection by its numbers, and nothing that came after the count", async () => {
  const [first = 0, second = 0] = await Promise.all(
    [sampleDelivery(BODY), sampleDelivery(BODY)].map((each) => journal.append(each)),
  );
  expect((await journal.choose({ filter: CUSTOMER, through: first })).ids).toEqual([first]);
  expect(await journal.remove((await journal.choose({ ids: [second, 9_999] })).ids)).toBe(1);
  expect((await everything()).events.map(({ id }) => id)).toEqual([first]);
});

it("tells of whom events stay: of these nothing is forgotten with somebody else’s", async () => {
  const charge = (from: string, to: string) =>
    sampleDelivery(`{"type":"charge","amount":5,"from_reference":"${from}","to_reference":"${to}"}`);
  await journal.append(charge("CUS-77", "CUS-88"));
  await journal.append(charge("CUS-77", "CUS-99"));
  const last = await journal.append(charge("CUS-88", "CUS-66"));
  expect((await journal.choose({ filter: "ref:CUS-77", through: last })).references).toEqual([
    { text: "CUS-77", events: 2, ofAll: true },
    { text: "CUS-88", events: 1, ofAll: false, stays: true },
    { text: "CUS-99", events: 1, ofAll: false },
  ]);
});

it("names whom a filter for a part of a reference has found, takes one alone, and counts what else has the word", async () => {
  const credit = (reference: string) => sampleDelivery(`{"type":"credit","amount":5,"user_reference":"${reference}"}`);
  const mine = [await journal.append(credit("CUS-77")), await journal.append(credit("CUS-77"))];
  const longer = await journal.append(credit("CUS-770"));
  const memo = await journal.append(sampleDelivery('{"memo":{"text":"phone CUS-77 back"}}'));
  await journal.append(sampleDelivery('{"memo":{"text":"phone CUS-770, Cus-77_b and xCUS-77 back"}}'));
  await journal.append(sampleDelivery('{"memo":{"text":"lunch"}}'));

  const part = { filter: "ref:CUS-77", through: memo };
  const both = await journal.choose(part);
  expect(both.references).toEqual([
    { text: "CUS-77", events: 2, ofAll: false },
    { text: "CUS-770", events: 1, ofAll: false },
  ]);
  expect(await journal.countElsewhere(part, both)).toEqual([{ text: "CUS-77", events: 1, isAll: true }]);

  const whole = { filter: "ref:=CUS-77", through: memo };
  const one = await journal.choose(whole);
  expect(one.references).toEqual([{ text: "CUS-77", events: 2, ofAll: true }]);
  expect(one.ids.toSorted((first, second) => first - second)).toEqual(mine);
  // What is a longer reference is somebody else's.
  const elsewhere = [{ text: "CUS-77", events: 1, isAll: true }];
  expect(await journal.countElsewhere(whole, one)).toEqual(elsewhere);
  const more = await journal.choose({ ...whole, withElsewhere: true });
  expect(more.ids).toEqual(expect.arrayContaining([...mine, memo]));
  expect(more).toMatchObject({ related: 0, references: one.references, unnamed: 1 });
  expect(more.ids).toHaveLength(3);
  expect(await journal.countElsewhere({ filter: "kind:delivery", through: memo }, one)).toEqual([]);
  // Of a selection: whom its events name, in all others.
  expect(await journal.countElsewhere({ ids: mine }, await journal.choose({ ids: mine }))).toEqual(elsewhere);
  const all = [...mine, longer];
  expect(await journal.countElsewhere({ ids: all }, await journal.choose({ ids: all }))).toEqual([
    ...elsewhere,
    { text: "CUS-770", events: 1, isAll: true },
  ]);
  await journal.remove(one.ids);
  expect((await everything()).events.map(({ id }) => id)).toContain(longer);
});
