import { expect, test } from "vitest";
import { ownPath } from "./own-path.ts";

test.each([
  ["https://api.example.com/v1/test/credit", "/test/credit", "https://api.example.com/v1"],
  ["http://127.0.0.1:9602/test/charge/", "/test/charge/", "http://127.0.0.1:9602"],
  [" https://api.example.com/link/lnk_7f3a ", "/link/lnk_7f3a", "https://api.example.com"],
  ["https://api.example.com/v1/link", "/link", "https://api.example.com/v1"],
])("%s ends with a path of a call", (url, path, without) => {
  expect(ownPath(url)).toEqual({ path, without });
});

test.each([
  "https://api.example.com",
  "https://link",
  "https://api.example.com/test",
  "https://api.example.com/link/v2",
  "https://api.example.com/links",
  "api.example.com/test/credit",
])("%s does not", (url) => {
  expect(ownPath(url)).toBeNull();
});
