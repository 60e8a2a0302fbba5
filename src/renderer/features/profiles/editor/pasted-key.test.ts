import { expect, it } from "vitest";
import { readPastedKey } from "./pasted-key.ts";

const BEARER = { scheme: "bearer", name: "x-api-key", username: "", word: "Bearer" } as const;
const HEADER = { ...BEARER, scheme: "header" } as const;
const BASIC = { ...BEARER, scheme: "basic" } as const;

it.each([
  ["Authorization: Token nb_test_51f7c0", BEARER, { ...BEARER, word: "Token" }, "nb_test_51f7c0"],
  [" authorization:\tApiKey abc= ", BEARER, { ...BEARER, word: "ApiKey" }, "abc="],
  ['"Authorization: Bearer abc.def"', HEADER, BEARER, "abc.def"],
  ["Token nb_test_51f7c0", BEARER, { ...BEARER, word: "Token" }, "nb_test_51f7c0"],
  ["Authorization: nb_test_51f7c0", BEARER, { ...BEARER, word: "" }, "nb_test_51f7c0"],
  ["X-Acme-Key: a:b c", BEARER, { ...BEARER, scheme: "header", name: "X-Acme-Key" }, "a:b c"],
  ["Authorization: Basic YWRhOnM6M2NyZXQ=", BEARER, { ...BASIC, username: "ada" }, "s:3cret"],
  ["Authorization: Basic not-base64!", BEARER, { ...BEARER, word: "Basic" }, "not-base64!"],
] as const)("%j is taken apart", (pasted, before, authentication, secret) => {
  const read = readPastedKey(pasted, before);
  expect(read).toMatchObject({ authentication, secret });
  // The sentence is read out, and stands in pictures.
  expect(read?.said).not.toContain(secret);
});

it.each([
  ["nb_test_51f7c0", BEARER],
  ["", BEARER],
  ["abc:def", HEADER],
  ["https://example.test/key", HEADER],
  // A key of a header of its own may have spaces in it, a password as well.
  ["Token nb_test_51f7c0", HEADER],
  ["correct horse", BASIC],
  ["two words more", BEARER],
] as const)("%j is left as it is", (pasted, before) => {
  expect(readPastedKey(pasted, before)).toBeNull();
});
