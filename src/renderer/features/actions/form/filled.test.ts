import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callBody } from "../../../../shared/call-body.ts";
import { valuesOfBody } from "./filled.ts";
import { actionOf } from "./forms.ts";

describe("filling a form from a body", () => {
  it("gives back the fields that the body was made of, whatever they hold", () => {
    const texts = fc.record({
      amount: fc.oneof(fc.bigInt().map(String), fc.string()),
      currency: fc.string(),
      from: fc.string(),
      to: fc.string(),
      remark: fc.string(),
    });
    fc.assert(
      fc.property(texts, (values) => {
        expect(valuesOfBody("charge", callBody(actionOf("charge", values, null)) ?? "")).toEqual(values);
      }),
    );
    expect(valuesOfBody("credit", '{"amount":9007199254740993123,"currency":"NGN","user_reference":"a"}')).toEqual({
      amount: "9007199254740993123",
      currency: "NGN",
      userReference: "a",
    });
  });

  it.each([
    '{"amount": 1,"currency":"NGN","user_reference":"a"}',
    '{"amount":1,"currency":"NGN","user_reference":"a","extra":1}',
    '{"amount":1.0,"currency":"NGN","user_reference":"a"}',
    '{"amount":1,"currency":"NGN"}',
    "not JSON",
    "",
  ])("leaves a body that the fields could not make as it is: %s", (body) => {
    expect(valuesOfBody("credit", body)).toBeNull();
  });
});
