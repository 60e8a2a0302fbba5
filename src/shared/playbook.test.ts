import { expect, it } from "vitest";
import { expectableVerdict } from "./playbook.ts";
import type { ComparedField, RunField, Verdict } from "./run.ts";

const differs = (field: RunField, actual: string): ComparedField => ({
  field,
  state: "differs",
  expected: "",
  actual,
  path: null,
  hint: null,
});
const wrong = (...fields: readonly ComparedField[]): Verdict => ({ code: "mismatch", after: 1, fields: [...fields] });

it.each<[string | null, Verdict]>([
  ["failed", wrong(differs("outcome", "declined"))],
  ["bad-signature", wrong(differs("signature", "invalid"))],
  ["no-signature", wrong(differs("signature", "missing"))],
  ["mismatch", wrong(differs("signature", "unchecked"))],
  ["mismatch", wrong(differs("amount", "7"))],
  ["mismatch", wrong(differs("amount", "7"), differs("outcome", "declined"))],
  ["matched", { code: "matched", after: 1 }],
  [null, { code: "waiting", until: 1, downtime: null }],
])("%s is what may be expected of such a verdict", (expected, verdict) => {
  expect(expectableVerdict(verdict)).toBe(expected);
});
