import { expect, test } from "vitest";
import { webhookReadingOf } from "../../../../tests/support/sample-reading.ts";
import type { NewWord } from "../../../shared/reading.ts";
import { createReadingJoiner, splitReading } from "./stored-reading.ts";

test("what is new about a word comes back from the log as it was read", () => {
  const newWords: readonly NewWord[] = [
    { about: "outcome", text: "AC04", path: "why", suggests: "failed", because: "not-there-before" },
    { about: "outcome", text: "1.50", path: "paid", suggests: null, because: "not-the-amount" },
    { about: "outcome", text: "", path: "paid_at", suggests: null, because: "gone" },
    { about: "outcome", text: "later", path: "state", suggests: null },
    { about: "purpose", text: "", path: "event", suggests: null, because: "empty" },
    { about: "amount", text: "5,000.00", path: "sum", suggests: null },
  ];
  const reading = webhookReadingOf({ by: "confirmed", newWords, tags: ["[ld-1]"] });
  expect(createReadingJoiner()(splitReading(reading))).toEqual(reading);
});
