import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timesOwnWork } from "../../../tests/support/own-work.ts";
import { learnWord } from "../../shared/correct-reading.ts";
import type { Reading, WebhookReading } from "../../shared/reading.ts";
import { type Awaited, confirmedBy, factsOf, proposeReading, readWebhook, webhookIds } from "./index.ts";

const CREDIT: Awaited = {
  operation: "credit",
  amount: "50000",
  currency: "NGN",
  user: "ref_ada",
  from: null,
  to: null,
  remark: null,
};
const CHARGE: Awaited = {
  operation: "charge",
  amount: "50000",
  currency: "NGN",
  user: null,
  from: "ref_ada",
  to: "ref_tunde",
  remark: "Lunch",
};
const bytes = (body: string) => new TextEncoder().encode(body);
const source = (body: string) => ({
  body: bytes(body),
  headers: [["Content-Type", "application/json"]] as const,
  target: "/",
});
const read = (body: string, awaited = [CREDIT]) => readWebhook(source(body), [], awaited);
function confirm(body: string, awaited: Awaited) {
  const reading = proposeReading(source(body), [], [awaited]);
  if (reading === null) throw new Error("Nothing is proposed.");
  return confirmedBy(source(body), reading);
}

describe("under names that nobody knows", () => {
  const charge = (tukio: string) =>
    JSON.stringify({ tukio, hali: "imepita", data: { kiasi: 50_000, kutoka: "ref_ada", kwenda: "ref_tunde" } });

  it("the name of an event says what it is about, and another word how it went", () => {
    const [item] = read(charge("link.debited"), [CHARGE]).items;
    expect(item).toMatchObject({
      purpose: { text: "link.debited", path: "tukio", means: "charge" },
      outcome: { text: "imepita", path: "hali", means: "went-through" },
    });
    expect(confirm(charge("link.debited"), CHARGE).name).toBe("link.debited");
  });

  it("an event that only a header names is read there", () => {
    const sent = (topic: string) => ({
      ...source('{"amount":"500.00","sender":"ref_ada","recipient":"ref_tunde"}'),
      headers: [
        ["Content-Type", "application/json"],
        ["X-Links-Topic", topic],
      ] as const,
    });
    const proposal = proposeReading(sent("charge.settled"), [], [CHARGE]);
    if (proposal === null) throw new Error("Nothing is proposed.");
    const reading = { ...confirmedBy(sent("charge.settled"), proposal), confirmedAt: 1 };
    expect(readWebhook(sent("charge.settled"), [reading], []).newWords).toEqual([]);
    expect(readWebhook(sent("charge.declined"), [reading], []).items[0]?.outcome?.means).toBe("failed");
  });

  it("a lone one or zero is no outcome, be it a version or a count, but asks when it changes", () => {
    const body = (zebra: number) => JSON.stringify({ zebra, kiasi: 50_000, sarafu: "NGN", mteja: "ref_ada" });
    expect(read(body(1)).items[0]?.outcome).toBeNull();
    const reading = { ...confirm(body(1), CREDIT), confirmedAt: 1 };
    expect(readWebhook(source(body(1)), [reading], []).newWords).toEqual([]);
    expect(readWebhook(source(body(0)), [reading], []).newWords).toMatchObject([{ text: "0", path: "zebra" }]);
  });

  /** `ev_` and ten of these by chance. */
  const id = (letters: string) =>
    fc.array(fc.constantFrom(...letters), { minLength: 10, maxLength: 10 }).map((each) => `ev_${each.join("")}`);

  it("an id is not the name of an event, however its letters fall, and another one asks nothing", () => {
    const body = (evt: string) =>
      JSON.stringify({ evt, kind: "purse.fill", sum: 50_000, ccy: "NGN", holder: "ref_ada" });
    const hex = id("0123456789abcdef").filter((each) => /[0-9].*[0-9]/.test(each) && /_.*[a-f]/.test(each));
    fc.assert(
      fc.property(fc.oneof(hex, id("0123456789")), hex, (evt, another) => {
        const reading = { ...confirm(body(evt), CREDIT), confirmedAt: 1 };
        expect(reading.purpose.places.map(({ path }) => path)).toEqual(["kind"]);
        expect(readWebhook(source(body(another)), [reading], []).newWords).toEqual([]);
      }),
    );
    const reading = { ...confirm(body("ev_100"), CREDIT), confirmedAt: 1 };
    for (const evt of ["ev_200", "refund_20261121"])
      expect(readWebhook(source(body(evt)), [reading], []).newWords).toMatchObject([{ text: evt, about: "purpose" }]);
    const anyId = learnWord(
      reading,
      { about: "purpose", text: "ev_200", path: "evt", suggests: null },
      "either",
      "evt",
    );
    expect(readWebhook(source(body("ev_300")), [{ ...anyId, confirmedAt: 1 }], []).newWords).toEqual([]);
  });

  it("another event asks", () => {
    const word = { about: "outcome", text: "imepita", path: "hali", suggests: null } as const;
    const learned = learnWord(confirm(charge("link.debited"), CHARGE), word, "went-through", "hali");
    const reading = { ...confirmedBy(source(charge("link.debited")), learned), confirmedAt: 1 };
    const { newWords } = readWebhook(source(charge("link.returned")), [reading], []);
    expect(newWords).toMatchObject([{ text: "link.returned", about: "purpose", suggests: "neither" }]);
  });

  it("nothing is called what it does not say", () => {
    const body = '{"kiasi":50000,"sarafu":"NGN","mteja":"ref_ada"}';
    const reading = { ...confirm(body, CREDIT), confirmedAt: 1 };
    expect(readWebhook(source(body), [reading], []).kind).toBe("");
    expect(readWebhook(source(body), [{ ...reading, name: "Top-up" }], []).kind).toBe("Top-up");
  });
});

describe("a proposal", () => {
  const credit = (members: object) => JSON.stringify({ monto: 50_000, moneda: "NGN", cliente: "ref_ada", ...members });
  const ended = (body: string) => read(body).items[0]?.outcome ?? null;

  it.each(["estado_anterior", "statut_precedent", "onceki_durum", "status_sebelumnya", "status_vorher", "hala_sabiqa"])(
    "does not take %s for the outcome",
    (before) => {
      expect(ended(credit({ [before]: "pending", estado: "completado" }))).toMatchObject({
        path: "estado",
        means: "went-through",
      });
    },
  );

  it("does not take a status of the webhook itself for that of the transaction, where all else says that it went through", () => {
    const sent = (type: string, status: string, paid: boolean) =>
      ended(JSON.stringify({ type, status, data: { amount: 50_000, currency: "NGN", user: "ref_ada", paid } }))?.means;
    expect(sent("PAYMENT_COMPLETED", "NEW", true)).toBe("went-through");
    expect(sent("PAYMENT_COMPLETED", "PENDING", true)).toBe("neither");
    expect(sent("PAYMENT", "NEW", true)).toBe("neither");
    expect(sent("PAYMENT_COMPLETED", "NEW", false)).toBe("failed");
  });

  const within = (depth: number, body: object): object => (depth === 0 ? body : { n: within(depth - 1, body) });
  const people = (depth: number, names: object) =>
    read(JSON.stringify(within(depth, { valor: 50_000, moeda: "NGN", ...names })), [CHARGE]).items[0];

  it.each([0, 5, 20, 40])("finds whom it names %i objects deep", (depth) => {
    const item = people(depth, { pagador: "ref_ada", favorecido: "ref_tunde", descricao: "Lunch" });
    expect([item?.from?.text, item?.to?.text]).toEqual(["ref_ada", "ref_tunde"]);
  });

  it("finds a reference behind what it is of under a name that nobody knows, but not under the other side's", () => {
    const item = people(0, { mlipaji: "user:ref_ada", mpokeaji: "/users/ref_tunde" });
    expect([item?.from, item?.to]).toMatchObject([
      { text: "user:ref_ada", written: "otherwise" },
      { text: "/users/ref_tunde", written: "otherwise" },
    ]);
    expect(item?.purpose).toBeNull();
    const other = people(0, { remitente: "user:ref_tunde", zed: "see https://a.example/ref_ada" });
    // With another amount as well: by them it is known whose webhook it is.
    const wrong = people(0, { mlipaji: "user:ref_ada", mpokeaji: "/users/ref_tunde", valor: 50_001 });
    expect([wrong?.from?.text, wrong?.to?.text]).toEqual(["user:ref_ada", "/users/ref_tunde"]);
    // Who pays by its name is somebody else than awaited, and stays so.
    expect([other?.from?.text, other?.to?.text]).toEqual(["user:ref_tunde", undefined]);
  });
});

describe("of a list of what became of one movement the latest entry counts", () => {
  const at = (minute: number) => `2026-11-21T09:${10 + minute}:00Z`;
  const entries = (...words: readonly string[]) => words.map((status, minute) => ({ at: at(minute), status }));
  const body = (timeline: readonly object[]) =>
    JSON.stringify({ amount: 50_000, currency: "NGN", user: "ref_ada", timeline });
  const confirmed = { ...confirm(body(entries("NEW", "PENDING", "PAID")), CREDIT), confirmedAt: 1 };
  const outcome = (timeline: readonly object[]) => {
    const found = readWebhook(source(body(timeline)), [confirmed], [CREDIT]);
    expect(found.by).toBe("confirmed");
    return found.items[0]?.outcome?.means;
  };

  it("whatever stood there before, and however many there are", () => {
    expect(outcome(entries("NEW", "PENDING", "PAID"))).toBe("went-through");
    expect(outcome(entries("FAILED", "PAID"))).toBe("went-through");
    expect(outcome(entries("NEW", "PAID", "FAILED"))).toBeNull();
    expect(outcome(entries("PAID", "REVERSED"))).toBeNull();
    expect(outcome(entries("NEW"))).toBeNull();
  });

  it("by its moment, in whatever order they stand", () => {
    expect(outcome(entries("NEW", "PAID").reverse())).toBe("went-through");
    expect(outcome(entries("PAID", "FAILED").reverse())).toBeNull();
    expect(outcome([{ at: at(5), status: "PAID" }, ...entries("NEW", "PENDING")])).toBe("went-through");
    const seconds = (...pairs: readonly [number, string][]) => pairs.map(([time, status]) => ({ at: time, status }));
    expect(outcome(seconds([1_732_182_070, "PAID"], [1_732_182_069, "FAILED"]))).toBe("went-through");
    expect(outcome(seconds([999, "PAID"], [1_000, "FAILED"]))).toBeNull();
  });
});

describe("of several transactions in one webhook", () => {
  const payments = (...words: readonly string[]) =>
    JSON.stringify({
      currency: "NGN",
      payments: words.map((status, place) => ({
        user: `ref_${place}`,
        amount: 50_000,
        status,
        at: "2026-11-21T09:10:00Z",
      })),
    });
  const confirmed = { ...confirm(payments("PAID"), { ...CREDIT, user: "ref_0" }), confirmedAt: 1 };
  const found = (...words: readonly string[]) => readWebhook(source(payments(...words)), [confirmed], [CREDIT]);

  it("each has its own outcome, and one that failed leaves the others as they are", () => {
    const { items, newWords } = found("PAID", "FAILED", "PAID");
    expect(items.map(({ outcome }) => outcome?.means)).toEqual(["went-through", null, "went-through"]);
    expect(newWords).toEqual([{ about: "outcome", path: "payments[1].status", text: "FAILED", suggests: "failed" }]);
  });

  it("the last is no later state of the first", () => {
    expect(found("PAID", "FAILED").items).toHaveLength(2);
    expect(found("FAILED", "PAID").items.map(({ outcome }) => outcome?.text)).toEqual(["FAILED", "PAID"]);
  });
});

describe("row, filter and verdict have the same values, since there is one reading", () => {
  it("a fee is not the amount", () => {
    const found = read('{"transaction":{"total":50000,"feeAmount":25},"user_reference":"ref_ada"}');
    expect(factsOf(found)).toMatchObject({ amount: "50000", userReference: "ref_ada" });
    expect(factsOf(read('{"amount":50000,"net_amount":48000,"user":"ref_ada"}'))).toMatchObject({ amount: "50000" });
  });

  it("the digits of an id are no amount, even if that is awaited, and its letters no currency", () => {
    const body = (handle: string) => `{"entry":{"party":{"handle":"${handle}"},"sum":{"value":10091,"iso":"EUR"}}}`;
    for (const handle of ["CUS-14", "CUS14", "tx-1400"]) {
      const [item] = read(body(handle), [{ ...CREDIT, amount: "1400", user: "ref_b" }]).items;
      expect(item).toMatchObject({ amount: { text: "10091" }, currency: { code: "EUR" }, user: { text: handle } });
    }
    expect(read('{"total":"NGN-500.00"}').items[0]).toMatchObject({ amount: { text: "NGN-500.00", units: "50000" } });
  });

  it("a remark that anybody may write does not make it the webhook of an earlier charge", () => {
    const body = (note: string) => `{"entry":{"note":"${note}","party":{"handle":"CUS-14"},"sum":{"value":10091}}}`;
    expect(read(body("Lunch"), [CHARGE]).items).toEqual(read(body("Dinner"), [CHARGE]).items);
  });

  it("an amount that is read in another unit is said to be so, however else it is written", () => {
    const facts = (amount: unknown, more: { readonly scale: number; readonly decimalMark: "." | "," }) => {
      const body = JSON.stringify({ event: "paid", amount, currency: "NGN", user: "ref_ada" });
      const { amount: place, ...reading } = confirm(body, CREDIT);
      if (place === null) throw new Error("No amount is proposed.");
      return factsOf(readWebhook(source(body), [{ ...reading, amount: { ...place, ...more }, confirmedAt: 1 }], []));
    };
    expect(facts(50_000, { scale: 0, decimalMark: "." })).toMatchObject({ amount: "50000" });
    expect(facts(50_000, { scale: 0, decimalMark: "." }).amountMeant).toBeUndefined();
    expect(facts("50000.00", { scale: 0, decimalMark: "." }).amountMeant).toBeUndefined();
    expect(facts(500, { scale: 2, decimalMark: "." })).toMatchObject({ amount: "500", amountMeant: "50000" });
    expect(facts("500.00", { scale: 2, decimalMark: "." })).toMatchObject({ amount: "500.00", amountMeant: "50000" });
  });

  it("566 is a currency and no part of the amount", () => {
    const found = read('{"amount":"50000","currency":566,"user":"ref_ada"}');
    expect(found.items[0]).toMatchObject({ amount: { units: "50000" }, currency: { text: "566", code: "NGN" } });
  });

  it("a currency that is awaited is read under any name and in small letters, as it was sent", () => {
    const body = '{"tukio":"link.debited","data":{"kiasi":50000,"sarafu":"ngn","mteja":"ref_ada"}}';
    const found = read(body, [{ ...CREDIT, currency: "ngn" }]);
    expect(found.items[0]?.currency).toMatchObject({ path: "data.sarafu", text: "ngn", code: "NGN" });
    expect(read(body.replace("ngn", "shs"), [{ ...CREDIT, currency: "SHS" }]).items[0]?.currency).toMatchObject({
      text: "shs",
    });
  });

  it("one of another kind takes the places of the kind that has its shape, and one press confirms it", () => {
    const said = (tukio: string, kiasi: number, mteja: string, hali = "ok") =>
      source(JSON.stringify({ tukio, kumb: "e-1", hali, data: { kiasi, sarafu: "NGN", mteja, msg: "OK" } }));
    const funded = said("wallet.funded", 50_000, "ref_ada");
    const proposal = proposeReading(funded, [], [CREDIT]);
    if (proposal === null) throw new Error("Nothing is proposed.");
    const reading = { ...confirmedBy(funded, proposal), confirmedAt: 1 };
    // A hundredfold of what is awaited, and of somebody else.
    const other = said("wallet.topup", 5_000_000, "ref_zoe");
    const read = { amount: { units: "5000000" }, currency: { text: "NGN" }, user: { text: "ref_zoe" } };
    const went = { purpose: { means: "credit" }, outcome: { text: "ok", means: "went-through" } };
    expect(readWebhook(other, [reading], [CREDIT])).toMatchObject({
      by: "proposed",
      newWords: [],
      items: [{ ...read, ...went }],
    });
    const second = proposeReading(other, [reading], [CREDIT]);
    if (second === null) throw new Error("Nothing is proposed.");
    const both = [reading, { ...confirmedBy(other, second), confirmedAt: 2 }];
    const byThem = (webhook: ReturnType<typeof said>) => readWebhook(webhook, both, []);
    expect(byThem(other)).toMatchObject({ by: "confirmed", newWords: [], kind: "wallet.topup" });
    expect(byThem(funded)).toMatchObject({ by: "confirmed", newWords: [], readingId: reading.id });
    // The kind whose event it is asks, be the other one newer.
    const { readingId, newWords } = byThem(said("wallet.funded", 50_000, "ref_ada", "imekwama"));
    expect([readingId, newWords.map(({ text }) => text)]).toEqual([reading.id, ["imekwama"]]);
  });

  it("a webhook is called by its own word where its reading is called by one", () => {
    const body = '{"tukio":"wallet.funded","kumb":"e-1","data":{"kiasi":50000,"sarafu":"NGN","mteja":"ref_ada"}}';
    const reading = { ...confirm(body, CREDIT), confirmedAt: 1 };
    expect(reading.name).toBe("wallet.funded");
    const kindOf = (said: string) => readWebhook(source(said), [reading], []);
    expect(kindOf(body).kind).toBe("wallet.funded");
    const other = kindOf(body.replace("funded", "reversed"));
    expect(other).toMatchObject({ by: "confirmed", kind: "wallet.reversed" });
    expect(other.newWords).toMatchObject([{ path: "tukio", text: "wallet.reversed" }]);
  });

  it("the wallet's currency is not the transaction's", () => {
    const found = read('{"wallet":{"currency":"XAF"},"tx":{"amount":50000,"currency":"NGN","user":"ref_ada"}}');
    expect(found.items[0]?.currency).toMatchObject({ path: "tx.currency", code: "NGN" });
  });

  it("the legs of one movement go by their side, in whatever order they come", () => {
    const leg = (side: string, account: string, amount = 50_000) => ({ side, account, amount, currency: "NGN" });
    const body = (...legs: readonly object[]) => JSON.stringify({ event: "transfer.posted", memo: "Lunch", legs });
    const debit = leg("debit", "ref_ada");
    const credit = leg("credit", "ref_tunde");
    const confirmed = { ...confirm(body(debit, credit), CHARGE), confirmedAt: 1 };
    const people = (text: string) => {
      const found = readWebhook(source(text), [confirmed], [CHARGE]);
      expect(found).toMatchObject({ by: "confirmed", newWords: [] });
      expect(found.items).toHaveLength(1);
      return found.items.map(({ from, to, amount }) => [from?.text, to?.text, amount?.units])[0];
    };
    expect(people(body(debit, credit))).toEqual(["ref_ada", "ref_tunde", "50000"]);
    expect(people(body(credit, debit))).toEqual(["ref_ada", "ref_tunde", "50000"]);
    expect(people(body(leg("debit", "ref_tunde", 7), leg("credit", "ref_ada", 7)))).toEqual([
      "ref_tunde",
      "ref_ada",
      "7",
    ]);
  });

  it("each item of a batch is read by itself", () => {
    const items =
      '[{"id":"tx-00001","amount":7,"currency":"USD","user":"x"},{"id":"tx-00002","amount":50000,"currency":"NGN","user":"ref_ada"}]';
    const found = read(`{"items":${items}}`);
    expect(
      found.items.map(({ amount, currency, user, ids }) => [amount?.units, currency?.code, user?.text, ids[0]?.text]),
    ).toEqual([
      ["7", "USD", "x", "tx-00001"],
      ["50000", "NGN", "ref_ada", "tx-00002"],
    ]);
  });
});

describe("a first proposal", () => {
  it("takes the unit that another kind of the profile has at the same place, unless a simulation says another", () => {
    const body = (event: string) => JSON.stringify({ event, data: { total: 5_000_000, user: "ref_ada" } });
    const moved = { ...confirm(body("money.moved"), CREDIT), confirmedAt: 1 };
    const unitsOf = (readings: readonly Reading[], awaited: readonly Awaited[]) =>
      readWebhook(source(body("wallet.topup")), readings, awaited).items[0]?.amount?.units;
    expect(unitsOf([], [])).toBe("5000000");
    expect(unitsOf([{ ...moved, shape: { paths: ["data.elsewhere"], when: [] } }], [])).toBe("50000");
    expect(
      unitsOf([{ ...moved, shape: { paths: ["data.elsewhere"], when: [] } }], [{ ...CREDIT, amount: "5000000" }]),
    ).toBe("5000000");
  });

  it("takes an id of words for a name beside a value, and no other id", () => {
    const rows = (ids: readonly string[]) =>
      read(
        JSON.stringify({ status: "OK", rows: ids.map((id, at) => ({ id, value: ["50000", "NGN", "ref_ada"][at] })) }),
      );
    expect(rows(["amount", "currency", "accountNumber"]).items).toMatchObject([
      { amount: { text: "50000" }, currency: { code: "NGN" }, user: { text: "ref_ada" } },
    ]);
    expect(rows(["r1", "r2", "r3"]).items).toHaveLength(3);
  });

  it("takes a flag of a part that is off for nothing, and one that is on for no whole", () => {
    const paid = (partially_paid: boolean) =>
      read(JSON.stringify({ status: "paid", partially_paid, amount: 50_000, currency: "NGN", user: "ref_ada" }));
    expect(paid(false).items[0]?.outcome).toMatchObject({ path: "status", means: "went-through" });
    expect(paid(true).items[0]?.outcome).toMatchObject({ path: "partially_paid", means: "neither" });
  });

  it("takes for no outcome until when it can be paid, what may be done, what is made up and what is settled later", () => {
    const more = {
      expired_at: "2026-11-22 09:41:05",
      operations: ["CANCEL", "REFUND"],
      SimulatePaid: 0,
      is_settled: false,
    };
    const body = { status: "paid", amount: 50_000, currency: "NGN", user: "ref_ada", ...more };
    expect(read(JSON.stringify(body)).items[0]?.outcome).toMatchObject({ path: "status", means: "went-through" });
  });

  it("takes a name without a value for no word, however the names beside it have theirs", () => {
    const pairs = (amount: number, receipt: string) =>
      JSON.stringify({
        code: 0,
        Item: [
          { Name: "Amount", Value: amount },
          { Name: "PaymentReceipt", Value: receipt },
          { Name: "Balance" },
          { Name: "user", Value: "ref_ada" },
        ],
      });
    const reading = confirm(pairs(50_000, "NLJ7RT61SV"), CREDIT);
    expect(readWebhook(source(pairs(70_000, "SKM3Z9QT7X")), [reading], []).newWords).toEqual([]);
  });

  const saidOf = (people: object, awaited: Awaited) => {
    const [item] = read(JSON.stringify({ amount: 50_000, currency: "NGN", ...people }), [awaited]).items;
    return [item?.user?.text, item?.from?.text, item?.to?.text];
  };

  it.each([
    { from: "ref_tunde", to: "ref_ada" },
    { from_account_id: "ref_tunde", to_account_id: "ref_ada" },
    { payer: { id: "ref_tunde" }, payee: { id: "ref_ada" } },
    { consumer: { id: "ref_tunde" }, merchant: { id: "ref_ada" } },
    { customer: "ref_tunde", destination: "ref_ada" },
    { sender: "ref_tunde", account: "ref_ada" },
  ])("takes who is called the payer for the payer, though the payee is awaited there: %o", (people) => {
    expect(saidOf(people, CHARGE)).toEqual([undefined, "ref_tunde", "ref_ada"]);
  });

  it.each([
    [{ user: "ref_bayo" }, CREDIT, ["ref_bayo", undefined, undefined]],
    [{ payer: { partyId: "254701112233" } }, CREDIT, ["254701112233", undefined, undefined]],
    [{ from: "ref_bayo", to: "ref_tunde" }, CHARGE, [undefined, "ref_bayo", "ref_tunde"]],
    [{ customer_id: "ref_ada", merchant: { id: "ref_bayo" } }, CHARGE, [undefined, "ref_ada", "ref_bayo"]],
    [{ debit_account: "ref_ada", account: "ref_bayo" }, CHARGE, [undefined, "ref_ada", "ref_bayo"]],
    [{ customer_id: "ref_ada", destination: "bank_transfer" }, CHARGE, [undefined, "ref_ada", undefined]],
    [{ customer_id: "ref_ada", log: { to: "ref_bayo" } }, CHARGE, [undefined, "ref_ada", undefined]],
  ] as const)("takes somebody else under a person’s name for that person, and no word: %o", (people, awaited, said) => {
    expect(saidOf(people, awaited)).toEqual(said);
  });

  it.each([
    ['"status":"PEND"', null],
    ['"response_code":"51"', null],
    ['"result_code":2001', null],
    ['"code":402', null],
    ['"status":-2', null],
    ['"result_code":"800.100.152"', null],
    ['"acquirementStatus":"TF"', null],
    ['"state":{"current":"PEND","final":false}', null],
    ['"state":{"current":"pending","final":false}', "neither"],
    ['"method":"cancel"', "failed"],
    ['"status_code":"200","transaction_status":"refund"', "failed"],
    ['"result_code":0', "went-through"],
    ['"status":"true"', "went-through"],
  ])("takes %s for no success that nobody has spoken of, nor does a yes make one of it", (said, means) => {
    const body = `{"amount":50000,"currency":"NGN","user":"ref_ada",${said}}`;
    const outcomeOf = ({ items, newWords }: WebhookReading) => [items[0]?.outcome?.means, newWords.length > 0];
    expect(outcomeOf(read(body))).toEqual([means, means === null]);
    const reading = { ...confirm(body, CREDIT), confirmedAt: 1 };
    expect(outcomeOf(readWebhook(source(body), [reading], []))).toEqual([means, means === null]);
  });

  it("takes a direction by whoever is told of it, and the other one for another kind", () => {
    const body = (direction: string) =>
      JSON.stringify({ state: "paid", direction, amount: 50_000, from: "ref_ada", to: "ref_tunde", label: "Lunch" });
    const reading = confirm(body("IN"), CHARGE);
    expect(readWebhook(source(body("IN")), [], [CHARGE]).items[0]?.purpose?.means ?? null).toBeNull();
    expect(["IN", "OUT"].map((way) => readWebhook(source(body(way)), [reading], []).by)).toEqual([
      "confirmed",
      "proposed",
    ]);
  });
});

describe("a confirmed reading", () => {
  const body =
    '{"id":"tx-00001","sender":{"ref":"ref_ada"},"receiver":{"ref":"ref_tunde"},"amount":"500.00","currency":"NGN","status":"ok"}';
  const reading = confirm(body, CHARGE);
  const by = (changed: string) => readWebhook(source(changed), [reading], [CHARGE]);

  it("tells exchanged sides, in whatever order they stand", () => {
    const found = by(
      '{"receiver":{"ref":"ref_ada"},"sender":{"ref":"ref_tunde"},"id":"tx-00002","amount":"500.00","currency":"NGN","status":"ok"}',
    );
    expect(found).toMatchObject({
      by: "confirmed",
      newWords: [],
      items: [{ from: { text: "ref_tunde" }, to: { text: "ref_ada" } }],
    });
  });

  it("tells a hundred times as much, and one more", () => {
    expect(by(body.replace("500.00", "50000.00")).items[0]?.amount?.units).toBe("5000000");
    expect(by(body.replace("500.00", "500.01")).items[0]?.amount?.units).toBe("50001");
    expect(by(body.replace("500.00", "9007199254740993.17")).items[0]?.amount?.units).toBe("900719925474099317");
  });

  it.each([
    '"status":"DENIED"',
    '"status":"ok","failure_code":51',
    '"status":"ok","is_refund":true',
    '"status":"ok","success":"false"',
  ])("asks about %s", (word) => {
    const found = by(body.replace('"status":"ok"', word));
    expect(found.newWords).toHaveLength(1);
    expect([found.items[0]?.purpose?.means, found.items[0]?.outcome?.means]).toContain(null);
  });

  it.each([
    '"status":"ok","failure_code":0',
    '"status":"ok","error":null',
    '"status":"ok","refunded":false',
    '"status":"ok","previous_status":"failed"',
    '"status":"ok","bank":"Access","city":"Kano","channel":"ussd"',
  ])("does not ask about %s", (word) => {
    expect(by(body.replace('"status":"ok"', word))).toMatchObject({ by: "confirmed", newWords: [] });
  });

  it("is not sure of a place that stands there twice, or not at all", () => {
    expect(by(body.replace('"amount":"500.00"', '"amount":"500.00","amount":"1.00"')).by).toBe("proposed");
    expect(by(body.replace('"currency":"NGN",', "")).by).toBe("proposed");
  });

  it.each([
    [
      "what its source is called",
      (word: string) => ({ source: { category: word } }),
      "inbound_ach_transfer",
      "ach_transfer_return",
    ],
    ["a bare number of a message's type", (word: string) => ({ mti: word }), "0210", "0410"],
    [
      "an event's name in what is said about it",
      (word: string) => ({ meta: { event_type: word } }),
      "payment.paid",
      "payment.undone",
    ],
    ["its invoice's own status", (word: string) => ({ Status: "SUCCESS", InvoiceStatus: word }), "PAID", "PENDING"],
  ] as const)("asks when %s changes", (_, told, good, other) => {
    const body = (word: string) => JSON.stringify({ amount: 50_000, currency: "NGN", user: "ref_ada", ...told(word) });
    const confirmed = { ...confirm(body(good), CREDIT), confirmedAt: 1 };
    expect(readWebhook(source(body(good)), [confirmed], [])).toMatchObject({ by: "confirmed", newWords: [] });
    expect(readWebhook(source(body(other)), [confirmed], [])).toMatchObject({
      by: "confirmed",
      newWords: expect.arrayContaining([expect.objectContaining({ text: other })]),
    });
  });

  it("asks first about what is known to be a failure", () => {
    const event = (type: string, status: string) => JSON.stringify({ type, ...JSON.parse(body), status });
    const confirmed = { ...confirm(event("charge.done", "ok"), CHARGE), confirmedAt: 1 };
    const { newWords } = readWebhook(source(event("pull.done", "declined")), [confirmed], []);
    expect(newWords.slice(0, 2).map(({ about, suggests }) => [about, suggests])).toEqual([
      ["outcome", "failed"],
      ["purpose", null],
    ]);
  });

  it.each([
    ["transfer.failed", ["failed"], ["failed"]],
    ["PENDING", ["neither"], ["neither"]],
    ["transfer.return", [], ["failed"]],
  ])("asks how a movement ended that is called %s, whichever way the money goes", (type, before, after) => {
    const event = (type: string) => JSON.stringify({ type, ...JSON.parse(body) });
    const outcomes = (type: string, reading: Reading) =>
      readWebhook(source(event(type)), [{ ...reading, confirmedAt: 1 }], []).newWords.flatMap(({ about, suggests }) =>
        about === "outcome" ? [suggests] : [],
      );
    const confirmed = confirm(event("transfer.made"), CHARGE);
    expect(outcomes(type, confirmed)).toEqual(before);
    const word = { text: type, path: "type", suggests: null } as const;
    const directed = learnWord(confirmed, { ...word, about: "purpose" }, "charge", "type");
    expect(outcomes(type, directed)).toEqual(after);
    const told = learnWord(confirmed, { ...word, about: "outcome" }, "failed", "type");
    const learned = learnWord(told, { ...word, about: "purpose" }, "charge", "type");
    expect(outcomes(type, learned)).toEqual([]);
    expect(readWebhook(source(event(type)), [learned], []).items[0]?.outcome?.means).toBe("failed");
    // What was confirmed before is asked about no more than before.
    expect(readWebhook(source(event("transfer.made")), [learned], []).newWords).toEqual([]);
  });

  it("asks first whether it is about something else: a refund is no failed charge", () => {
    const event = (type: string, status: string) => JSON.stringify({ type, ...JSON.parse(body), status });
    const confirmed = { ...confirm(event("charge.done", "ok"), CHARGE), confirmedAt: 1 };
    const { newWords } = readWebhook(source(event("refund.done", "refunded")), [confirmed], []);
    expect(newWords.slice(0, 2).map(({ about, suggests }) => [about, suggests])).toEqual([
      ["purpose", "neither"],
      ["outcome", "failed"],
    ]);
  });

  it("does not ask when the kind of a card, an account or a source changes", () => {
    const body = (type: string) =>
      JSON.stringify({
        amount: 50_000,
        user: "ref_ada",
        status: "ok",
        source: { type },
        card: { type },
        account: { type },
      });
    const confirmed = { ...confirm(body("card"), CREDIT), confirmedAt: 1 };
    for (const type of ["card", "bank_account", "debit", "wallet"])
      expect(readWebhook(source(body(type)), [confirmed], [])).toMatchObject({ by: "confirmed", newWords: [] });
  });

  it("of an empty element with several attributes fits the next one, too", () => {
    const body = (id: string) =>
      `<Paid><Txn id="${id}" type="CREDIT" user="ref_ada"/><Ref type="PAYEE" amount="50000" status="SUCCESS"/></Paid>`;
    const confirmed = { ...confirm(body("e7-1"), CREDIT), confirmedAt: 1 };
    const found = readWebhook(source(body("e7-2")), [confirmed], []);
    expect(found).toMatchObject({ by: "confirmed", newWords: [], items: [{ user: { text: "ref_ada" } }] });
  });

  it("of a credit does not read a charge that has the same places", () => {
    const credit = '{"event":"credit","id":"tx-00001","amount":50000,"currency":"NGN","user":"ref_ada","status":"ok"}';
    const found = readWebhook(source(credit.replace('"credit"', '"debit"')), [confirm(credit, CREDIT)], [CREDIT]);
    expect(found.by).toBe("proposed");
  });

  it("of two, the one counts that has seen the words, and the newer of equals", () => {
    const older = { ...reading, id: "older", confirmedAt: 1 };
    const newer = {
      ...reading,
      id: "newer",
      confirmedAt: 2,
      outcome: { places: [{ path: "status", words: [{ text: "done", means: "went-through" as const }] }] },
    };
    const both = (word: string) => readWebhook(source(body.replace('"ok"', `"${word}"`)), [newer, older], []).readingId;
    expect([both("ok"), both("done")]).toEqual(["older", "newer"]);
  });
});

describe("ids before the answer", () => {
  it("are those of headers, of the body, and of the reading", () => {
    const body = bytes('{"data":{"id":"evt_000001","user":{"id":"usr_000001"}},"wallet_code":"W-123456"}');
    expect(webhookIds(body, [["Webhook-Id", "msg_1"]])).toEqual([
      { path: "header webhook-id", text: "msg_1" },
      { path: "data.id", text: "evt_000001" },
    ]);
    const reading = {
      ...confirm('{"amount":50000,"user":"ref_ada"}', CREDIT),
      shape: { paths: ["wallet_code"], when: [] },
      eventId: { path: "wallet_code" },
    };
    expect(webhookIds(body, [], [reading])[0]).toEqual({ path: "wallet_code", text: "W-123456" });
    expect(webhookIds(gzipSync(body), [["Content-Encoding", "gzip"]])).toEqual([]);
  });
});

/** Each is a megabyte or so of what a stranger may send. */
const HOSTILE: readonly (readonly [what: string, body: string, incomplete: string | null])[] = [
  ["a million numbers", `[${"1,".repeat(500_000)}1]`, "too-many-values"],
  ["nesting without end", `${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}`, "too-deep"],
  ["nesting of lists", `${"[".repeat(500_000)}${"]".repeat(500_000)}`, "too-deep"],
  ["XML without end", `${"<a>".repeat(150_000)}${"</a>".repeat(150_000)}`, "too-deep"],
  ["many XML names", `<r>${Array.from({ length: 60_000 }, (_, at) => `<n${at}/>`).join("")}</r>`, "too-many-values"],
  ["an open tag", `<a ${'b="c" '.repeat(150_000)}`, null],
  ["unclosed XML", "<a ".repeat(300_000), null],
  ["a form of a hundred thousand fields", "a[b][c]=d&".repeat(100_000), "too-many-values"],
  ["a deep form", `${"a[".repeat(200_000)}=1`, null],
  ["a long key", `{"${"x_".repeat(500_000)}":1}`, null],
  ["many keys", `{${Array.from({ length: 80_000 }, (_, at) => `"status_${at}":"x"`).join(",")}}`, "too-many-values"],
  ["the same key", `{${'"amount":1,'.repeat(80_000)}"amount":2}`, "too-many-values"],
  ["letters that could be Base64", "eA".repeat(500_000), null],
  ["spaces", " ".repeat(1_000_000), null],
  ["digits", "9".repeat(1_000_000), null],
  ["percent signs", "%".repeat(1_000_000), null],
  ["amount of commas", `{"amount":"${"1,".repeat(400_000)}"}`, null],
  ["lines", "{}\n".repeat(300_000), null],
  [
    "JSON in JSON in JSON",
    JSON.stringify({ a: JSON.stringify({ a: JSON.stringify({ a: "{".repeat(100_000) }) }) }),
    null,
  ],
  [
    "batch",
    JSON.stringify({
      items: Array.from({ length: 3_000 }, (_, at) => ({ id: `t-00${at}`, amount: at, status: "ok", user: "u" })),
    }),
    "too-many-values",
  ],
];

describe("what a stranger sends costs bounded time", () => {
  it.each(HOSTILE)("%s", (_, body, incomplete) => {
    const awaited = Array.from({ length: 64 }, (__, at) => ({ ...CHARGE, amount: String(at) }));
    const reading = confirm(
      '{"items":[{"amount":50000,"user":"ref_ada","status":"ok"},{"amount":7,"user":"x","status":"ok"}]}',
      CREDIT,
    );
    const found: WebhookReading[] = [];
    expect(timesOwnWork(() => found.push(readWebhook(source(body), [reading], awaited)))).toBeLessThan(300);
    expect(found[0]?.incomplete).toBe(incomplete);
    expect(JSON.stringify(found).length).toBeLessThan(1_000_000);
  });

  it("and any bytes under any headers give a reading", () => {
    const header = fc.tuple(
      fc.constantFrom("content-type", "content-encoding", "x-event-type"),
      fc.oneof(
        fc.string(),
        fc.constantFrom(
          "gzip",
          "text/xml; charset=utf-16le",
          "multipart/form-data; boundary=a",
          "application/x-www-form-urlencoded",
        ),
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array(), fc.json().map(bytes)),
        fc.array(header),
        fc.string(),
        (body, headers, target) => {
          expect(readWebhook({ body, headers, target }, [], [CREDIT, CHARGE]).digest).toHaveLength(43);
        },
      ),
    );
  });

  it("says what it could not decode", () => {
    const found = readWebhook({ body: bytes("no gzip"), headers: [["Content-Encoding", "gzip"]], target: "/" }, [], []);
    expect(found).toMatchObject({ by: "nothing", items: [], incomplete: "not-decoded" });
    const long = readWebhook(source(`{"amount":1,"x":"${"y".repeat(3_000_000)}"}`), [], []);
    expect(long).toMatchObject({ by: "nothing", incomplete: "too-long" });
  });
});

it.each([
  ["payment.charged", CHARGE, "charge"],
  ["payment.charged", CREDIT, undefined],
  ["charge.success", CHARGE, undefined],
  ["link.debited", CHARGE, "charge"],
  ["link.debited", CREDIT, "charge"],
  ["wallet.credited", CREDIT, "credit"],
  ["wallet.credited", CHARGE, "credit"],
  ["wallet.topped_up", CREDIT, "credit"],
  ["refund.credited", CREDIT, "neither"],
])("the name %s of an event is offered as what it says it is about", (event, awaited, means) => {
  const people =
    awaited === CREDIT ? { customer: "ref_ada" } : { sender: "ref_ada", receiver: "ref_tunde", note: "Lunch" };
  const found = read(JSON.stringify({ event, data: { amount: 50_000, currency: "NGN", ...people } }), [awaited]);
  expect(found.items[0]?.purpose?.means).toBe(means);
});
