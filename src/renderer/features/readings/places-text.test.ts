import { expect, test } from "vitest";
import { KIOSK_READING } from "../../../../tests/support/sample-reading.ts";
import { placesText } from "./places-text.ts";

test("words that were explained stand with their place", () => {
  const words = ["paid", "settled", "", "{+}"].map((text) => ({ text, means: "went-through" }) as const);
  const places = [{ path: "state", words: [...words, { text: "denied", means: "failed" } as const] }];
  expect(placesText({ ...KIOSK_READING, outcome: { places } })).toMatch(
    /Outcome state \(went through: paid, settled; failed: denied\)$/,
  );
});

test.each([
  [0, /^Amount \S+\u00a0· /],
  [-2, /^Amount \S+ \(50\s000 sent is written 5\s000\s000\)\u00a0· /],
  [2, /^Amount \S+ \(50\s000 sent is written 500\.00\)\u00a0· /],
  [6, /^Amount \S+ \(50\s000 sent is written 0\.05\)\u00a0· /],
])("an amount in another unit (%i) is explained by an example", (scale, text) => {
  const { amount } = KIOSK_READING;
  expect(placesText({ ...KIOSK_READING, amount: amount && { ...amount, scale } })).toMatch(text);
});
