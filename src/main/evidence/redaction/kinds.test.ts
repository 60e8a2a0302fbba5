import { expect, test } from "vitest";
import { isPlainKey, kindOfKey } from "./kinds.ts";

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
