import { expect, test } from "vitest";
import { asciiAddress, asciiHost } from "./ascii-address.ts";

test.each([
  ["letters of another alphabet", "https://\u0440\u0430\u0443\u0440\u0430l.example/v1", "xn--l-7sba6dbr.example"],
  ["one letter among the usual", "https://p\u0430ypal.example:8443", "xn--pypal-4ve.example:8443"],
  ["full-width letters, which are plain ones", "https://\uff41\uff50\uff49.example", "api.example"],
  ["a dot that is none", "https://api\u3002example", "api.example"],
  ["letters that people really use", "https://b\u00fccher.example", "xn--bcher-kva.example"],
])("%s: the host that is really asked is named", (_what, address, host) => {
  expect(asciiHost(address)).toBe(host);
  expect(asciiAddress(address)).toContain(`//${host}`);
  expect(asciiAddress(address)).toMatch(/^[\x20-\x7e]+$/);
});

test.each([
  ["plain letters", "https://api.example/v1/%C3%A9?"],
  ["no address", "not an address \u0430"],
  ["nothing", ""],
])("%s: nothing is said", (_what, address) => {
  expect(asciiHost(address)).toBeNull();
  expect(asciiAddress(address)).toBe(address);
});

test("letters of the path are no matter of the host", () => {
  expect(asciiHost("https://api.example/caf\u00e9")).toBeNull();
  expect(asciiAddress("https://api.example/caf\u00e9")).toBe("https://api.example/caf%C3%A9");
});
