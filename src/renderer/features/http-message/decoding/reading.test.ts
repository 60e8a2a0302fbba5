import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { base64Of, bytesOf } from "../../../core/base64.ts";
import { hexLine, hexLines } from "../view/hex.ts";
import { placeOf } from "../view/places.ts";
import { charsetOf, readBody } from "./reading.ts";
import { findInvalidUtf8 } from "./utf8.ts";

const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "number" ? [part] : [...new TextEncoder().encode(part)])));

describe("what is not UTF-8", () => {
  it("is counted as the decoder replaces it", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (any) => {
        const replaced = new TextDecoder("utf-8", { ignoreBOM: true }).decode(any).split("\ufffd").length - 1;
        const genuine = any.join(" ").split("239 191 189").length - 1;
        expect(findInvalidUtf8(any)?.count ?? 0).toBe(replaced - genuine);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ["an overlong slash", [0xc0, 0xaf], 2, 1],
    ["a surrogate half", [0xed, 0xa0, 0x80], 3, 1],
    ["beyond U+10FFFF", [0xf4, 0x90, 0x80, 0x80], 4, 1],
    ["a sequence cut off", [0xf0, 0x9f, 0x98], 1, 1],
    ["Latin-1", [0xe9], 1, 1],
  ])("%s", (_, faulty, count, first) => {
    expect(findInvalidUtf8(bytes("a", ...faulty))).toEqual({ count, first });
  });

  it("is null for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(findInvalidUtf8(bytes(text))).toBeNull();
      }),
    );
  });
});

describe("readBody", () => {
  it("keeps the text and lays JSON out beside it", () => {
    const reading = readBody(bytes('{"a":9007199254740993123,"a":10.00}'), null);
    expect(reading.text).toMatchObject({
      value: '{"a":9007199254740993123,"a":10.00}',
      charset: "utf-8",
      invalid: null,
    });
    expect(reading.json).toMatchObject({
      state: "formatted",
      from: 0,
      formatted: '{\n  "a": 9007199254740993123,\n  "a": 10.00\n}',
    });
  });

  it("keeps a byte order mark in the text and formats what follows it", () => {
    const reading = readBody(bytes("\ufeff[1]"), null);
    expect(reading.text?.value).toBe("\ufeff[1]");
    expect(reading.json).toMatchObject({ state: "formatted", from: 1, formatted: "[\n  1\n]" });
    expect(readBody(bytes("\ufeff[1"), null).json).toMatchObject({ state: "not-json", offset: 3 });
  });

  it("shows what is nearly text as text, and says where it is not", () => {
    const reading = readBody(bytes('{"name":"Jos', 0xe9, '","nul":"\u0000"}'), null);
    expect(reading.text).toMatchObject({
      value: '{"name":"Jos\ufffd","nul":"\u0000"}',
      invalid: { count: 1, first: 12 },
    });
    expect(reading.json).toMatchObject({ state: "not-json", offset: 22 });
  });

  it("follows the charset that is named, and survives one that nobody knows", () => {
    expect(readBody(bytes("Jos", 0xe9), "iso-8859-1").text).toMatchObject({ value: "José", invalid: null });
    expect(readBody(bytes("Jos\u00e9"), "klingon").text).toMatchObject({ value: "José", charset: "utf-8" });
    expect(readBody(Uint8Array.of(0xff, 0xfe, 0x5b, 0, 0x5d, 0), null).json).toMatchObject({ formatted: "[]" });
  });

  it("takes a picture for bytes and an empty body for an empty text", () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52);
    expect(readBody(png, null)).toEqual({ text: null, json: null });
    expect(readBody(new Uint8Array(0), null).text?.value).toBe("");
  });

  it("knows its longest line", () => {
    expect(readBody(bytes("a\nbbb\n\ncc"), null).text?.longestLine).toBe(3);
    expect(readBody(bytes("[1,\n2222222]"), null).json).toMatchObject({ longestLine: 9 });
  });

  it.each([
    ["application/json; charset=UTF-8", "utf-8"],
    ['text/plain;charset="iso-8859-1"; x=y', "iso-8859-1"],
    ["text/plain", null],
    [undefined, null],
  ])("reads the charset of %j", (contentType, charset) => expect(charsetOf(contentType)).toBe(charset));
});

describe("places", () => {
  it("count lines and code points from 1", () => {
    const text = "{\n  \u{1f600}x";
    expect(placeOf(text, 0)).toEqual({ line: 1, column: 1 });
    expect(placeOf(text, text.indexOf("x"))).toEqual({ line: 2, column: 4 });
    expect(placeOf(text, text.length)).toEqual({ line: 2, column: 5 });
  });
});

describe("bytes as base64 and as hex", () => {
  it("come back as they were", () => {
    const sizes = fc.uint8Array({ maxLength: 200, size: "max" });
    fc.assert(
      fc.property(sizes, (any) => {
        expect(base64Of(any)).toBe(btoa(String.fromCharCode(...any)));
        expect(Array.from(bytesOf(base64Of(any)))).toEqual(Array.from(any));
      }),
    );
    const large = Uint8Array.from({ length: 100_000 }, (_, index) => index * 7);
    expect(bytesOf(base64Of(large))).toEqual(large);
  });

  it("stand in lines with their offset", () => {
    const any = Uint8Array.from({ length: 18 }, (_, index) => index + 60);
    expect(hexLines(18, 8)).toBe(3);
    expect(hexLine(any, 1, 8)).toEqual({
      offset: "00000008",
      groups: ["44 45 46 47", "48 49 4a 4b"],
      ascii: "DEFGHIJK",
    });
    expect(hexLine(any, 2, 8)).toEqual({ offset: "00000010", groups: ["4c 4d"], ascii: "LM" });
    expect(hexLine(Uint8Array.of(0, 0x7f, 0xe9), 0, 16).ascii).toBe("...");
  });
});
