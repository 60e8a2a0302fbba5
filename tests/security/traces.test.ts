import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { tracesIn } from "./traces.ts";

const SECRET = 'marker-7Qz/+"\\%&=x<9';

const wrapped = (text: string): string => `some text before ${text} and behind`;

test.each([
  ["plain", Buffer.from(wrapped(SECRET))],
  ["within Base64, wherever it begins", Buffer.from(Buffer.from(`user:${SECRET}`).toString("base64"))],
  ["within Base64, one further", Buffer.from(Buffer.from(`users:${SECRET}`).toString("base64"))],
  ["within Base64, two further", Buffer.from(Buffer.from(`user12:${SECRET}`).toString("base64"))],
  ["hex", Buffer.from(wrapped(Buffer.from(SECRET).toString("hex")))],
  ["in an address", Buffer.from(`/a?b=${encodeURIComponent(SECRET)}`)],
  ["in JSON", Buffer.from(JSON.stringify({ a: SECRET }))],
  ["in JSON in JSON", Buffer.from(JSON.stringify(JSON.stringify({ a: SECRET })))],
  ["UTF-16", Buffer.from(wrapped(SECRET), "utf16le")],
  ["reversed", Buffer.from([...wrapped(SECRET)].toReversed().join(""))],
  ["packed, behind other bytes", Buffer.concat([Buffer.from([1, 2, 3]), gzipSync(wrapped(SECRET))])],
])("a secret is found %s", (_how, bytes) => {
  expect(tracesIn("here", bytes, { key: SECRET })).not.toEqual([]);
});

test("and not where there is none", () => {
  expect(tracesIn("here", Buffer.from(wrapped(SECRET.slice(1, -1))), { key: SECRET })).toEqual([]);
});
