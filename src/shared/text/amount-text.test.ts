import { expect, test } from "vitest";
import type { PlaybookStep } from "../playbook.ts";
import { amountText, moneyText } from "./amount-text.ts";
import { stepText } from "./explain-playbook.ts";

const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, " ");

test.each([
  ["250000", "NGN", null, "250 000 NGN"],
  ["250000", "NGN", 100, "250 000 = 2 500.00 NGN"],
  ["250000", "JPY", 1, "250 000 JPY"],
  ["1", "", 3, "1 ≈ 0.3333"],
  ["12.50", "NGN", 100, "12.50 NGN"],
  ["lots", "NGN", 100, "lots NGN"],
])("%s %s with %s units a currency is %s", (amount, currency, units, text) =>
  expect(plain(amountText(amount, currency, units))).toBe(text),
);

test("beside a field, what would only repeat it is left out", () => {
  expect(moneyText("50000", 100)).toBe("= 500.00");
  expect(moneyText("50000", 1)).toBeNull();
});

test("a step of a playbook says its amount as rows do", () => {
  const body = { amount: "50000", currency: "NGN", userReference: "CUS-12" };
  const step = { does: "call", action: { operation: "credit", body } } as unknown as PlaybookStep;
  expect(stepText(step, 100)).toBe("Simulate a credit of 50\u202f000 = 500.00\u00a0NGN to CUS-12");
  expect(stepText(step, null)).toBe("Simulate a credit of 50\u202f000\u00a0NGN to CUS-12");
});
