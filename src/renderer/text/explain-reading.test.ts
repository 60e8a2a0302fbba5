import { describe, expect, it, test } from "vitest";
import { readItemOf, webhookReadingOf } from "../../../tests/support/sample-reading.ts";
import { entriesWord, PARTS } from "../../shared/reading.ts";
import {
  answerText,
  noneText,
  questionTitle,
  readByText,
  readingText,
  saidValues,
  suggestedAnswer,
  wordAnswers,
  yesText,
} from "./explain-reading.ts";

const TRANSFER = readItemOf({
  amount: { text: "50000", path: "transaction.total", units: "50000" },
  currency: { text: "NGN", path: "transaction.currency", code: "NGN" },
  to: { text: "ada_91", path: "transaction.payee", written: "same" },
  purpose: { text: "payout", path: "event", means: "credit" },
  outcome: { text: "done", path: "transaction.state", means: "went-through" },
  ids: [{ text: "evt_1", path: "id" }],
});

describe("a webhook in words", () => {
  it("says every value, and where the amount stands", () => {
    expect(readingText(webhookReadingOf({ items: [TRANSFER] }), null)).toBe(
      "Amount 50\u202f000 from transaction.total\u00a0· NGN\u00a0· to ada_91\u00a0· a credit\u00a0· it went through",
    );
    // Where the unit is known the money stands beside it, as in the rows.
    expect(readingText(webhookReadingOf({ items: [TRANSFER] }), 100)).toContain("Amount 50\u202f000 = 500.00 from");
  });

  it("says how the amount is written where that is another unit, and that it is no number where it is none", () => {
    const written = (text: string, units: string | null) =>
      saidValues(readItemOf({ amount: { text, path: "a", units } }))[0]?.words;
    expect(written("500.00", "50000")).toBe("Amount 50\u202f000, written 500.00");
    expect(written("50 000", "50000")).toBe("Amount 50\u202f000");
    expect(written("1/2", null)).toBe("Amount “1/2”, which is not one number");
  });

  it("says what is not known, that nothing tells the end, and how many more a batch has", () => {
    const unknown = readItemOf({ outcome: { text: "booked", path: "s", means: null } });
    expect(saidValues(unknown)).toMatchObject([{ role: "outcome", unknown: true }]);
    const gone = readItemOf({ outcome: { text: "", path: "paid_at", means: null } });
    expect(saidValues(gone)[0]?.value).toBe("open: nobody said yet what it means that nothing stands there");
    const [none, more] = ["nothing says how it ended", "and 1 more in the same webhook"];
    const items = [readItemOf({}), TRANSFER];
    expect(readingText(webhookReadingOf({ by: "confirmed", items }), null)).toBe(`${none}\u00a0· ${more}`);
    // Who is asked whether it is read correctly is told of the purpose, too.
    expect(readingText(webhookReadingOf({ items }), null)).toBe(
      `no known word says for certain whether it is a credit or a charge\u00a0· ${none}\u00a0· ${more}`,
    );
    expect(readingText(webhookReadingOf({}), null)).toMatch(/^Nothing/);
  });
});

test("that nothing says the purpose is a doubt only until somebody has confirmed how it is read", () => {
  expect(noneText("purpose", "proposed")).toBe("no known word says for certain whether it is a credit or a charge");
  expect(noneText("purpose", "confirmed")).toBe("nothing says for certain whether it is a credit or a charge");
});

test("who is asked is told what a yes leaves unchecked, where it leaves something", () => {
  const items = [{ ...TRANSFER, purpose: null, outcome: null }];
  expect(yesText(webhookReadingOf({ items }))).toBe(
    "After a yes Linkdesk checks amount, currency and payee, but not purpose and outcome.",
  );
  expect(yesText(webhookReadingOf({ items: [{ ...TRANSFER, outcome: null }] }))).toBe(
    "After a yes Linkdesk checks amount, currency, payee and purpose, but not outcome.",
  );
  expect(yesText(webhookReadingOf({ items: [TRANSFER] }))).toBeNull();
  expect(yesText(webhookReadingOf({ by: "confirmed", items }))).toBeNull();
});

test("the question names what it is about: the reading, or the word that is new", () => {
  expect(questionTitle(webhookReadingOf({}), "wrong")).toBe("A webhook came that looks wrong. Is it read correctly?");
  expect(questionTitle(webhookReadingOf({}), null)).toBe("Is it read correctly?");
  const word = { about: "outcome", text: "settled", path: "state", suggests: "failed" } as const;
  expect(questionTitle(webhookReadingOf({ newWords: [word] }), "right")).toBe(
    "It says “settled” at state, which was not seen in this kind of webhook before: did it go through?",
  );
  const titleOf = (text: string) => questionTitle(webhookReadingOf({ newWords: [{ ...word, text }] }), "right");
  expect(titleOf(PARTS)).toBe("“state” was not there before: did it go through?");
  expect(titleOf(entriesWord(2))).toBe("“state” has 2 entries, which was not seen before: did it go through?");
  const because = (why: "not-the-amount" | "not-there-before" | "empty" | "gone", text: string) =>
    questionTitle(webhookReadingOf({ newWords: [{ ...word, text, because: why }] }), "right");
  expect(because("not-the-amount", "1.50")).toBe("“state” is 1.50, and no longer the amount: did it go through?");
  expect(because("empty", "")).toBe("“state” is empty, and was not before: did it go through?");
  expect(because("gone", "")).toBe("“state” is not there, and was before: did it go through?");
  const items = [readItemOf({ ids: [{ text: "RF-17", path: "state" }] })];
  expect(questionTitle(webhookReadingOf({ items, newWords: [{ ...word, text: "RF-17" }] }), "right")).toBe(
    "Its id state is made of other letters than before, “RF-17”: did it go through?",
  );
  const amount = { about: "amount", text: "5,000.00", path: "data.sum", suggests: null } as const;
  expect(questionTitle(webhookReadingOf({ newWords: [amount] }), "right")).toBe(
    "The amount is written “5,000.00”, in another way than before. Is it read correctly?",
  );
  expect(because("not-there-before", "later")).toBe("“state: later” was not there before: did it go through?");
  expect(wordAnswers(word).map(({ means }) => means)).toEqual(["went-through", "failed", "neither"]);
  const id = { about: "purpose", text: "ev_200", path: "evt", suggests: null } as const;
  expect(wordAnswers(id).map(({ label }) => label)).toEqual([
    "A credit",
    "A charge",
    "Neither",
    "An id, which says nothing of that",
  ]);
  expect(answerText(id, "either")).toBe("“evt” is an id, and any may stand there");
  expect(answerText(word, "failed")).toBe("“settled” says that it failed");
  expect(answerText({ ...word, because: "not-there-before" }, "went-through")).toBe(
    "“state” may be there, and says nothing of how it ended",
  );
  expect(answerText({ ...word, text: "" }, "neither")).toBe("Where nothing stands at “state”, it is not over");
});

test("no answer is suggested for how a refund went", () => {
  const outcome = { about: "outcome", text: "refunded", path: "status", suggests: "failed" } as const;
  const purpose = { about: "purpose", text: "refund.done", path: "type", suggests: "neither" } as const;
  const means = (means: "charge" | "neither") => readItemOf({ purpose: { text: "", path: "type", means } });
  expect(suggestedAnswer(webhookReadingOf({ items: [means("charge")], newWords: [outcome] }))).toBe("failed");
  expect(suggestedAnswer(webhookReadingOf({ items: [means("neither")], newWords: [outcome] }))).toBeNull();
  expect(suggestedAnswer(webhookReadingOf({ newWords: [purpose, outcome] }))).toBe("neither");
  expect(suggestedAnswer(webhookReadingOf({ newWords: [outcome, purpose] }))).toBeNull();
});

test("the chip over a webhook says that its reading is confirmed, and nothing of the webhook", () => {
  const labels = (["known", "confirmed", "proposed"] as const).map((by) => readByText({ by, newWords: [] }).label);
  expect(labels).toEqual(["reading known", "reading confirmed", "reading proposed"]);
});
