import { expect, test } from "vitest";
import { isPlainKey, kindOfKey, spot, wholeKind } from "./kinds.ts";

test.each(["amount", "betrag", "montant_total", "kwota", "customerBetrag", "金额"])(
  "the digits under %s are an amount in every language that webhooks are read in",
  (key) => {
    expect(isPlainKey(key)).toBe(true);
    expect(kindOfKey(key)).toBeNull();
  },
);

test.each([
  ["account_number", "account"],
  ["payer_name", "name"],
  ["kunde_email", "email"],
] as const)("what stands under %s is somebody's", (key, kind) => {
  expect(kindOfKey(key)).toBe(kind);
});

test.each([
  ["0b3fae6c-7a1d-4f0e-9c55-0a1b2c3d4e5f", "identifier"],
  ["0B3FAE6C-7A1D-4F0E-9C55-0A1B2C3D4E5F", "identifier"],
  ["a1".repeat(12), "token"],
  ["GB29NWBK60161331926819", "account"],
  ["ada@example.com", "email"],
  ["a1".repeat(11), null],
  ["abcdefgh".repeat(3), null],
  ["12345678".repeat(3), null],
] as const)("%s is as a whole what it is found to be within a sentence", (text, kind) => {
  expect(wholeKind(text, true)).toBe(kind);
  const within = spot(`see ${text}.`, true).map(({ start, end, kind: found }) => [start, end, found]);
  expect(within).toEqual(kind === null ? [] : [[4, 4 + text.length, kind]]);
});
