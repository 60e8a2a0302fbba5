import { expect, it } from "vitest";
import { leftText } from "./countdown.tsx";

const SECOND = 1_000_000;

it("never says that more is left than there was, though the clock is behind", () => {
  const from = 1_700_000_000 * SECOND;
  const until = from + 30 * SECOND;
  expect(leftText(until, from - 200_000, from)).toBe("30 s");
  expect(leftText(until, from + 200_000, from)).toBe("30 s");
  expect(leftText(until, from + 29_999_999, from)).toBe("1 s");
  expect(leftText(until, until, from)).toBeNull();
});
