import { describe, expect, it, test } from "vitest";
import { KIOSK_READING, readItemOf } from "../../tests/support/sample-reading.ts";
import {
  blankReading,
  correctionOf,
  correctReading,
  explainedBy,
  isAtPlace,
  learnWord,
  mayBeId,
  placeOfValue,
  unitOfAmount,
} from "./correct-reading.ts";
import { FILLED, type PayloadValue, reading } from "./reading.ts";

function value(path: string, text = "", kind: PayloadValue["kind"] = "string"): PayloadValue {
  return { path, text, kind };
}

test("from nothing to a whole reading by pointing, each step one that can be saved", () => {
  const steps = [
    { is: "amount", path: "data.sum", scale: 2, decimalMark: ".", negative: false } as const,
    correctionOf("currency", "data.cur", "NGN", null),
    correctionOf("user", "data.who", "ada", null),
    correctionOf("eventId", "id", "1", null),
    { is: "outcome", path: "data.state", words: [{ text: "done", means: "went-through" }] } as const,
    { is: "purpose", path: "data.state", words: [{ text: "done", means: "credit" }] } as const,
  ];
  const whole = steps.reduce(correctReading, blankReading("payout"));
  expect(reading.safeParse(whole).error).toBeUndefined();
  expect(whole).toMatchObject({
    name: "payout",
    shape: { paths: ["data.sum", "data.who"], when: [] },
    amount: { path: "data.sum", scale: 2 },
    currency: { path: "data.cur" },
    user: { path: "data.who", written: "same" },
    eventId: { path: "id" },
    purpose: { places: [{ path: "data.state" }] },
    outcome: { places: [{ path: "data.state" }] },
  });
});

test("a place means one thing: what it was before is gone, the rest stays, and what is wrong can be taken away", () => {
  const moved = correctReading(KIOSK_READING, correctionOf("remark", "transfer.payee.ref", "x", null));
  expect(moved).toMatchObject({ user: null, remark: { path: "transfer.payee.ref" }, amount: KIOSK_READING.amount });
  const gone = correctReading(moved, { is: "nothing", path: "transfer.state" });
  expect(gone.outcome.places).toEqual([]);
  expect(gone).toMatchObject({ user: null, remark: { path: "transfer.payee.ref" } });
});

test("a place of words that is pointed at again gets its new words in the same place of the list", () => {
  const words = [{ text: "void", means: "failed" }] as const;
  const once = correctReading(KIOSK_READING, { is: "outcome", path: "log.ok", words });
  const twice = correctReading(once, { is: "outcome", path: "transfer.state", words });
  expect(twice.outcome.places).toEqual([
    { path: "transfer.state", words },
    { path: "log.ok", words },
  ]);
});

describe("the place of a value in all webhooks of its kind", () => {
  it.each([
    ["transaction.amount", "transaction.amount"],
    ["items[3].amount", "items[*].amount"],
    ["pair[1]", "pair[1]"],
    ["[0].data.amount", "[*].data.amount"],
    ['rows[0]["odd key"]', 'rows[*]["odd key"]'],
    ["header webhook-id", "header webhook-id"],
    ["?user.reference", "?user.reference"],
  ])("%s is %s", (path, place) => {
    expect(placeOfValue(value(path), [])).toBe(place);
  });

  it("is found by the name in a list of pairs", () => {
    const values = [
      value("Item[0].Name", "Amount"),
      value("Item[0].Value", "100", "number"),
      value("Item[1].Name", 'The "payer"'),
      value("Item[1].Value", "ada"),
    ];
    expect(placeOfValue(value("Item[1].Value"), values)).toBe('Item[Name="The \\"payer\\""].Value');
    expect(placeOfValue(value("Item[0].Value"), values)).toBe('Item[Name="Amount"].Value');
  });

  it.each([
    ["items[*].amount", "items[7].amount", true],
    ['Item[Name="Amount"].Value', "Item[0].Value", true],
    ["items[*].amount", "items.first.amount", false],
    ["a.b", "a.b.c", false],
    ["?a", "a", false],
  ])("%s has %s: %s", (place, path, expected) => {
    expect(isAtPlace(place, path)).toBe(expected);
  });
});

describe("the unit of an amount", () => {
  it.each([
    ["50000", "50000", { scale: 0 }],
    ["50 000", "50000", { scale: 0 }],
    ["500.00", "50000", { scale: 2, decimalMark: "." }],
    ["500,00", "50000", { scale: 2, decimalMark: "," }],
    ["50,000.00", "50000", { scale: 0, decimalMark: "." }],
    ["50.000,00", "50000", { scale: 0, decimalMark: "," }],
    ["1.234", "1234", { scale: 0, decimalMark: "," }],
    ["5000000", "50000", { scale: -2 }],
    ["NGN 500", "50000", { scale: 2 }],
    ["-500.00", "50000", { scale: 2, negative: true }],
    ["50000000", "50000", { scale: -3 }],
    ["9007199254740993123", "9007199254740993123", { scale: 0 }],
  ])("%s for %s", (text, expected, unit) => {
    expect(unitOfAmount(text, expected)).toMatchObject(unit);
  });

  it.each(["50001", "500.01", "1/2", "", "abc"])("of %s for 50000 has to be said", (text) => {
    expect(unitOfAmount(text, "50000")).toBeNull();
  });

  it("has to be said where nothing was asked for", () => {
    expect(unitOfAmount("500.00", null)).toBeNull();
  });
});

test("a word that somebody has explained is known at its place alone", () => {
  const twoPlaces = correctReading(KIOSK_READING, { is: "outcome", path: "log.ok", words: [] });
  const word = { about: "outcome", text: "booked", path: "transfer.state", suggests: null } as const;
  const once = learnWord(twoPlaces, word, "failed", "transfer.state");
  const learned = learnWord(once, word, "went-through", "transfer.state");
  expect(learned.outcome.places).toEqual([
    {
      path: "transfer.state",
      words: [
        { text: "settled", means: "went-through" },
        { text: "booked", means: "went-through" },
      ],
    },
    { path: "log.ok", words: [] },
  ]);
});

test("where an id stands, whatever was said of the ids before is gone", () => {
  const word = { about: "purpose", text: "ev_200", path: "evt", suggests: null } as const;
  const first = learnWord(KIOSK_READING, { ...word, text: "ev_100" }, "neither", "evt");
  expect(mayBeId(word)).toBe(true);
  expect(learnWord(first, word, "either", "evt").purpose.places).toEqual([
    ...KIOSK_READING.purpose.places,
    { path: "evt", words: [{ text: FILLED, means: "either" }] },
  ]);
  expect(mayBeId({ ...word, text: "purse.fill" })).toBe(false);
  expect(mayBeId({ ...word, text: "refund_17", suggests: "neither" })).toBe(false);
});

describe("a new word at a place that the reading does not explain", () => {
  const reading = { ...KIOSK_READING, watched: [{ path: "lines[*].code", words: ["", "00"] }] };
  const word = { about: "outcome", text: "09", path: "lines[3].code", suggests: null } as const;

  it("is one more that makes no difference, where it went through", () => {
    expect(learnWord(reading, word, "went-through", "lines[*].code")).toEqual({
      ...reading,
      watched: [{ path: "lines[*].code", words: ["", "00", "09"] }],
    });
  });

  it("makes the place one of the outcome, where it says that it failed or is not over", () => {
    const learned = learnWord(reading, word, "failed", "lines[*].code");
    expect(learned.watched).toEqual([]);
    expect(learned.outcome.places).toContainEqual({
      path: "lines[*].code",
      words: [
        { text: "", means: "went-through" },
        { text: "00", means: "went-through" },
        { text: "09", means: "failed" },
      ],
    });
  });

  it("is known from then on at a place that was not there before", () => {
    const fresh = { about: "outcome", text: "LATE", path: "items[0].why", suggests: "failed" } as const;
    expect(learnWord(reading, fresh, "neither", "items[*].why").outcome.places).toContainEqual({
      path: "items[*].why",
      words: [{ text: "LATE", means: "neither" }],
    });
    const refund = { about: "purpose", text: "true", path: "undone", suggests: "neither" } as const;
    expect(learnWord(reading, refund, "neither", "undone").purpose.places).toEqual([
      { path: "undone", words: [{ text: "true", means: "neither" }] },
    ]);
  });

  it("one answer explains all that is new in one that went through, and nothing that is known to say otherwise", () => {
    const word = (text: string, suggests: "went-through" | "failed" | null) =>
      ({ about: "outcome", text, path: text, suggests }) as const;
    const [done, open, denied] = [
      word("DONE", "went-through"),
      word("parked", null),
      word("DENIED", "failed"),
    ] as const;
    const about = { about: "purpose", text: "pull", path: "kind", suggests: null } as const;
    const newWords = [about, open, denied, done];
    expect(explainedBy(open, "went-through", { items: [], newWords })).toEqual([open, done]);
    expect(explainedBy(open, "failed", { items: [], newWords })).toEqual([open]);
    expect(explainedBy(about, "charge", { items: [], newWords })).toEqual([about]);
    const item = readItemOf({});
    expect(explainedBy(open, "went-through", { items: [item, item], newWords })).toEqual([open]);
  });

  it("a watched place that is pointed at is watched no longer", () => {
    expect(correctReading(reading, { is: "remark", path: "lines[*].code" }).watched).toEqual([]);
  });
});
