import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FACTS_TEXT_LIMIT, findFacts } from "./facts.ts";

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded; charset=utf-8";
const USER = { name: "Ada", identifier: "ada", identifier_type: "username", email: "", reference: "user-1" };
const PEER = { user: { name: "Tunde", identifier: "tunde", reference: "peer-1" }, business: { name: "B", logo: null } };

describe("the payload shapes that are known", () => {
  it("credit, older envelope", () => {
    const body = `{"type":"transaction","transaction":{"id":"t-1","remark":"medicine","amount":50000,"currency":"NGN",
      "charge":0,"type":"peer","refund":false,"channel":"send","status":"success","peer":${JSON.stringify(PEER)},
      "user":${JSON.stringify(USER)},"mode":"credit","reference":"0123456789abcdef","meta":{"city":"Lagos"}}}`;
    expect(findFacts(body, JSON_TYPE)).toEqual({
      subject: "credit",
      eventName: "transaction",
      amount: "50000",
      currency: "NGN",
      userReference: "user-1",
      remark: "medicine",
    });
  });

  it("charge", () => {
    const body = JSON.stringify({
      type: "charge",
      charge: {
        reference: "c-1",
        channel: "direct_charge",
        charges: { amount_to_be_charged: 52_750, included_fees: 2_750 },
        amount: 50_000,
        currency: "NGN",
        fees: { percentage: 0.5, flat_fee: 2_500 },
        user: USER,
        peer: PEER,
      },
    });
    expect(findFacts(body, JSON_TYPE)).toEqual({
      subject: "charge",
      eventName: "charge",
      amount: "50000",
      currency: "NGN",
      userReference: "user-1",
    });
  });

  it("newer envelope, whose event name says more than the transaction's mode", () => {
    const body = JSON.stringify({
      event: "direct_debit.success",
      transaction: { amount: 1, mode: "debit", user: USER },
    });
    expect(findFacts(body, JSON_TYPE)).toMatchObject({ subject: "charge", eventName: "direct_debit.success" });
  });

  it("does not guess: money sent is neither a credit nor a charge", () => {
    const body = JSON.stringify({ event: "send.success", transaction: { amount: 1, mode: "debit", channel: "send" } });
    expect(findFacts(body, JSON_TYPE).subject).toBeUndefined();
  });

  it("a link", () => {
    const body = JSON.stringify({ link: { id: "l-1", user: USER, peer: PEER } });
    expect(findFacts(body, JSON_TYPE)).toEqual({ subject: "link", linkId: "l-1", userReference: "user-1" });
  });
});

describe("any other shape", () => {
  it.each([
    ['{"data":{"Amount":"9007199254740993123"}}', { amount: "9007199254740993123" }],
    ['{"amount":10.00}', { amount: "10.00" }],
    ['{"amount":1E400}', { amount: "1E400" }],
    ['{"amount":{"value":"12","currency":"USD"}}', { amount: "12", currency: "USD" }],
    ['{"list":[{"deep":[{"amount":7}]}]}', { amount: "7" }],
    ['{"fee_amount":5,"x":{"y":{"amount":7}}}', { amount: "7" }],
    ['{"totalAmount":5}', { amount: "5" }],
    ['{"amount":"much"}', {}],
    ['{"value":5}', {}],
    ['{"userReference":"a","user":{"reference":"b"}}', { userReference: "a" }],
    ['{"peer":{"user":{"reference":"theirs"}}}', {}],
    ['{"from":"ada","to":"tunde","narration":"food"}', { from: "ada", to: "tunde", remark: "food" }],
    ['{"from":{"reference":"ada"},"to":{"reference":"tunde"}}', { from: "ada", to: "tunde" }],
    ['{"event":{"name":"account.credited"}}', { subject: "credit", eventName: "account.credited" }],
    ['\ufeff{"amount":1}', { amount: "1" }],
    ['{"remark":"\\u00e9\\/"}', { remark: "é/" }],
    ['{"remark":""}', {}],
    ["[1,2,3]", {}],
    ["5", {}],
    ["", {}],
    ["<xml/>", {}],
    ['{"amount":1', {}],
  ])("%s", (body, expected) => {
    expect(findFacts(body, JSON_TYPE)).toEqual(expected);
  });

  it("reads forms, nested names and JSON in a field", () => {
    expect(findFacts("amount=50000&currency=NGN&user%5Breference%5D=a+b%26c&remark=100%", FORM_TYPE)).toEqual({
      amount: "50000",
      currency: "NGN",
      userReference: "a b&c",
      remark: "100%",
    });
    expect(findFacts("payload=%7B%22amount%22%3A5%7D&x=1", null)).toEqual({ amount: "5" });
    expect(findFacts("transaction[peer][user][reference]=theirs&charge[amount]=9", null)).toEqual({
      amount: "9",
      subject: "charge",
    });
  });

  it("is not searched beyond its limit, nor are endless values taken", () => {
    expect(findFacts(`{"amount":5${" ".repeat(FACTS_TEXT_LIMIT)}}`, JSON_TYPE)).toEqual({});
    expect(findFacts(JSON.stringify({ remark: "x".repeat(2_000), amount: 5 }), JSON_TYPE)).toEqual({ amount: "5" });
  });

  it("may be nested a hundred thousand deep", () => {
    expect(findFacts(`${"[".repeat(100_000)}${"]".repeat(100_000)}`, JSON_TYPE)).toEqual({});
  });

  it("never fails, and finds only text that stood in the body", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: "binary" }), fc.webQueryParameters()), (body) => {
        for (const found of Object.values(findFacts(body, null))) expect(typeof found).toBe("string");
      }),
    );
    const value = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    fc.assert(
      fc.property(value, fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.array(value), (reference, units, path) => {
        const inner = `{"amount":${units},"user_reference":"${reference}"}`;
        const body = path.reduce((nested, key) => `{"${key}_":${nested}}`, inner);
        expect(findFacts(body, null)).toMatchObject({ amount: String(units), userReference: reference });
      }),
    );
  });
});
