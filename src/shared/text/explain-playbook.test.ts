import { expect, it } from "vitest";
import type { PlaybookExpectation } from "../playbook.ts";
import { expectationText, wantedText } from "./explain-playbook.ts";

it("writes an amount that is expected as amounts are written everywhere, and nothing else so", () => {
  const of = (value: "amount" | "user", text: string): PlaybookExpectation => ({
    about: "said",
    value,
    check: { is: "equals", value: text },
  });
  expect(expectationText(of("amount", "370000"))).toBe("the amount in the webhook is 370\u202f000");
  expect(wantedText(of("amount", "370000"))).toBe("370\u202f000");
  expect(expectationText(of("amount", "{amount}"))).toBe("the amount in the webhook is “{amount}”");
  expect(expectationText(of("user", "370000"))).toBe("the user in the webhook is “370000”");
  expect(wantedText(of("user", "370000"))).toBe("370000");
});
