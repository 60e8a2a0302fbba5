import { expect, test } from "vitest";
import { KIOSK_READING } from "../../../../tests/support/sample-reading.ts";
import { placesText } from "./places-text.ts";

test.each([
  [0, /^Amount \S+ · /],
  [-2, /^Amount \S+ \(50\s000 sent is written 5\s000\s000\) · /],
  [2, /^Amount \S+ \(50\s000 sent is written 500\.00\) · /],
  [6, /^Amount \S+ \(50\s000 sent is written 0\.05\) · /],
])("an amount in another unit (%i) is explained by an example", (scale, text) => {
  const { amount } = KIOSK_READING;
  expect(placesText({ ...KIOSK_READING, amount: amount && { ...amount, scale } })).toMatch(text);
});
