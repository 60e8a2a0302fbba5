import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectationOf } from "../../src/main/runs/expectation.ts";
import { createMatcher } from "../../src/main/runs/matcher.ts";
import { DEFAULT_RUN_SETTINGS, type RunDetail } from "../../src/shared/run.ts";
import { tagsIn } from "../../src/shared/run-tag.ts";
import { deliveryOf, START } from "./scenario.ts";

/** Senders that were written without a look at the matcher, and what comes near to a webhook without being it. */

const ADA = "cust-ada-7f3";
const TUNDE = "cust-tunde-9c1";
const BOB = "cust-bob-2d4";
const CREDIT = `{"amount":50000,"currency":"NGN","user_reference":"${ADA}"}`;
const CREDIT_OF_BOB = `{"amount":50000,"currency":"NGN","user_reference":"${BOB}"}`;
const CHARGE = `{"amount":50000,"currency":"NGN","from":"${ADA}","to":"${TUNDE}","remark":"Lunch & drinks <2026>"}`;
const user = { reference: ADA };
const base = { amount: 50000, currency: "NGN", user };
const sides = { amount: 50000, currency: "NGN", from: ADA, to: TUNDE };

/** The runs of these calls a minute after these webhooks came, one a second. */
function after(requests: readonly string[], bodies: readonly unknown[]): readonly RunDetail[] {
  const matcher = createMatcher();
  const runs = requests.map((request, place) => {
    const [id, at] = [place + 1, START + place * 1_000];
    const operation = request.includes("remark") ? "charge" : "credit";
    const expectation = expectationOf(operation, request, DEFAULT_RUN_SETTINGS, tagsIn(request)[0] ?? null);
    matcher.tell({ type: "call-started", id, at, expectation, call: "under-way" });
    matcher.tell({ type: "call-changed", id, call: "accepted" });
    return id;
  });
  bodies.forEach((body, place) => {
    const bytes = new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
    const delivery = deliveryOf(runs.length + place + 1, START + (place + 1) * 1_000_000, bytes);
    matcher.tell({ type: "delivery", delivery });
  });
  return runs.flatMap((id) => matcher.detail(id, START + 60_000_000) ?? []);
}

function verdicts(requests: readonly string[], bodies: readonly unknown[]): readonly string[] {
  return after(requests, bodies).map(({ summary }) => summary.verdict.code);
}

describe("amounts and currencies, however they are written", () => {
  it.each([
    ["50,000.00", "matched"],
    ["50.000,00", "matched"],
    ["₦50,000.00", "matched"],
    ["NGN 50000", "matched"],
    ["50\u00a0000", "matched"],
    ["50\u202f000,00", "matched"],
    ["5.0E+4", "matched"],
    ["50,000", "matched"],
    ["50.000", "not-sure"],
    ["₦500.00", "mismatch"],
    ["5000000", "mismatch"],
    ["-50000", "mismatch"],
    ["(50,000.00)", "mismatch"],
    ["50000.00-", "mismatch"],
    ["USD 50,000.00", "mismatch"],
    ["€50,000.00", "mismatch"],
    ["$50,000.00", "mismatch"],
  ])("%s: %s", (amount, expected) => {
    // Without a currency of its own, so that the one in the text is all there is.
    const [code] = verdicts([CREDIT], [{ amount, user }]);
    expect(code === "not-sure" && expected === "mismatch" ? "mismatch" : code).toBe(expected);
  });

  it("“50.000” is not taken for fifty either", () => {
    expect(verdicts([CREDIT.replace("50000", "50")], [{ ...base, amount: "50.000" }])).toEqual(["not-sure"]);
  });

  it("a charge with a minus is not sure, and says why", () => {
    const [run] = after([CHARGE], [{ ...sides, amount: -50000 }]);
    expect(run?.summary.verdict.code).toBe("not-sure");
    expect(run?.ties[0]?.fields).toContainEqual(expect.objectContaining({ field: "amount", hint: "other-sign" }));
  });

  it.each([
    { amount: 50000, currency: { code: "USD", name: "US Dollar", symbol: "$" }, user },
    { amount_usd: 50000, user },
    { amount: { USD: 50000 }, user },
    { amount: { value: 50000, unit: "USD" }, user },
    { amount: 50000, currency: "USD", settlement: { currency: "NGN", total: 3300 }, user },
    { amount: 50000, ccy_code: "USD", country_currency: "NGN", user },
    { amount: 50000, currency: "840", user },
    { amount: 50000, x: "USD", user },
  ])("another currency is never taken for ours: %j", (body) => {
    expect(["mismatch", "not-sure"]).toContain(verdicts([CREDIT], [body])[0]);
  });

  it.each([
    { amount: 50000, currency: { code: "NGN", name: "Naira" }, user },
    { ngnAmount: 50000, user },
    { amount: { value: 50000, unit: "NGN" }, fee: { value: 3, unit: "USD" }, user },
    { data: { amount: 50000, currency: "NGN", user, settlement: { amount: 33, currency: "USD" } } },
  ])("ours is found: %j", (body) => {
    expect(verdicts([CREDIT], [body])).toEqual(["matched"]);
  });
});

describe("other events with the same amount and person", () => {
  it.each([
    { event: "refund.success", data: base },
    { type: "transaction", transaction: { ...base, refund: true, status: "success" } },
    { type: "REVERSAL", ...base },
    { event: "x.y", amount_refunded: 50000, currency: "NGN", user },
    { event: "transaction", data: { ...base, status: "failed" } },
    { event: "transaction", data: { ...base, status: "pending" } },
    { success: false, ...base },
    { event: "transfer.failed", data: base },
    { event: "balance.updated", balance: 50000, currency: "NGN", user },
    { event: "balance.updated", ...base },
    { event: "wallet.updated", available: 50000, currency: "NGN", user },
    { event: "account.threshold", threshold: 50000, currency: "NGN", user },
    { event: "widget.spun", spins: 50000, currency: "NGN", user },
    { event: "limit.changed", ...base },
    { event: "fee.taken", ...base },
    { event: "invoice.created", data: base },
    { type: "debit", ...base },
    { event: "transaction", data: { ...base, mode: "debit" } },
    { event: "transaction", data: { ...base, direction: "outgoing" } },
    { event: "payout.paid", data: base },
    { event: "dispute.opened", data: base },
    { event: "authorization.created", ...base },
    { event: "loyalty.points.added", points: 50000, user },
    { event: "payment_link.created", ...base },
    { event: "payment.reminder", ...base },
    { event: "webhook.delivery_failed", original: base },
    { event: "api.request.logged", path: "/test/credit", request: JSON.parse(CREDIT) },
    { event: "x.updated", old_amount: 50000, new_amount: 70000, currency: "NGN", user },
    { previous: { amount: 50000 }, data: { object: { amount: 70000, currency: "NGN", user } } },
    { requested_amount: 50000, settled_amount: 40000, currency: "NGN", user },
    { event: "statement.ready", user, currency: "NGN", transactions: [{ amount: 50000 }, { amount: 50000 }] },
    { тип: "возврат", ...base },
    { typ: "Rückerstattung", ...base },
    { action: "remboursement", ...base },
  ])("are no match of a credit: %j", (body) => {
    expect(["not-sure", "missing", "mismatch"]).toContain(verdicts([CREDIT], [body])[0]);
  });

  it.each([
    { event: "transfer.reversed", ...sides },
    { event: "chargeback.created", ...sides },
    { event: "charge.success", remark: "Refund of Lunch [ld-abcde]", ...sides, status: "reversed" },
  ])("are no match of a charge, with or without its tag: %j", (body) => {
    const tagged = CHARGE.replace("<2026>", "[ld-abcde]");
    for (const request of [CHARGE, tagged])
      expect(["not-sure", "missing", "mismatch"]).toContain(verdicts([request], [body])[0]);
  });

  it("take nothing from the right one, which may have the same id", () => {
    const success = { id: "txn_00001", event: "credit.success", status: "success", ...base };
    const pending = { ...success, event: "credit.pending", status: "pending" };
    const refund = { ...success, event: "refund.success" };
    const notice = { id: "evt_00002", event: "balance.updated", balance: 50000, currency: "NGN", user };
    expect(verdicts([CREDIT], [pending, success])).toEqual(["matched"]);
    expect(verdicts([CREDIT], [success, refund, notice])).toEqual(["matched"]);
  });

  it.each([
    { event: "ping", id: "evt_0001" },
    { type: "heartbeat", ts: 1_790_000_000 },
    { type: "url_verification", challenge: "3eZbrw1aBm2rZgRNFdxV" },
  ])("a sign of life is nobody's webhook: %j", (body) => {
    expect(verdicts([CREDIT], [body])).toEqual(["missing"]);
  });

  it.each([
    { event: "invoice.payment_succeeded", data: base },
    { event: "wallet.credited", status: "SUCCESS", ...base },
    { type: "transaction", card: { type: "debit" }, ...base },
    { event: "send.success", ...base, user: { reference: ADA, status: "pending" } },
    { status: true, event: "deposit", ...base },
  ])("names that only sound like them do no harm: %j", (body) => {
    expect(verdicts([CREDIT], [body])).toEqual(["matched"]);
  });
});

describe("people", () => {
  it.each([
    { ...base, user: { reference: BOB }, metadata: { user: { reference: ADA } } },
    { user, transaction: { amount: 50000, currency: "NGN", user: { reference: BOB } } },
    { amount: 50000, currency: "NGN", initiator: ADA, beneficiary: { id: BOB } },
    { amount: 50000, currency: "NGN", customer_id: BOB, approved_by: ADA },
    { amount: 50000, currency: "NGN", user_id: BOB, referrer: { reference: ADA } },
    { amount: 50000, currency: "NGN", meta: { created_by: ADA } },
    { amount: 50000, currency: "NGN", sender_id: ADA, receiver_id: BOB },
    { amount: 50000, currency: "NGN", customer: BOB, note_ref: ADA },
    [
      { ...base, user: { reference: BOB } },
      { amount: 70000, currency: "NGN", user },
    ],
    [
      { ...base, user: { reference: BOB } },
      { amount: 50000, currency: "USD", user },
    ],
  ])("who is only mentioned does not get somebody else's credit: %j", (body) => {
    expect(["not-sure", "missing"]).toContain(verdicts([CREDIT], [body])[0]);
  });

  it.each([
    ["debtor.reference", "creditor.reference"],
    ["originator.id", "beneficiary.id"],
    ["from", "to"],
    ["from_user", "to_user"],
    ["fromUserId", "toUserId"],
    ["payer.user.id", "payee.user.id"],
    ["debited", "credited"],
  ])("the two sides of a charge are not exchanged: %s, %s", (from, to) => {
    const body = (payer: string, payee: string) => {
      const nest = (path: string, value: string) =>
        path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;
      return { amount: 50000, currency: "NGN", ...nest(from, payer), ...nest(to, payee) };
    };
    expect(verdicts([CHARGE], [body(ADA, TUNDE)])).toEqual(["matched"]);
    expect(["missing", "not-sure", "mismatch"]).toContain(verdicts([CHARGE], [body(TUNDE, ADA)])[0]);
    expect(["missing", "not-sure", "mismatch"]).toContain(verdicts([CHARGE], [body(ADA, BOB)])[0]);
  });

  it("a peer of another reference makes a charge doubtful", () => {
    const body = { charge: { amount: 50000, currency: "NGN", user, peer: { user: { reference: BOB } } } };
    expect(verdicts([CHARGE], [body])).toEqual(["not-sure"]);
  });

  it.each([ADA.toUpperCase(), ` ${ADA} `, `urn:user:${ADA}`, `${ADA}&#39;`])(
    "a reference that is written otherwise is shown as such: %j",
    (reference) => {
      const [run] = after([CREDIT], [{ ...base, user: { reference } }]);
      expect(run?.summary.verdict.code).toBe("not-sure");
      const found = run?.ties[0]?.fields.find(({ field }) => field === "user");
      expect(found).toMatchObject({ state: "unclear", hint: "written-otherwise", actual: reference });
    },
  );

  it("a remark that was cut or escaped is a mismatch that says so", () => {
    for (const remark of ["Lunch &amp; drinks &lt;2026&gt;", "Lunch & drin"])
      expect(after([CHARGE], [{ ...sides, remark }])[0]?.summary.verdict).toMatchObject({
        code: "mismatch",
        fields: [{ field: "remark", hint: "written-otherwise" }],
      });
  });

  it("two simulations in one webhook are both unsure, and it can be found from either", () => {
    const details = after([CREDIT, CREDIT_OF_BOB], [[{ ...base, user: { reference: BOB } }, base]]);
    expect(details.map(({ summary }) => summary.verdict)).toEqual([
      { code: "not-sure", because: "doubt", possible: 1 },
      { code: "not-sure", because: "doubt", possible: 1 },
    ]);
    expect(details.map(({ ties, alsoFits }) => ties.length + alsoFits.length)).toEqual([1, 1]);
  });

  it("an id that stays the same from one event to the next leaves the second simulation unsure, not missing", () => {
    const bodies = [1, 2].map((count) => ({ id: "usr_00001", count, ...base }));
    expect(verdicts([CREDIT, CREDIT], bodies)[1]).toBe("not-sure");
  });
});

describe("payloads with one thing in them that says otherwise", () => {
  type Json = { readonly [key: string]: unknown };
  const wrapper = fc.constantFrom("data", "payload", "object", "attributes", "resource", "x9", "данные");
  const key = (...names: readonly string[]) => fc.constantFrom(...names);
  const cased = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.replaceAll(/[._](.)/g, (_, next: string) => next.toUpperCase()),
  );
  const money = fc
    .record({
      name: key("amount", "total", "value_amount", "betrag", "x1"),
      text: fc.constantFrom<unknown>(50000, "50000", "50000.00", "50,000.00", "50 000"),
    })
    .map(({ name, text }): Json => ({ [name]: text }));
  const currency = key("currency", "ccy", "currencyCode", "waehrung");
  const person = key("user_reference", "customer_ref", "accountHolderReference");
  /** Each alone is reason enough not to take it for the webhook of a credit of 50,000 NGN to Ada. */
  const contrary: fc.Arbitrary<
    (plain: Json, names: { currency: string; person: string }, write: (text: string) => string) => Json
  > = fc.oneof(
    key(
      "refund.success",
      "charge.refunded",
      "payment.reversed",
      "dispute.created",
      "payout.sent",
      "balance.updated",
      "payment.failed",
      "transfer.pending",
      "login.succeeded",
    ).chain((name) =>
      key("event", "type", "eventType", "topic", "action").map(
        (place) => (plain: Json, _: unknown, write: (text: string) => string) => ({ [place]: write(name), ...plain }),
      ),
    ),
    key("failed", "pending", "declined", "reversed", "cancelled", "processing").chain((status) =>
      key("status", "state", "transaction_status", "paymentState").map(
        (place) => (plain: Json, _: unknown, write: (text: string) => string) => ({ ...plain, [place]: write(status) }),
      ),
    ),
    key("debit", "outgoing", "outbound").chain((way) =>
      key("direction", "mode", "entryType", "drCr").map(
        (place) => (plain: Json, _: unknown, write: (text: string) => string) => ({ ...plain, [place]: write(way) }),
      ),
    ),
    key("USD", "usd", "GHS", "eur").map((code) => (plain: Json, names: { currency: string }) => ({
      ...plain,
      [names.currency]: code,
    })),
    key(BOB, `${ADA}x`, "", "ada").map((reference) => (plain: Json, names: { person: string }) => ({
      ...plain,
      [names.person]: reference,
    })),
    key("refund", "is_reversal", "refunded").map((flag) => (plain: Json) => ({ ...plain, [flag]: true })),
  );

  it("are never matched, and without it always are", () => {
    fc.assert(
      fc.property(
        money,
        currency,
        person,
        contrary,
        cased,
        fc.array(wrapper, { maxLength: 3 }),
        fc.boolean(),
        (amount, currencyName, personName, speak, write, wrappers, inList) => {
          const plain: Json = { ...amount, [currencyName]: "NGN", [personName]: ADA };
          const wrap = (body: Json) => {
            const inner = wrappers.reduce<unknown>((content, name) => ({ [name]: content }), body);
            return inList ? [inner] : inner;
          };
          const said = speak(plain, { currency: currencyName, person: personName }, write);
          expect(verdicts([CREDIT], [wrap(said)])[0]).not.toBe("matched");
          expect(verdicts([CREDIT], [wrap(plain)])[0]).toBe("matched");
        },
      ),
      { numRuns: 1_500 },
    );
  });
});
