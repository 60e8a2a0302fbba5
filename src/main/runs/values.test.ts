import { describe, expect, it } from "vitest";
import { readPayload } from "./values.ts";

function read(body: string, contentType: string | null = "application/json") {
  return readPayload(new TextEncoder().encode(body), contentType);
}

/** Path and text of every value. */
function listed(body: string, contentType?: string | null): readonly string[] {
  return [...read(body, contentType).byPath].flatMap(([path, values]) => values.map(({ text }) => `${path} = ${text}`));
}

describe("readPayload finds every string and number with its place", () => {
  it.each([
    ['{"a":{"b":[1,{"c":"x"}]},"d e":2}', ["a.b[0] = 1", "a.b[1].c = x", '["d e"] = 2']],
    ['[{"a":1},[2]]', ["[0].a = 1", "[1][0] = 2"]],
    ['{"a":1,"a":2}', ["a = 1", "a = 2"]],
    ['{"a":null,"b":true,"c":""}', []],
    ["9007199254740993123", ["$ = 9007199254740993123"]],
    ['"text"', ["$ = text"]],
    ['{"Message":"{\\"inner\\":{\\"amount\\":10.00}}"}', ["Message.inner.amount = 10.00"]],
    [`{"message":{"data":"${btoa('{"amount":10.00}')}"}}`, ["message.data.amount = 10.00"]],
    [`{"token":"e30.${btoa('{ "amount" : 50000 }').replaceAll("=", "")}.c2ln"}`, ["token.amount = 50000"]],
    [btoa('[{"amount":50000}]'), ["[0].amount = 50000"]],
    ['{"note":"everybody_knows_that_this_is_none"}', ["note = everybody_knows_that_this_is_none"]],
    ['{"note":"[not json"}', ["note = [not json"]],
    ["\ufeff{}", []],
  ])("%s", (body, expected) => {
    expect(listed(body)).toEqual(expected);
    expect(read(body).format).toBe("json");
  });

  it("in a form, with nesting either way and JSON in a field", () => {
    const form = 'amount=50%20000&user%5Breference%5D=ref+ada&a.b=1&payload={"x":{"y":"z"}}&=&broken=%zz';
    expect(listed(form, "application/x-www-form-urlencoded")).toEqual([
      "amount = 50 000",
      "user.reference = ref ada",
      "a.b = 1",
      "payload.x.y = z",
      "broken = %zz",
    ]);
    expect(read(form, null).format).toBe("form");
  });

  it("in anything else as words", () => {
    const xml = '<hook id="h1"><amount>50000</amount><ref>ref_ada</ref></hook>';
    expect(read(xml, "text/xml")).toMatchObject({ format: "text", partial: false });
    expect([...read(xml, "text/xml").byText.keys()]).toEqual([
      "hook",
      "id",
      "h1",
      "amount",
      "50000",
      "/amount",
      "ref",
      "ref_ada",
      "/ref",
      "/hook",
    ]);
  });

  it("in the charset that is named, else as UTF-8", () => {
    const bytes = Uint8Array.from([...'{"n":"'].map((each) => each.charCodeAt(0)).concat(0xe9, 0x22, 0x7d));
    expect(readPayload(bytes, "application/json; charset=iso-8859-1").byText.has("é")).toBe(true);
    expect(readPayload(bytes, "application/json; charset=none-such").byText.has("\ufffd")).toBe(true);
  });
});

describe("readPayload stays within bounds, and says when it left something out", () => {
  it.each([
    ["too many values", `[${"1,".repeat(3_000)}1]`],
    ["a value that is too long", JSON.stringify({ a: "x".repeat(20_000) })],
    ["too long a body", JSON.stringify({ a: "x ".repeat(200_000) })],
    ["nesting without end", `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`],
  ])("%s", (_, body) => {
    const values = read(body);
    expect(values.partial).toBe(true);
    expect(values.byPath.size).toBeLessThanOrEqual(2_000);
  });
});

describe("readPayload tells the amount from other numbers by its name", () => {
  it.each([
    ['{"amount":1,"fee":2,"id":3}', ["amount"]],
    ['{"transaction":{"amount":1,"charge":0},"meta":{"amount":9}}', ["transaction.amount", "meta.amount"]],
    ['{"amount":1,"lines":[{"amount":9}]}', ["amount"]],
    ['{"amount":{"value":"1","currency":"NGN"},"value":2}', ["amount.value"]],
    ['{"charge":{"amount":1,"charges":{"amount_to_be_charged":2},"fees":{"amount":3}}}', ["charge.amount"]],
    ['{"betrag":1,"gebuehr":2}', ["betrag"]],
    ['{"MontantTotal":1,"frais":2,"solde":3}', ["MontantTotal"]],
    ['{"金额":1,"手续费":2}', ["金额"]],
    ['{"сумма":1,"комиссия":2}', ["сумма"]],
    ['{"total_amount":5,"tax_amount":1,"max_amount":9}', ["total_amount"]],
    ['{"x":1,"y":2}', []],
    ['{"created":1790000000,"zeit":"2026-11-20T10:00:00Z","id":"00123"}', []],
  ])("%s", (body, paths) => {
    expect(read(body).deciding.map(({ value }) => value.path)).toEqual(paths);
  });

  it.each([
    ["50000", ["5e5"]],
    ['"50000.00"', ["5e5"]],
    ["5e4", ["5e5"]],
    ['"50,000"', ["5e5", "5e2"]],
    ['"50 000,50"', ["500005e5"]],
    ['"50.000"', ["5e2", "5e5"]],
    ['"1.234.567,89"', ["123456789e7"]],
    ['"NGN 50,000.00"', ["5e5"]],
    ['"₦50000"', ["5e5"]],
    ['"50000 NGN"', ["5e5"]],
    ['"-5"', ["-5e1"]],
    ['"fifty"', []],
    ['"12:30"', []],
  ])("reads %s", (value, keys) => {
    expect(read(`{"amount":${value}}`).amounts.flatMap((amount) => amount.keys)).toEqual(keys);
  });
});

describe("readPayload tells events from each other", () => {
  it.each([
    ['{"id":"evt_0001","user":{"id":"usr_0001"}}', ["id"]],
    ['{"transaction":{"id":"tx_00001","reference":"abcdef"}}', ["transaction.id", "transaction.reference"]],
    ['{"merchant_id":"m_000001","business":{"id":"b_000001"},"user_reference":"ref_ada"}', []],
    ['{"id":"12"}', []],
  ])("by their own ids: %s", (body, paths) => {
    expect(read(body).identity.eventIds.map(({ path }) => path)).toEqual(paths);
  });

  it("by every byte", () => {
    expect(read('{"a":1}').identity.digest).not.toBe(read('{"a": 1}').identity.digest);
    expect(read('{"a":1}').identity.digest).toBe(read('{"a":1}', null).identity.digest);
  });
});
