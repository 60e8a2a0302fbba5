import { describe, expect, it } from "vitest";
import type { Reading } from "../../shared/reading.ts";
import { type Awaited, confirmedBy, proposeReading, readWebhook } from "./index.ts";

const AWAITED: Awaited = {
  operation: "credit",
  amount: "50000",
  currency: "NGN",
  user: "ref_ada",
  from: null,
  to: null,
  remark: null,
};
const GOOD = {
  id: "evt-0001-7781",
  state: "paid",
  data: { amount: 50_000, currency: "NGN", user: "ref_ada", xopTypeId: 5, parentId: null, "72": "", zed: "A", seq: 1 },
  bank: { country: "NG", transactionType: "C" },
};
const sourceOf = (body: object) => ({
  body: new TextEncoder().encode(JSON.stringify(body)),
  headers: [["Content-Type", "application/json"]] as const,
  target: "/",
});
function confirm(body: object): Reading {
  const proposal = proposeReading(sourceOf(body), [AWAITED]);
  if (proposal === null) throw new Error("Nothing is proposed.");
  return { ...confirmedBy(sourceOf(body), proposal), confirmedAt: 1 };
}
const CONFIRMED = confirm(GOOD);
const read = (body: object, reading = CONFIRMED) => readWebhook(sourceOf(body), [reading], []);
/** The places that are asked about. */
const asked = (data: object, rest: object = {}, reading = CONFIRMED) =>
  read({ ...GOOD, ...rest, data: { ...GOOD.data, ...data } }, reading).newWords.map(
    ({ path, text }) => `${path}=${text}`,
  );

describe("in a webhook of a confirmed kind", () => {
  it.each<[string, object, object, string]>([
    ["the code of a type", { xopTypeId: 4 }, {}, "data.xopTypeId=4"],
    ["a letter", { zed: "R" }, {}, "data.zed=R"],
    ["what was empty", { "72": "/RETN/AC03" }, {}, "data.72=/RETN/AC03"],
    ["the one before it", { parentId: "evt-0000-1234" }, {}, "data.parentId=evt-0000-1234"],
    ["a place that was not there", { whyso: "AC04" }, {}, "data.whyso=AC04"],
    ["an object that was not there", { zurück: { wert: 9 } }, {}, "data.zurück={…}"],
    [
      "the transaction's type, wherever it stands",
      {},
      { bank: { country: "NG", transactionType: "D" } },
      "bank.transactionType=D",
    ],
  ])("another word asks: %s", (_, data, rest, expected) => {
    const found = asked(data, rest);
    expect(found).toHaveLength(1);
    expect(found[0]?.replaceAll(/[["\]]/g, "").replace("data72", "data.72")).toBe(expected);
  });

  it("what changes with every webhook, or belongs to somebody or something else, does not ask", () => {
    const others = { id: "evt-0002-9917", bank: { country: "GH", transactionType: "C" }, customer: { tier: "GOLD" } };
    expect(
      asked({ amount: 77_000, user: "ref_tunde", fee: 12, note: "thanks", at: "2026-11-21T09:41:07Z" }, others),
    ).toEqual([]);
    expect(asked({ zed: null, xopTypeId: undefined })).toEqual([]);
  });

  it("a number that was three others, and it made no difference, counts something", () => {
    let reading = CONFIRMED;
    for (const seq of [2, 3]) {
      const body = { ...GOOD, data: { ...GOOD.data, seq } };
      if (read(body, reading).newWords.length > 0) reading = confirmedBy(sourceOf(body), reading);
    }
    expect(asked({ seq: 4 }, {}, reading)).toEqual([]);
  });

  it("what failed has failed, and nothing is asked beside it", () => {
    const failed: Reading = {
      ...CONFIRMED,
      outcome: {
        places: [
          {
            path: "state",
            words: [
              { text: "paid", means: "went-through" },
              { text: "ko", means: "failed" },
            ],
          },
        ],
      },
    };
    expect(asked({ zed: "R" }, { state: "ko" }, failed)).toEqual([]);
  });
});

describe("what is watched is learned", () => {
  it("all at once from a webhook that went through", () => {
    const other = { ...GOOD, data: { ...GOOD.data, zed: "B", xopTypeId: 7, whyso: "AC04" } };
    expect(read(other).newWords).toHaveLength(3);
    const learned = confirmedBy(sourceOf(other), CONFIRMED);
    expect(read(other, learned).newWords).toEqual([]);
    expect(read(GOOD, learned).newWords).toEqual([]);
  });

  it("never from one that failed or is a refund", () => {
    const say = (means: "failed" | "neither"): Reading => ({
      ...CONFIRMED,
      outcome: { places: [{ path: "state", words: [{ text: "paid", means }] }] },
    });
    for (const reading of [say("failed"), say("neither")])
      expect(confirmedBy(sourceOf({ ...GOOD, data: { ...GOOD.data, zed: "R" } }), reading)).toEqual(reading);
  });

  it("in at most a hundred places, of which none is asked about that was left out", () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`q${at}z`, "A"]));
    const reading = confirm({ ...GOOD, data: { ...GOOD.data, ...many } });
    expect(reading.watched).toHaveLength(100);
    expect(asked(many, {}, reading)).toEqual([]);
  });
});
