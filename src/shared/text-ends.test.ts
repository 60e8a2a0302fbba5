import fc from "fast-check";
import { expect, test } from "vitest";
import { compareDecimals, decimalKey } from "./decimal.ts";
import { withoutEnd, withoutEnds } from "./text-ends.ts";

test("takes off what an expression would", () => {
  const text = fc.string({ unit: fc.constantFrom("0", "1", " ", "\t", "x"), maxLength: 12 });
  fc.assert(
    fc.property(text, (each) => {
      expect(withoutEnd(each, "0")).toBe(each.replace(/0+$/, ""));
      expect(withoutEnds(each, " \t")).toBe(each.replace(/^[ \t]+/, "").replace(/[ \t]+$/, ""));
    }),
  );
});

// With an expression each of these takes minutes: the test would run into its time limit.
test("is done with a million of them in no time, whatever stands behind", () => {
  const zeros = `1${"0".repeat(1_000_000)}1`;
  expect(withoutEnd(zeros, "0")).toBe(zeros);
  expect(decimalKey(zeros)).toHaveLength(zeros.length + "e1000002".length);
  expect(compareDecimals(zeros, "1")).toBeGreaterThan(0);
});
