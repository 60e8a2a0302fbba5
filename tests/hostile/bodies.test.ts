import { describe, expect, test } from "vitest";
import { readBody } from "../../src/renderer/features/http-message/decoding/reading.ts";
import { outlineJson } from "../../src/renderer/features/http-message/tree/outline.ts";
import { parseJson } from "../../src/shared/json/parse.ts";
import { HOSTILE_BODIES } from "./bodies.ts";
import { JSON_CASES } from "./bodies-json.ts";
import { HOSTILE_STRINGS } from "./bodies-strings.ts";

/** The text without the space that JSON allows between its tokens. */
function tokensOf(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/gs, (_, string: string | undefined) => string ?? "");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const texts = JSON_CASES.filter(({ verdict }) => verdict !== "open").map(({ verdict, name, text }) => ({
  verdict,
  name,
  text: typeof text === "string" ? text : new TextDecoder("utf-8", { ignoreBOM: true }).decode(text),
}));

describe("at the border of JSON", () => {
  test.each(texts)("$verdict: $name", ({ verdict, text }) => {
    // The collection itself is held against a parser that is not ours.
    expect(isJson(text)).toBe(verdict === "yes");
    expect(parseJson(text).ok).toBe(verdict === "yes");
    expect(outlineJson(text).ok).toBe(verdict === "yes");
    const { json } = readBody(Buffer.from(text), null);
    // A mark at the start of a body is shown as a note, and what follows is laid out.
    if (verdict === "yes" || text.startsWith("\ufeff")) expect(json?.state).toBe("formatted");
    else expect(json?.state ?? "not-json").toBe("not-json");
    if (json?.state === "formatted") expect(tokensOf(json.formatted)).toBe(tokensOf(text.slice(json.from)));
  });
});

describe("what is shown of a body", () => {
  test.each(HOSTILE_BODIES)("$name: read without a fault", { timeout: 120_000 }, ({ bytes }) => {
    const body = bytes();
    const { text, json } = readBody(body, null);
    if (text === null) return;
    // All of it is there, whatever could not be read as text has its sign in its place.
    if (text.invalid === null && text.charset === "utf-8") expect(Buffer.from(text.value).equals(body)).toBe(true);
    if (json?.state === "not-json") expect(json.offset).toBeLessThanOrEqual(text.value.length);
  });
});

test("each string is told apart from the others, and half pairs are among them", () => {
  const strings = Object.values(HOSTILE_STRINGS);
  expect(new Set(strings).size).toBe(strings.length);
  expect(strings.filter((text) => !text.isWellFormed()).length).toBeGreaterThan(2);
});
