import { describe, expect, it } from "vitest";
import { DEFAULT_RUN_SETTINGS, type Evidence, type RunSettings } from "../../shared/run.ts";
import { expectationOf } from "./expectation.ts";
import { contextOf, createScorer } from "./score.ts";
import { readPayload } from "./values.ts";

const CREDIT = '{"amount":50000,"currency":"NGN","user_reference":"ref_ada"}';
const CHARGE = '{"amount":50000,"currency":"NGN","from":"ref_ada","to":"ref_tunde","remark":"Lunch at Mama Put"}';

function score(request: string, body: string, settings: Partial<RunSettings> = {}) {
  const operation = request.includes("remark") ? "charge" : "credit";
  const expectation = expectationOf(operation, request, { ...DEFAULT_RUN_SETTINGS, ...settings }, null);
  const values = readPayload(new TextEncoder().encode(body), "application/json");
  return createScorer(values)({ expectation, context: contextOf(expectation) });
}

/** Field, state and place of what was found. */
function evidence(request: string, body: string, field: Evidence["field"]): readonly unknown[] {
  const found = score(request, body)?.fields.find((each) => each.field === field);
  return [found?.state, found?.path, found?.actual];
}

describe("a credit", () => {
  const user = '"user":{"reference":"ref_ada"}';

  it.each([
    ["number", `{"amount":50000,"currency":"NGN",${user}}`],
    ["text", `{"amount":"50000","currency":"ngn",${user}}`],
    ["decimals", `{"amount":50000.00,${user}}`],
    ["grouped, with its currency", `{"amount":"NGN 50,000.00",${user}}`],
    ["deep down", `{"data":[{"object":{"amount":{"value":50000},"customer_reference":"ref_ada"}}]}`],
    ["under any name, alone", '{"xq":"50000","yq":"ref_ada"}'],
    ["in other languages", '{"betrag":"50000","gebuehr":250,"saldo":50000,"kunde":"ref_ada"}'],
    ["beside fees that are the same", `{"amount":50000,"fee":50000,"limit":7,${user}}`],
    ["with a peer of another reference", `{"amount":50000,${user},"peer":{"user":{"reference":"ref_tunde"}}}`],
  ])("fits exactly: %s", (_, body) => {
    expect(score(CREDIT, body)?.fit).toBe("exact");
  });

  it.each([
    ["another amount", `{"amount":50001,"currency":"NGN",${user}}`, "amount"],
    ["another amount, ours as a fee", `{"amount":70000,"fee":50000,"currency":"NGN",${user}}`, "amount"],
    ["another unit", `{"amount":"500.00","currency":"NGN",${user}}`, "amount"],
    ["another currency", `{"amount":50000,"currency":"USD",${user}}`, "currency"],
    [
      "another currency, ours among those supported",
      `{"amount":50000,"currency":"USD","all":["NGN"],${user}}`,
      "currency",
    ],
  ])("is a mismatch: %s", (_, body, field) => {
    const found = score(CREDIT, body);
    expect([found?.fit, found?.fields.filter(({ state }) => state === "differs").map((each) => each.field)]).toEqual([
      "mismatch",
      [field],
    ]);
  });

  it.each([
    ["ours and another number under names that say nothing", '{"xq":50000,"yq":7,"kunde":"ref_ada"}'],
    ["another amount, ours under a name that says nothing", `{"amount":70000,"xq":50000,${user}}`],
    ["two amounts side by side", `{"amount":70000,"betrag":50000,${user}}`],
    ["ours in what looks like a fee, and no amount", `{"fee":50000,${user}}`],
    ["a text that may mean it", `{"amount":"50.000",${user}}`],
    ["another subject", `{"type":"charge","amount":50000,${user}}`],
    [
      "another person, ours in a place that may mean anything",
      '{"amount":50000,"user":{"reference":"ref_x"},"by":"ref_ada"}',
    ],
    ["ours only as the other side", '{"amount":50000,"peer":{"user":{"reference":"ref_ada"}}}'],
    ["nobody", '{"amount":50000,"currency":"NGN"}'],
    ["no amount", `{${user}}`],
    ["a form of text", "amount 50000 for ref_ada"],
  ])("is in doubt: %s", (_, body) => {
    expect(score(CREDIT, body)?.fit).toBe("possible");
  });

  it.each([
    ["another person", '{"amount":50000,"currency":"NGN","user":{"reference":"ref_x"}}'],
    ["money that leaves", '{"amount":50000,"from":"ref_ada","to":"ref_x"}'],
    ["another amount and currency", `{"amount":7,"currency":"USD",${user}}`],
    ["another amount of a charge", `{"type":"charge","amount":7,${user}}`],
    ["another amount of nobody", '{"amount":7}'],
    ["nothing of it", '{"hello":"world"}'],
    ["somebody's tag", `{"amount":50000,${user},"remark":"x [ld-abcde]"}`],
  ])("has nothing to do with it: %s", (_, body) => {
    expect(score(CREDIT, body)).toBeNull();
  });

  it.each(["test", "7", "ada", "12345"])("reference %j counts under a person's name only", (reference) => {
    const request = CREDIT.replace("ref_ada", reference);
    expect(score(request, `{"amount":50000,"mode":"${reference}","n":"${reference}"}`)?.fit).toBe("possible");
    expect(score(request, `{"amount":50000,"user":{"ref":"${reference}"}}`)?.fit).toBe("exact");
  });

  it("compares amounts of any length by their digits", () => {
    const request = CREDIT.replace("50000", "9007199254740993123");
    expect(score(request, `{"amount":9007199254740993123.0,${user}}`)?.fit).toBe("exact");
    expect(score(request, `{"amount":9007199254740993124,${user}}`)?.fit).toBe("mismatch");
  });
});

describe("a charge", () => {
  it("takes the payload's own user for the one who was charged", () => {
    const body = '{"charge":{"amount":50000,"user":{"reference":"ref_ada"}}}';
    expect(evidence(CHARGE, body, "from")).toEqual(["agrees", "charge.user.reference", "ref_ada"]);
    expect(evidence(CHARGE, body, "to")).toEqual(["absent", null, null]);
    expect(score(CHARGE, body.replace("ref_ada", "ref_tunde"))).toBeNull();
  });

  it("knows the two sides apart where they are named", () => {
    const body = '{"amount":50000,"from":{"reference":"ref_ada"},"recipient_reference":"ref_tunde"}';
    expect(score(CHARGE, body)?.fit).toBe("exact");
    const swapped = body.replace("ref_ada", "x").replace("ref_tunde", "ref_ada").replace('"x"', '"ref_tunde"');
    expect(score(CHARGE, swapped)).toBeNull();
  });

  it("to oneself needs the person named twice before both sides agree", () => {
    const request = CHARGE.replace("ref_tunde", "ref_ada");
    expect(evidence(request, '{"amount":50000,"user":{"reference":"ref_ada"}}', "to")[0]).toBe("absent");
    expect(evidence(request, '{"amount":50000,"from":"ref_ada","to":"ref_ada"}', "to")[0]).toBe("agrees");
  });

  it("finds its remark within a longer text, and elsewhere", () => {
    const body = (key: string, remark: string) =>
      `{"amount":50000,"user":{"reference":"ref_ada"},"${key}":"${remark}"}`;
    expect(evidence(CHARGE, body("remark", "Lunch at Mama Put"), "remark")[0]).toBe("agrees");
    expect(evidence(CHARGE, body("remark", "REF 9: Lunch at Mama Put"), "remark")[0]).toBe("agrees");
    expect(evidence(CHARGE, body("narration", "Lunch at Mama Put"), "remark")[0]).toBe("agrees");
    expect(evidence(CHARGE, body("narration", "Dinner"), "remark")[0]).toBe("absent");
    expect(score(CHARGE, body("remark", "Dinner"))?.fit).toBe("mismatch");
  });

  it("is known by a remark that is nobody else's, but not by any remark", () => {
    const body = '{"amount":50000,"remark":"Lunch at Mama Put"}';
    expect(score(CHARGE, body)?.fit).toBe("exact");
    expect(score(CHARGE.replace(" at Mama Put", ""), body.replace(" at Mama Put", ""))?.fit).toBe("possible");
  });
});

describe("what was sent with “Edit body”", () => {
  it.each([
    ["no JSON", "amount=5"],
    ["an array", "[1]"],
    ["no values", '{"amount":null,"currency":[],"user_reference":{}}'],
  ])("and says nothing that can be expected fits nothing: %s", (_, request) => {
    expect(score(request, '{"amount":5,"currency":"NGN","user":{"reference":"ref_ada"}}')).toBeNull();
  });

  it("is expected as it was sent, texts and decimals too", () => {
    const request = '{"amount":"50000.0","currency":"NGN","user_reference":4711001,"amount":"70000"}';
    expect(score(request, '{"amount":70000,"user":{"reference":"4711001"}}')?.fit).toBe("exact");
  });
});
