import { describe, expect, it } from "vitest";
import { bodyTextOf } from "./body-text.ts";

describe("the body that stands for the fields", () => {
  it("names the fields as the service does and keeps every digit", () => {
    const amount = "123456789012345678901234567890";
    expect(bodyTextOf("credit", { amount, currency: "NGN", userReference: "ref_1" })).toBe(
      `{\n  "amount": ${amount},\n  "currency": "NGN",\n  "user_reference": "ref_1"\n}`,
    );
    expect(Object.keys(JSON.parse(bodyTextOf("charge", {})))).toEqual(["amount", "currency", "from", "to", "remark"]);
  });

  it.each(["", "12.5", "007", "1e3", "fifty", "١٢", " 5"])("is JSON even when the amount is %j", (amount) => {
    expect(JSON.parse(bodyTextOf("credit", { amount }))).toMatchObject({ amount });
  });

  it("carries any text unchanged", () => {
    const remark = '"quoted" \\ \n \u0000 \u202e 👩🏽‍💻 ';
    expect(JSON.parse(bodyTextOf("charge", { amount: "1", remark })).remark).toBe(remark);
  });
});
