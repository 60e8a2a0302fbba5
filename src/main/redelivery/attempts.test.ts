import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createJournals, sampleDelivery } from "../../../tests/journal/samples.ts";
import type { HeaderList } from "../../shared/primitives.ts";
import type { Journal } from "../journal/index.ts";
import { attemptsOf } from "./attempts.ts";

describe("the attempts of a webhook", () => {
  let journals: ReturnType<typeof createJournals>;
  let journal: Journal;
  let at = 1_750_000_000_000_000;

  beforeEach(async () => {
    journals = createJournals();
    journal = await journals.open();
  });
  afterEach(() => journals.dispose());

  async function arrive(body: string, change: Parameters<typeof sampleDelivery>[1] = {}, headers?: HeaderList) {
    at += 2_000_000;
    const sample = sampleDelivery(
      body,
      { at, status: 500, ...change },
      headers === undefined ? undefined : [...headers.map(([name, value]) => [name, value] as [string, string])],
    );
    const id = await journal.append(sample);
    await journal.finishDelivery(id, {
      answerState: "sent",
      duration: 9,
      committed: 3,
      answerStarted: 4,
      answerEnded: 9,
    });
    return id;
  }

  it("are those with the same bytes to the same place, in order, whichever is asked for", async () => {
    const first = await arrive("one");
    await arrive("two");
    const again = await arrive("one");
    await arrive("one", { path: "/elsewhere" });
    const last = await arrive("one", { status: 200 });
    for (const id of [first, again, last]) {
      const series = await attemptsOf(journal, id);
      expect(series.attempts.map((each) => each.id)).toEqual([first, again, last]);
      expect(series.attempts.map(({ gap }) => gap)).toEqual([null, 4_000_000, 4_000_000]);
      expect(series).toMatchObject({ by: "bytes", complete: true, more: 0 });
    }
  });

  it("are none of tests of an address, which all have the same body", async () => {
    const test = (token: string) => arrive("a test", {}, [["Linkdesk-Proof", token]]);
    const first = await test("one");
    const second = await test("two");
    const webhook = await arrive("a test");
    for (const id of [first, second, webhook])
      expect((await attemptsOf(journal, id)).attempts.map((each) => each.id)).toEqual([id]);
  });

  it("are known by their id where the sender builds the body anew, and not by equal values alone", async () => {
    const payload = (id: string, at: number) =>
      JSON.stringify({
        transaction: { id, amount: 5_000, currency: "NGN", reference_time: at, user: { reference: "u" } },
      });
    const first = await arrive(payload("trx_000001", 1));
    await arrive(payload("trx_000002", 1));
    const again = await arrive(payload("trx_000001", 22));
    const series = await attemptsOf(journal, first);
    expect(series.attempts.map((each) => each.id)).toEqual([first, again]);
    expect(series.attempts.map(({ sameBytes }) => sameBytes)).toEqual([true, false]);
    expect(series.by).toBe("id");
  });

  it("say what has changed since the first one", async () => {
    const headers: HeaderList = [
      ["Host", "x"],
      ["X-Signature", "aa"],
      ["PayPal-Transmission-Sig", "aa"],
      ["X-Attempt", "1"],
      ["X-Twice", "a"],
      ["X-Twice", "b"],
    ];
    const first = await arrive("{}", {}, headers);
    await arrive(
      "{}",
      {},
      headers.map(([name, value]) => [name.toLowerCase(), value] as const),
    );
    await arrive("{}", {}, [
      ["host", "x"],
      ["x-signature", "bb"],
      ["paypal-transmission-sig", "bb"],
      ["X-Attempt", "3"],
      ["X-Twice", "a"],
      ["X-New", "1"],
    ]);
    const { attempts } = await attemptsOf(journal, first);
    expect(attempts.map(({ signature }) => signature)).toEqual(["same", "same", "changed"]);
    expect(attempts.map(({ changedHeaders }) => changedHeaders)).toEqual([[], [], ["x-attempt", "x-twice", "x-new"]]);
  });

  it("leave out what was sent again by ourselves, and what was cleared", async () => {
    await arrive("one");
    await journal.clear();
    const first = await arrive("one");
    await arrive("one", { replay: { of: first, by: first, to: null, edited: false } });
    expect((await attemptsOf(journal, first)).attempts).toHaveLength(1);
  });

  it("of more than fifty, the nearest are listed and the others counted", async () => {
    const ids: number[] = [];
    for (let count = 0; count < 60; count += 1) ids.push(await arrive("one"));
    const series = await attemptsOf(journal, ids[0] ?? 0);
    expect(series.attempts.map((each) => each.id)).toEqual(ids.slice(0, 50));
    expect(series.more).toBe(10);
  });

  it("of what is not there are refused", async () => {
    await expect(attemptsOf(journal, 7)).rejects.toMatchObject({ code: "no-event" });
  });
});
