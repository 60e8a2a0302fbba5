import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findAll } from "../view/find.ts";
import { breaksBefore, isBreak, LONGEST_LINE, softBroken, toShown, toText } from "../view/soft-breaks.ts";

const longLine = fc
  .array(fc.constantFrom("a", "\u{1f600}", "\n", "x".repeat(3_999), "y".repeat(LONGEST_LINE), "é"), { maxLength: 9 })
  .map((parts) => parts.join(""));

function broken(text: string) {
  return softBroken(
    text,
    text.split("\n").reduce((most, line) => Math.max(most, line.length), 0),
  );
}

describe("a text with endless lines", () => {
  it("is the text again without the breaks, and each offset finds its way there and back", () => {
    fc.assert(
      fc.property(longLine, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (text, shares) => {
        const display = broken(text);
        const parts = [...display.shown].length;
        expect(parts - [...text].length).toBe(display.breaks.length);
        let without = "";
        for (let at = 0; at < display.shown.length; at += 1)
          if (!isBreak(display, at)) without += display.shown.charAt(at);
        expect(without).toBe(text);
        for (const share of shares) {
          const offset = Math.floor(share * text.length);
          expect(toText(display, toShown(display, offset))).toBe(offset);
          expect(display.shown.charAt(toShown(display, offset))).toBe(text.charAt(offset));
        }
        expect(breaksBefore(display, display.shown.length)).toBe(display.breaks.length);
      }),
      { numRuns: 60 },
    );
  });

  it("has no long line left, and no pair torn apart", () => {
    const display = broken(`"${"\u{1f600}".repeat(30_000)}"`);
    const lines = display.shown.split("\n");
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      expect(line.length).toBeLessThanOrEqual(LONGEST_LINE);
      expect(line).not.toMatch(/[\ud800-\udbff]$/);
    }
  });

  it("is left alone when its lines are short", () => {
    expect(broken("a\nb").shown).toBe("a\nb");
  });
});

describe("findAll", () => {
  const now = async () => undefined;

  it("finds every place, whatever its case, without overlap", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(..."aAb.\\[\n") }),
        fc.string({ unit: fc.constantFrom(..."aAb.\\["), minLength: 1, maxLength: 3 }),
        async (text, query) => {
          const expected: number[] = [];
          const lower = text.toLowerCase();
          for (
            let at = lower.indexOf(query.toLowerCase());
            at !== -1;
            at = lower.indexOf(query.toLowerCase(), at + query.length)
          )
            expected.push(at);
          expect((await findAll(text, query, now, () => false))?.starts).toEqual(expected);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("misses nothing where two stretches meet, and pauses between them", async () => {
    const text = `${"x".repeat(999_998)}needle${"x".repeat(1_999_990)}NEEDLE`;
    let pauses = 0;
    const found = await findAll(
      text,
      "needle",
      async () => void (pauses += 1),
      () => false,
    );
    expect(found?.starts).toEqual([999_998, 2_999_994]);
    expect(pauses).toBe(2);
  });

  it("stops when there are too many, and when nobody waits any more", async () => {
    expect(await findAll("a".repeat(9_000), "a", now, () => false)).toMatchObject({ more: true, length: 1 });
    expect(await findAll("aaa", "a", now, () => true)).toBeNull();
  });
});
