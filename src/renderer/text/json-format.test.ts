import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanJson } from "../../shared/json/scan.ts";
import { formatJson, INDENTED_LEVELS } from "./json-format.ts";

function formatted(text: string): string {
  const result = formatJson(text);
  if (!result.ok) throw new Error(result.reason);
  return result.text;
}

/** Every token as written, in order. */
function tokens(text: string): readonly string[] {
  const found: string[] = [];
  scanJson(text, {
    open: (kind) => found.push(kind),
    key: (start, end) => found.push(`key ${text.slice(start, end)}`),
    scalar: (kind, start, end) => found.push(`${kind} ${text.slice(start, end)}`),
    close: () => found.push("close"),
  });
  return found;
}

const spaced = fc
  .tuple(fc.jsonValue({ stringUnit: "binary" }), fc.constantFrom("", " ", "\t\n", "      "))
  .map(([value, space]) => ` ${JSON.stringify(value, null, space)}\r\n`);

describe("formatJson", () => {
  it("keeps every token as it was written", () => {
    fc.assert(
      fc.property(spaced, (text) => {
        expect(tokens(formatted(text))).toEqual(tokens(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ["ASCII alone", '["a","~"]'],
    ["Latin-1", '["é","\u00ff"]'],
    ["any script, byte order marks within", '["日本語","\ufeff","😀"]'],
    ["lone surrogates", '["\ud800","\udfff","a"]'],
  ])("keeps characters as they are: %s", (_, text) => {
    expect(formatted(text).replaceAll(/\s/g, "").replaceAll("\ufeff", "")).toBe(text.replaceAll("\ufeff", ""));
    expect(tokens(formatted(text))).toEqual(tokens(text));
  });

  it("lays JSON out as JSON.stringify does with two spaces", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(formatted(JSON.stringify(value))).toBe(JSON.stringify(JSON.parse(JSON.stringify(value)), null, 2));
      }),
      { numRuns: 1_000 },
    );
  });

  it("has nothing left to do the second time", () => {
    fc.assert(
      fc.property(spaced, (text) => {
        const once = formatted(text);
        expect(formatted(once)).toBe(once);
        expect(once.split("\n").length).toBe((formatJson(text) as { lines: number }).lines);
      }),
    );
  });

  it("keeps digits, decimals, exponents, duplicate keys, escapes and lone surrogates", () => {
    const text = '{"a":9007199254740993123,"a":10.00,"é":[1E400,-0,{}],"\\u0061":"\\/\\ud800\ud800","e":[]}';
    expect(formatted(text)).toBe(
      [
        "{",
        '  "a": 9007199254740993123,',
        '  "a": 10.00,',
        '  "é": [',
        "    1E400,",
        "    -0,",
        "    {}",
        "  ],",
        '  "\\u0061": "\\/\\ud800\ud800",',
        '  "e": []',
        "}",
      ].join("\n"),
    );
  });

  it("says what is not JSON, and where", () => {
    expect(formatJson('{"a" 1}')).toEqual({
      ok: false,
      reason: "not-json",
      offset: 5,
      message: "Expected a colon after the key.",
    });
  });

  it("stops indenting 100,000 nested brackets, and says so", () => {
    const depth = 100_000;
    const result = formatJson("[".repeat(depth) + "]".repeat(depth));
    if (!result.ok) throw new Error(result.reason);
    expect(result.flattened).toBe(true);
    expect(result.lines).toBe(2 * depth - 1);
    const longest = result.text.split("\n").reduce((most, line) => Math.max(most, line.length), 0);
    expect(longest).toBe(2 * INDENTED_LEVELS + 2);
    expect(formatJson("[[1]]")).toMatchObject({ flattened: false });
  });

  it("gives up at the limit instead of filling the memory", () => {
    expect(formatJson("[1,2,3]", { limit: 10 })).toEqual({ ok: false, reason: "too-long", limit: 10 });
    expect(formatJson("[1]", { limit: 7 })).toMatchObject({ ok: true, text: "[\n  1\n]" });
  });

  it("formats one line of 10 MiB", () => {
    const text = `["${"x".repeat(10 * 1_048_576)}"]`;
    expect(formatted(text).length).toBe(text.length + 4);
  });
});
