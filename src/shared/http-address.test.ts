import { expect, it } from "vitest";
import { addressForPath, httpAddressProblem, linkIdIn, withScheme } from "./http-address.ts";

it.each([
  ["http://127.0.0.1:99999", "A port is a number from 1 to 65535."],
  ["https://api.example.com:-1/v1", "A port is a number from 1 to 65535."],
  ["localhost:9422", "The address has to start with https:// or http://."],
  ["ftp://api.example.com", "The address has to start with https:// or http://."],
  ["not an address", "This is not an address. One has https:// or http:// and then the name of a host."],
  ["http://127.0.0.1:9422", null],
])("of %s it says what is wrong: %s", (text, problem) => {
  expect(httpAddressProblem(text)).toBe(problem);
});

it.each([
  ["localhost:9422", "http://localhost:9422"],
  ["127.0.0.1:3000/hooks", "http://127.0.0.1:3000/hooks"],
  ["127.0.0.1:8787/webhooks/", "http://127.0.0.1:8787/webhooks/"],
  ["localhost", "http://localhost"],
  ["localhost/webhooks", "http://localhost/webhooks"],
  ["api.example.com/v1", "https://api.example.com/v1"],
  ["http://localhost:9422", null],
  ["localhost:99999", null],
  ["nonsense", null],
  ["mailto:ada@example.com", null],
  ["htp:/localhost", null],
  ["localhost:9422/a b", null],
  ["", null],
])("%s is meant as %s", (text, meant) => {
  expect(withScheme(text)).toBe(meant);
});

it.each([
  ["https://pay.example/link/abc123?x=1", "abc123"],
  [" https://pay.example/v1/links/lnk%201/details#top\n", "lnk 1"],
  ["HTTP://pay.example/abc123/", "abc123"],
  ["https://pay.example/", null],
  ["https://pay.example/%E0%A4%A", null],
  [`https://pay.example/${"a".repeat(101)}`, null],
  ["pay.example/abc123", null],
  ["lnk_ada_kwame", null],
])("the link id in %s is %s", (text, id) => {
  expect(linkIdIn(text)).toBe(id);
});

it.each([
  ["https://x.example/acme/webhook?key=1", "/webhook?key=1", "https://x.example/acme/webhooks?key=1"],
  ["https://x.example/acme/other/hook", "/other/hook", "https://x.example/acme/webhooks"],
  ["https://x.example/hook#part", "/hook", "https://x.example/webhooks"],
  ["https://x.example/", "/", "https://x.example/webhooks"],
  ["https://x.example/acme/", "/", "https://x.example/acme/webhooks"],
  // The prefix was put in front, or the path replaced: what the proxy would make of another one nobody knows.
  ["https://x.example/webhooks", "/in/webhooks", null],
  ["https://x.example/acme", "/", null],
  ["https://x.example/a/webhook", "/hook", null],
  ["https://x.example//webhook", "/webhook", null],
])("of %s, which arrives on %s, the right address is %s", (tried, came, right) => {
  expect(addressForPath(tried, came, "/webhooks")).toBe(right);
});
