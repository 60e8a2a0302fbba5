import { describe, expect, it } from "vitest";
import { learnWord } from "../../shared/correct-reading.ts";
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

describe("a number that says the amount once more", () => {
  const part = (authorised: unknown, amount = 50_000) => ({ amount, authorised, fee: 0, net_amount: amount });
  const reading = confirm({ ...GOOD, data: { ...GOOD.data, ...part("500.00") } });
  const askedOf = (data: object, by = reading) => asked(data, {}, by);

  it("asks when it is another one, and not as long as it is the same", () => {
    expect(askedOf(part("500.00"))).toEqual([]);
    expect(askedOf(part("777.01", 77_701))).toEqual([]);
    expect(askedOf(part("1.50"))).toEqual(["data.authorised=1.50"]);
    expect(read({ ...GOOD, data: { ...GOOD.data, ...part("1.50") } }, reading).newWords).toMatchObject([
      { because: "not-the-amount" },
    ]);
    expect(askedOf(part(0))).toEqual(["data.authorised=0"]);
    expect(askedOf(part(null))).toEqual(["data.authorised="]);
    // A fee parts the net from the whole.
    expect(askedOf({ ...part("500.00"), fee: 25, net_amount: 49_975 })).toEqual([]);
  });

  it("is free once it was another one and the webhook went through", () => {
    const other = { ...GOOD, data: { ...GOOD.data, ...part("1.50") } };
    const learned = confirmedBy(sourceOf(other), reading);
    expect(askedOf(part("1.50"), learned)).toEqual([]);
    expect(askedOf(part("3.75"), learned)).toEqual([]);
    const again = confirmedBy(sourceOf({ ...GOOD, data: { ...GOOD.data, ...part("500.00") } }), learned);
    expect(askedOf(part("4.20"), again)).toEqual([]);
  });

  it("has failed where somebody says so, and goes through as long as it is the same", () => {
    const [word] = read({ ...GOOD, data: { ...GOOD.data, ...part("1.50") } }, reading).newWords;
    if (word === undefined) throw new Error("Nothing was asked.");
    const learned = learnWord(reading, word, "failed", "data.authorised");
    const outcomeOf = (data: object) => read({ ...GOOD, data: { ...GOOD.data, ...data } }, learned);
    expect(outcomeOf(part("1.50")).items[0]?.outcome?.means).toBe("failed");
    expect(outcomeOf(part("777.01", 77_701))).toMatchObject({ newWords: [] });
    expect(outcomeOf(part("2.50")).newWords).toHaveLength(1);
  });

  it("makes the object that it stands in one about the same movement", () => {
    const code = (status: string) => ({ codeOnScreen: { amount: 50_000, status } });
    const byCode = confirm({ ...GOOD, ...code("PAID") });
    expect(asked({}, code("PAID"), byCode)).toEqual([]);
    expect(asked({}, code("EXPIRED"), byCode)).toEqual(["codeOnScreen.status=EXPIRED"]);
  });
});

describe("the moment at which it went through", () => {
  const paid = (paid_at: unknown) => ({ ...GOOD, data: { ...GOOD.data, paid_at } });
  const reading = confirm(paid("2026-11-21T09:41:07Z"));
  const [word] = read(paid(null), reading).newWords;

  it("asks when it is empty, and may be any other", () => {
    expect(word).toMatchObject({ path: "data.paid_at", text: "", because: "empty" });
    expect(read(paid("2027-01-02T03:04:05Z"), reading).newWords).toEqual([]);
  });

  it("may be empty once it was, and the webhook went through", () => {
    expect(read(paid(null), confirmedBy(sourceOf(paid(null)), reading)).newWords).toEqual([]);
  });

  it("tells the outcome once somebody has said that it failed without it", () => {
    if (word === undefined) throw new Error("Nothing was asked.");
    const learned = learnWord(reading, word, "failed", word.path);
    expect(read(paid(null), learned).items[0]?.outcome?.means).toBe("failed");
    expect(read(paid(""), learned).items[0]?.outcome?.means).toBe("failed");
    expect(read(paid("2027-01-02T03:04:05Z"), learned)).toMatchObject({
      newWords: [],
      items: [{ outcome: { means: "went-through" } }],
    });
  });
});

describe("a place that was not there", () => {
  const extra = (data: object) => ({ ...GOOD, data: { ...GOOD.data, ...data } });

  it.each([{ kosa: "salio halitoshi" }, { subiri: "2026-12-01" }, { reason: "limit" }, { la: "TX-0071" }])(
    "asks whatever stands in it, and is free once it went through: %j",
    (data) => {
      const [name = ""] = Object.keys(data);
      const { newWords } = read(extra(data));
      expect(newWords).toMatchObject([{ path: `data.${name}`, about: "outcome", because: "not-there-before" }]);
      const [word] = newWords;
      if (word === undefined) throw new Error("Nothing was asked.");
      const learned = learnWord(CONFIRMED, word, "went-through", word.path);
      expect(asked(data, {}, learned)).toEqual([]);
      expect(asked({ [name]: "another text 88" }, {}, learned)).toEqual([]);
      expect(read(extra(data), learnWord(CONFIRMED, word, "failed", word.path)).items[0]?.outcome?.means).toBe(
        "failed",
      );
    },
  );

  it("does not ask where it was there with another text, or is empty", () => {
    const reading = confirm(extra({ kosa: "A1B2-0071" }));
    expect(asked({ kosa: "salio halitoshi" }, {}, reading)).toEqual([]);
    expect(asked({ kosa: "" })).toEqual([]);
    const labels = (...texts: string[]) => ({ vitu: texts });
    expect(asked(labels("A1 x", "B2 y", "C3 z"), {}, confirm(extra(labels("A1 x"))))).toEqual([]);
  });
});

describe("names in rows, and words where references stand", () => {
  const rows = (kind: string, state: string) => [
    ["txn", "evt-0001-7781"],
    ["kind", kind],
    ["user", "ref_ada"],
    ["amount", 50_000],
    ["currency", "NGN"],
    ["res", state],
  ];

  it("a row of a name and a value goes by its name, wherever it stands", () => {
    const reading = confirm(rows("send", "ok"));
    expect(reading.amount?.path).toBe('[0="amount"][1]');
    expect(read(rows("send", "ok").toReversed(), reading)).toMatchObject({ by: "confirmed", newWords: [] });
    expect(read(rows("undo", "ok"), reading).newWords).not.toEqual([]);
    expect(read(rows("send", "no"), reading).newWords).not.toEqual([]);
  });

  it("a code is watched wherever it is called one, a code of authorisation is not", () => {
    const reading = confirm({
      ...GOOD,
      data: { ...GOOD.data, "code-retour": "paye", authCode: "7316", tag: "lnurlp" },
    });
    const same = { "code-retour": "paye", authCode: "7316", tag: "lnurlp" };
    expect(asked({ ...same, authCode: "52088" }, {}, reading)).toEqual([]);
    expect(asked({ ...same, "code-retour": "attente" }, {}, reading)).toHaveLength(1);
    expect(asked({ ...same, tag: "refund" }, {}, reading)).toHaveLength(1);
  });

  it("a name written with a capital asks, until three others made no difference", () => {
    let reading = confirm({ ...GOOD, data: { ...GOOD.data, jina: "Juma" } });
    for (const jina of ["Asha", "Neema"]) {
      expect(asked({ jina }, {}, reading)).toEqual([`data.jina=${jina}`]);
      reading = confirmedBy(sourceOf({ ...GOOD, data: { ...GOOD.data, jina } }), reading);
    }
    expect(asked({ jina: "Baraka" }, {}, reading)).toEqual([]);
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
