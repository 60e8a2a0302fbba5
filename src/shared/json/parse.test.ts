import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countValues,
  hasTooManyValues,
  type JsonNode,
  member,
  parseForeign,
  parseJson,
  stringOf,
  VALUES_AT_MOST,
} from "./parse.ts";

/** The tree as `JSON.parse` would give it: what is kept beyond that is tested on its own. */
function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case "object": {
      // As JSON.parse does it: `__proto__` is a key like any other.
      const object: Record<string, unknown> = {};
      for (const { key, value } of node.members)
        Object.defineProperty(object, key, {
          value: plain(value),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      return object;
    }
    case "array":
      return node.items.map(plain);
    case "string":
      return node.value;
    case "number":
      return Number(node.text);
    case "null":
      return null;
    default:
      return node.kind === "true";
  }
}

function parsed(text: string): JsonNode {
  const result = parseJson(text);
  if (!result.ok) throw new Error(`${result.message} (at ${result.offset})`);
  return result.root;
}

function accepts(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Texts that are nearly JSON: its own pieces in any order. */
const nearlyJson = fc
  .array(
    fc.constantFrom(
      ...[
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"',
        "\\",
        '"a"',
        '"\\u00e9"',
        '"\\ud800"',
        "\\u",
        "0",
        "-",
        "1",
        ".",
        "e",
        "E+",
      ],
      ...["true", "false", "null", "nul", " ", "\n", "\t", "\r", "\u00a0", "\ufeff", "\u0000", "\u001f", "\u2028", "é"],
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""));

describe("parseJson against JSON.parse", () => {
  it.each([
    ["any text", fc.string({ unit: "binary" })],
    ["nearly JSON", nearlyJson],
    ["JSON", fc.json()],
    ["JSON with one character removed", fc.tuple(fc.json(), fc.nat()).map(([text, at]) => without(text, at))],
  ])("accepts and refuses the same texts: %s", (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(parseJson(text).ok).toBe(accepts(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("reads the same values", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), fc.constantFrom("", " ", "\n\t"), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(plain(parsed(text))).toEqual(JSON.parse(text));
      }),
      { numRuns: 1_000 },
    );
  });
});

function without(text: string, at: number): string {
  const index = at % Math.max(1, text.length);
  return text.slice(0, index) + text.slice(index + 1);
}

describe("parseJson keeps what JSON.parse loses", () => {
  it("digits, key order, duplicate keys and where everything stands", () => {
    const text = '{ "b": 9007199254740993123, "a": 10.00, "b": 1E400, "2": -0.0e-7 }';
    const root = parsed(text);
    if (root.kind !== "object") throw new Error("expected an object");
    expect(
      root.members.map(({ key, value, keySpan }) => [
        key,
        text.slice(keySpan.start, keySpan.end),
        text.slice(value.start, value.end),
      ]),
    ).toEqual([
      ["b", '"b"', "9007199254740993123"],
      ["a", '"a"', "10.00"],
      ["b", '"b"', "1E400"],
      ["2", '"2"', "-0.0e-7"],
    ]);
    expect(text.slice(root.start, root.end)).toBe(text);
  });

  it("every span is the text of its node", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary" }), (text) => {
        const visit = (node: JsonNode): void => {
          expect(JSON.parse(text.slice(node.start, node.end))).toEqual(plain(node));
          if (node.kind === "array") node.items.forEach(visit);
          if (node.kind === "object")
            for (const each of node.members) {
              expect(JSON.parse(text.slice(each.keySpan.start, each.keySpan.end))).toBe(each.key);
              visit(each.value);
            }
        };
        visit(parsed(text));
      }),
    );
  });

  it("escapes, lone surrogates among them", () => {
    const root = parsed('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\uD83D\\ude00\\ud800x\\u2028\\u0000"');
    expect(stringOf(root)).toBe('"\\/\b\f\n\r\tA\u{1F600}\ud800x\u2028\u0000');
  });
});

describe("parseJson says what is wrong, and where", () => {
  it.each([
    ["", 0, "The text ends where a value is missing."],
    ["  \n", 3, "The text ends where a value is missing."],
    ["\ufeff{}", 0, "Expected a value here."],
    ["{", 1, "The text ends where } is missing."],
    ["[1", 2, "The text ends where ] is missing."],
    ['{"a" 1}', 5, "Expected a colon after the key."],
    ["{a:1}", 1, "Expected a key in double quotes here."],
    ['{"a":1,}', 7, "Expected a key in double quotes here."],
    ["[1,]", 3, "Expected a value here."],
    ["[1 2]", 3, "Expected a comma or ] here."],
    ["[1}", 2, "Expected a comma or ] here."],
    ['"a', 2, 'The text ends where the closing " is missing.'],
    ['"a\nb"', 2, "A string has a control character that is not escaped."],
    ['"\\x"', 1, "This escape is not one that JSON knows."],
    ['"\\u12g4"', 1, "This escape is not one that JSON knows."],
    ['"\\', 1, "This escape is not one that JSON knows."],
    ["01", 1, "This is not a number as JSON writes it."],
    ["-", 1, "This is not a number as JSON writes it."],
    ["1.", 2, "This is not a number as JSON writes it."],
    ["1e+", 3, "This is not a number as JSON writes it."],
    ["1.2.3", 3, "This is not a number as JSON writes it."],
    ["+1", 0, "Expected a value here."],
    ["NaN", 0, "Expected a value here."],
    ["trueish", 4, "There is more text after the end of the JSON value."],
    ["{} {}", 3, "There is more text after the end of the JSON value."],
    ["<html>", 0, "Expected a value here."],
  ])("%j", (text, offset, message) => {
    expect(parseJson(text)).toEqual({ ok: false, offset, message });
  });
});

describe("parseJson under hostile texts", () => {
  it("reads so many values and says so of more, without having built any", () => {
    const numbers = (count: number): string => `[${"1,".repeat(count - 2)}1]`;
    expect(parseJson(numbers(VALUES_AT_MOST)).ok).toBe(true);
    expect(parseJson(numbers(VALUES_AT_MOST + 1))).toEqual({
      ok: false,
      offset: 0,
      message: "There are more than half a million values in it.",
    });
    // Ten million arrays would not fit into the memory of this process.
    expect(parseJson("[".repeat(10_485_760)).ok).toBe(false);
  });

  it("looks no further than it has to", () => {
    const open = "[".repeat(4_000_000);
    expect(countValues(open, 10)).toEqual({ values: 11, fault: null });
    expect(countValues("[1,2]", 10)).toEqual({ values: 3, fault: null });
    expect(hasTooManyValues(open)).toBe(true);
    for (const text of [open, `\uFEFF${open}`]) expect(() => parseForeign(text)).toThrow("half a million");
    expect(parseForeign('\uFEFF{"a":[1]}')).toEqual({ a: [1] });
    expect(() => parseForeign("[")).toThrow(SyntaxError);
  });

  it("survives 100,000 nested brackets, closed and left open", () => {
    const depth = 100_000;
    let node = parsed("[".repeat(depth) + "]".repeat(depth));
    let seen = 1;
    while (node.kind === "array" && node.items[0] !== undefined) {
      node = node.items[0];
      seen += 1;
    }
    expect(seen).toBe(depth);
    expect(parseJson('{"a":'.repeat(depth))).toMatchObject({ ok: false, offset: 5 * depth });
  });

  it("reads a string of 10 MiB in one line, with and without escapes", () => {
    const inner = "x".repeat(10 * 1_048_576);
    expect(stringOf(parsed(`"${inner}"`))?.length).toBe(inner.length);
    expect(stringOf(parsed(`"${inner}\\n"`))?.length).toBe(inner.length + 1);
  });

  it("takes time in proportion to the text, whatever is in it", () => {
    // Each would take minutes if it were quadratic. None of them is closed, so none is JSON.
    for (const piece of ['"\\\\",', "[],", "1,", '"a":1,', " ", "{", "\\u", "-"])
      expect(parseJson(`[${piece.repeat(400_000)}`).ok).toBe(false);
  });
});

describe("member and stringOf", () => {
  it("take the last of duplicates, and nothing from what is no object or no string", () => {
    const root = parsed('{"a":"first","a":"last","__proto__":"kept"}');
    expect(stringOf(member(root, "a"))).toBe("last");
    expect(stringOf(member(root, "__proto__"))).toBe("kept");
    expect(member(root, "toString")).toBeUndefined();
    expect(member(parsed("[1]"), "0")).toBeUndefined();
    expect(member(undefined, "a")).toBeUndefined();
    expect(stringOf(parsed("1"))).toBeUndefined();
  });
});
