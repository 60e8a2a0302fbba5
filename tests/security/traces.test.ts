import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { tracesBelow, tracesIn } from "./traces.ts";

// The search itself: it has to find what it is made for, written by others than the search.

const SECRET = `linkdesk-mark-7Qz/+"\\%&=x<9'`;
const SECRETS = { key: SECRET, other: "linkdesk-mark-of-another-kind" };

const wrapped = (text: string): string => `some text before ${text} and behind`;
const bytesOf = (text: string, write: (byte: number) => string): string => [...Buffer.from(text)].map(write).join("");
const hex = (byte: number): string => byte.toString(16).padStart(2, "0");
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const html = (text: string): string =>
  text.replace(/[&<>"]/g, (each) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[each] ?? each);

test.each([
  ["plain", wrapped(SECRET)],
  ["reversed", [...wrapped(SECRET)].toReversed().join("")],
  ["in JSON", JSON.stringify({ a: SECRET })],
  ["in JSON in JSON", JSON.stringify(JSON.stringify({ a: SECRET }))],
  ["in JSON with escaped slashes", JSON.stringify({ a: SECRET }).replaceAll("/", "\\/")],
  ["in JSON, every character escaped", `"${bytesOf(SECRET, (byte) => `\\u00${hex(byte)}`)}"`],
  ["in an address", `/a?b=${encodeURIComponent(SECRET)}`],
  ["in an address, small letters", `/a?b=${encodeURIComponent(SECRET).replace(/%../g, (each) => each.toLowerCase())}`],
  ["in an address, twice", `/a?b=${encodeURIComponent(encodeURIComponent(SECRET))}`],
  ["in an address, every byte", `/a?b=${bytesOf(SECRET, (byte) => `%${hex(byte)}`)}`],
  ["in a form", new URLSearchParams({ a: SECRET }).toString()],
  ["in HTML", `<a title="${html(SECRET)}">`],
  ["in HTML as text", `<p>${SECRET.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`],
  ["in HTML, every character by its number", bytesOf(SECRET, (byte) => `&#${byte};`)],
  ["in HTML, every character by its number in hex", bytesOf(SECRET, (byte) => `&#x${byte.toString(16)};`)],
  ["in JSON in HTML", html(JSON.stringify({ a: SECRET }))],
  ["in a command", `curl -H 'X: ${SECRET.replaceAll("'", "'\\''")}'`],
  ["in a command with double quotes", `curl -H "X: ${SECRET.replace(/["\\$`]/g, "\\$&")}"`],
  ["in a command, through printf", bytesOf(SECRET, (byte) => `\\${byte.toString(8).padStart(3, "0")}`)],
  ["in hex", wrapped(Buffer.from(SECRET).toString("hex"))],
  ["in hex, capitals", wrapped(Buffer.from(SECRET).toString("hex").toUpperCase())],
  ["in hex with spaces", bytesOf(SECRET, (byte) => `${hex(byte)} `)],
  ["in Base64, with a name in front", base64(`ada:${SECRET}`)],
  ["in Base64, one further", base64(`user:${SECRET} `)],
  ["in Base64, two further", base64(`users:${SECRET}  `)],
  ["in Base64 for URLs", Buffer.from(`user:${SECRET}`).toString("base64url")],
  ["in Base64 in an address", `/?a=${encodeURIComponent(base64(SECRET))}`],
  ["in JSON in Base64", base64(JSON.stringify({ a: SECRET }))],
  ["in an address in Base64", base64(`b=${encodeURIComponent(SECRET)}`)],
] as const)("a secret is found %s", (_how, text) => {
  const found = tracesIn("here", Buffer.from(text), SECRETS);
  expect(found.join("\n")).toContain("here: key, ");
  expect(found.join("\n")).not.toContain("other");
});

const PACKED = `{"a":${JSON.stringify(SECRET)},"filler":"${"abc".repeat(50)}"}`;

test.each([
  ["UTF-16 LE", Buffer.from(wrapped(SECRET), "utf16le")],
  ["UTF-16 BE", Buffer.from(wrapped(SECRET), "utf16le").swap16()],
  ["gzip, behind other bytes", Buffer.concat([Buffer.from([1, 2, 3]), gzipSync(PACKED)])],
  ["zlib, behind other bytes", Buffer.concat([Buffer.from([1, 2, 3]), deflateSync(PACKED)])],
  ["zlib, best", deflateSync(PACKED, { level: 9 })],
  ["zstd, behind other bytes", Buffer.concat([Buffer.from([1, 2, 3]), zstdCompressSync(PACKED)])],
  ["deflate", deflateRawSync(PACKED)],
  ["Brotli", brotliCompressSync(PACKED)],
  ["gzip in Base64", Buffer.from(`{"body":"${gzipSync(PACKED).toString("base64")}"}`)],
  ["zlib in Base64", Buffer.from(`{"body":"${deflateSync(PACKED).toString("base64")}"}`)],
  ["gzip in hex", Buffer.from(`x'${gzipSync(PACKED).toString("hex")}'`)],
] as const)("and as %s", (_how, bytes) => {
  expect(tracesIn("here", bytes, SECRETS).join("\n")).toContain("key, ");
});

test("and in any file of a folder, also where a database keeps a long value in pieces", () => {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-traces-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "deep", "er"), { recursive: true });
  writeFileSync(join(folder, "deep", "er", "log.txt"), wrapped(SECRET));
  const database = new DatabaseSync(join(folder, "events.db"));
  database.exec("PRAGMA page_size = 512; CREATE TABLE events (id INTEGER PRIMARY KEY, body BLOB)");
  const insert = database.prepare("INSERT INTO events (body) VALUES (?)");
  // At some of these lengths the secret lies across the end of a page.
  for (let length = 0; length < 520; length += 10) insert.run(Buffer.from(`${"x".repeat(600 + length)}${SECRET}`));
  database.close();
  const found = tracesBelow(folder, SECRETS);
  expect(found.filter((trace) => trace.includes("log.txt"))).toEqual(["/deep/er/log.txt: key, plain"]);
  expect(found.filter((trace) => trace === "/events.db events.body: key, plain")).toHaveLength(52);
});

test("and not where there is none, nor where one is too short to be told from chance", () => {
  expect(tracesIn("here", Buffer.from(wrapped(SECRET.slice(1, -2))), SECRETS)).toEqual([]);
  expect(tracesIn("here", Buffer.from(wrapped(SECRET.slice(0, -2))), SECRETS)).toEqual([]);
  expect(() => tracesIn("here", Buffer.alloc(0), { key: "short" })).toThrow("too short");
});
