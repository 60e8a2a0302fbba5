import { describe, expect, it } from "vitest";
import { DEFAULT_SANDBOX_BEHAVIOUR, type SandboxBehaviour } from "../../shared/sandbox.ts";
import { jsonText } from "../sandbox/json-text.ts";
import { payload } from "../sandbox/payloads.ts";
import { factsOf, readWebhook } from "./index.ts";

const CREDIT = {
  operation: "credit",
  amount: 9_007_199_254_740_993n,
  currency: "NGN",
  userReference: "ref_ada",
} as const;
const CHARGE = {
  operation: "charge",
  amount: 50_000n,
  currency: "USD",
  from: "ref_ada",
  to: "ref_tunde",
  remark: "Lunch [ld-7f3kq]",
} as const;

type Shape = SandboxBehaviour["creditShape"] | SandboxBehaviour["chargeShape"];

/** What the sandbox sends, as text. */
function sent(shape: Shape, operation: "credit" | "charge"): string {
  const behaviour = { ...DEFAULT_SANDBOX_BEHAVIOUR, creditShape: shape, chargeShape: shape } as SandboxBehaviour;
  return jsonText(payload(operation === "credit" ? CREDIT : CHARGE, behaviour, "http://127.0.0.1:1", new Date(0)));
}

function read(body: string) {
  return readWebhook({ body: new TextEncoder().encode(body), headers: [], target: "/webhooks" }, [], []);
}

const KINDS = [
  ["transaction", "credit"],
  ["event", "credit"],
  ["event", "charge"],
  ["transaction", "charge"],
  ["charge", "charge"],
  ["charge-with-remark", "charge"],
] as const;

describe.each(KINDS)("the documented shape %s of a %s", (shape, operation) => {
  const body = sent(shape, operation);

  it("is sure from the first webhook on, to the last digit", () => {
    const found = read(body);
    const wanted = operation === "credit" ? CREDIT : CHARGE;
    expect(found).toMatchObject({ by: "known", newWords: [], incomplete: null, format: "json" });
    expect(found.items).toHaveLength(1);
    const [item] = found.items;
    expect(item).toMatchObject({
      amount: { units: String(wanted.amount), text: String(wanted.amount) },
      currency: { code: wanted.currency },
      user: operation === "credit" ? { text: "ref_ada" } : null,
      from: operation === "charge" ? { text: "ref_ada" } : null,
      to: null,
      purpose: { means: operation },
    });
    expect(item?.outcome?.means ?? "went-through").toBe("went-through");
    expect(item?.ids[0]?.text).toMatch(/^[0-9a-f-]{32,36}$/);
    expect(factsOf(found)).toMatchObject({
      subject: operation,
      amount: String(wanted.amount),
      currency: wanted.currency,
    });
    expect(found.tags).toEqual(operation === "charge" && shape !== "charge" ? ["7f3kq"] : []);
  });

  const inner = shape.startsWith("charge") ? '"charge":{' : '"transaction":{';
  const put = (member: string) =>
    body.replace(new RegExp(`"${member.split('"')[1] ?? ""}":[^,{}]+,`), "").replace(inner, `${inner}${member},`);

  it.each([
    ['"status":"failed"', "failed"],
    ['"status":"pending"', "neither"],
  ])("says so when it did not go through: %s", (member, means) => {
    const found = read(put(member));
    expect(found).toMatchObject({ by: "known", newWords: [], items: [{ outcome: { means } }] });
    expect(factsOf(found).ended).toBe(means === "neither" ? "not-over" : means);
    // What nobody has confirmed is no statement of its row.
    expect(factsOf({ ...found, by: "proposed" }).ended).toBeUndefined();
  });

  it("is about neither when it is a refund", () => {
    expect(read(put('"refund":true'))).toMatchObject({ by: "known", items: [{ purpose: { means: "neither" } }] });
    expect(read(put('"refund":false'))).toMatchObject({ by: "known", newWords: [] });
  });

  it.each([
    '"status":"settled"',
    '"status":"DENIED"',
    '"failure_reason":"insufficient funds"',
    '"reversed":true',
    '"error":{"code":"E1"}',
  ])("asks about %s", (member) => {
    const found = read(put(member));
    expect(found.by).toBe("known");
    expect(found.newWords).toHaveLength(1);
    expect([found.items[0]?.outcome?.means, found.items[0]?.purpose?.means]).toContain(
      found.newWords[0]?.about === "outcome" ? (found.items[0]?.outcome?.means ?? null) : null,
    );
  });

  it("does not ask about words that say nothing of it", () => {
    const other = body.replaceAll('"Lagos"', '"Kano"').replace('"channel":"send"', '"channel":"checkout"');
    expect(read(other)).toMatchObject({ by: "known", newWords: [] });
    expect(read(put('"failure_reason":null')).newWords).toEqual([]);
  });

  it("is not taken for one when another service writes something like it", () => {
    for (const changed of [
      body.replace(/"peer":\{"user"/, '"other":{"user"'),
      body.replace(/"(transaction|charge)":\{/, '"$1s":{'),
      body.replace('"identifier_type"', '"kind_of_identifier"'),
    ])
      expect(read(changed).by).toBe("proposed");
  });
});

it("takes a new event name of a known shape for a word to be explained", () => {
  const found = read(sent("event", "charge").replace("direct_debit.success", "direct_debit.failed"));
  expect(found).toMatchObject({
    by: "known",
    newWords: [
      { path: "event", about: "outcome", suggests: "failed" },
      { path: "event", about: "purpose" },
    ],
  });
  expect(found.items[0]?.outcome?.means).toBeNull();
});
