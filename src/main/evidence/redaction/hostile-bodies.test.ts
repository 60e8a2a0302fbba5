import { describe, expect, test } from "vitest";
import { rewriteText } from "./body-text.ts";
import { spot } from "./kinds.ts";

const CAP = 10 * 1_048_576;
const same = (text: string): string | null => rewriteText(text, (value) => value.text);

describe("a body that is gone through for an export", () => {
  test("may have so many values, and so many levels, and none more", () => {
    const numbers = (count: number): string => `[${"1,".repeat(count - 1)}1]`;
    const levels = (count: number): string => "[".repeat(count) + "]".repeat(count);
    for (const [make, most] of [
      [numbers, 99_999],
      [levels, 500],
    ] as const) {
      expect(same(make(most))).toBe(make(most));
      expect(same(make(most + 1))).toBeNull();
    }
  });

  // Each of these took seconds to most of a minute, and up to two gigabytes.
  test.each([
    ["brackets that are not closed", "[".repeat(CAP)],
    ["brackets that are", "[".repeat(CAP / 2) + "]".repeat(CAP / 2)],
    ["numbers", `[${"1,".repeat(CAP / 2 - 2)}1]`],
    ["fields of a form", "a=b&".repeat(CAP / 4)],
    ["tags", "<b>".repeat(CAP / 3)],
    ["attributes of one tag", `<a ${"b='x' ".repeat(CAP / 6)}>`],
    ["brackets within a text", JSON.stringify("[".repeat(CAP / 2))],
  ])("is given up for ten mebibytes of %s, before anything is made of them", (_, body) => {
    expect(same(body)).toBeNull();
  });
});

describe("what speaks for itself in a text", () => {
  test("is all of it where it is in more than so many places", () => {
    const addresses = (count: number): string => "ada@example.com ".repeat(count);
    expect(spot(addresses(20_000), true)).toHaveLength(20_000);
    const long = addresses(20_001);
    expect(spot(long, true)).toEqual([{ start: 0, end: long.length, kind: "token" }]);
  });

  test("is found in one word of ten million characters", () => {
    const word = "0123abcd-".repeat(CAP / 9);
    const found = spot(word, true);
    expect(found.reduce((sum, { start, end }) => sum + end - start, 0)).toBeGreaterThan(word.length - 24);
    // Each beginning of a token was tried by itself, with four thousand characters behind it.
    expect(spot("eyJ".repeat(CAP / 3), true)).toEqual([]);
  });
});
