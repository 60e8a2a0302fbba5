import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasInvisible, textParts, visibleText } from "./visible-text.ts";

describe("text from strangers", () => {
  it("is one plain part when all of it can be seen", () => {
    expect(textParts("Ada <b>Ọbafẹ́mi</b> 👩🏽‍💻 می‌خواهم")).toEqual([
      { kind: "plain", text: "Ada <b>Ọbafẹ́mi</b> 👩🏽‍💻 می‌خواهم" },
    ]);
    expect(textParts("")).toEqual([]);
  });

  it.each([
    ["gpj.\u202Eexe", "gpj.[RLO]exe", "Right-to-left override (U+202E)"],
    ["a\u0000b", "a[NUL]b", "Null (U+0000)"],
    ["a\u001b[31mred", "a[ESC][31mred", "Escape (U+001B)"],
    ["a\u0085b", "a[U+0085]b", "Control character (U+0085)"],
    ["pay\u200Bpal", "pay[ZWSP]pal", "Zero width space (U+200B)"],
    ["lat\u200Din", "lat[ZWJ]in", "Zero width joiner (U+200D)"],
    ["half\ud83d", "half[U+D83D]", "Half of a surrogate pair (U+D83D)"],
    ["two\nlines", "two[LF]lines", "Line feed (U+000A)"],
  ])("marks what cannot be seen in %j", (text, shown, title) => {
    expect(hasInvisible(text)).toBe(true);
    expect(visibleText(text)).toBe(shown);
    expect(textParts(text).filter((part) => part.kind === "mark")).toMatchObject([{ title }]);
  });

  it("never loses or adds a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(
          textParts(text)
            .map((part) => part.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });
});
