import { expect, it } from "vitest";
import { httpAddressProblem, withScheme } from "./http-address.ts";

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
  ["", null],
])("%s is meant as %s", (text, meant) => {
  expect(withScheme(text)).toBe(meant);
});
