import { expect, it } from "vitest";
import { elapsedText } from "./elapsed.ts";

it.each([
  [-5, "0.0 s"],
  [99, "0.0 s"],
  [100, "0.1 s"],
  [12_399, "12.3 s"],
  [59_999, "59.9 s"],
  [60_000, "1:00"],
  [65_400, "1:05"],
  [3_600_000, "60:00"],
])("%i ms reads as %s", (milliseconds, text) => {
  expect(elapsedText(milliseconds)).toBe(text);
});
