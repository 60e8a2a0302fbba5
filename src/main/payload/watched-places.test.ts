import { describe, expect, it } from "vitest";
import { learnForm, learnWord } from "../../shared/correct-reading.ts";
import { type Reading, WATCHED_AT_MOST } from "../../shared/reading.ts";
import { type Awaited, confirmedBy, proposeReading, readWebhook } from "./index.ts";

const AWAITED: Awaited = {
  operation: "credit",
  amount: "50000",
  currency: "NGN",
  user: "ref_ada",
  from: null,
  to: null,
  remark: null,
};
const GOOD = {
  id: "evt-0001-7781",
  state: "paid",
  data: { amount: 50_000, currency: "NGN", user: "ref_ada", xopTypeId: 5, parentId: null, "72": "", zed: "A", seq: 1 },
  bank: { country: "NG", transactionType: "C" },
};
const sourceOf = (body: object) => ({
  body: new TextEncoder().encode(JSON.stringify(body)),
  headers: [["Content-Type", "application/json"]] as const,
  target: "/",
});
function confirm(body: object): Reading {
  const proposal = proposeReading(sourceOf(body), [], [AWAITED]);
  if (proposal === null) throw new Error("Nothing is proposed.");
  return { ...confirmedBy(sourceOf(body), proposal), confirmedAt: 1 };
}
const CONFIRMED = confirm(GOOD);
const read = (body: object, reading = CONFIRMED) => readWebhook(sourceOf(body), [reading], []);
/** The places that are asked about. */
const asked = (data: object, rest: object = {}, reading = CONFIRMED) =>
  read({ ...GOOD, ...rest, data: { ...GOOD.data, ...data } }, reading).newWords.map(
    ({ path, text }) => `${path}=${text}`,
  );

describe("in a webhook of a confirmed kind", () => {
  it.each<[string, object, object, string]>([
    ["the code of a type", { xopTypeId: 4 }, {}, "data.xopTypeId=4"],
    ["a letter", { zed: "R" }, {}, "data.zed=R"],
    ["what was empty", { "72": "/RETN/AC03" }, {}, "data.72=/RETN/AC03"],
    ["the one before it", { parentId: "evt-0000-1234" }, {}, "data.parentId=evt-0000-1234"],
    ["a place that was not there", { whyso: "AC04" }, {}, "data.whyso=AC04"],
    ["an object that was not there", { zurück: { wert: 9 } }, {}, "data.zurück={…}"],
    [
      "the transaction's type, wherever it stands",
      {},
      { bank: { country: "NG", transactionType: "D" } },
      "bank.transactionType=D",
    ],
  ])("another word asks: %s", (_, data, rest, expected) => {
    const found = asked(data, rest);
    expect(found).toHaveLength(1);
    expect(found[0]?.replaceAll(/[["\]]/g, "").replace("data72", "data.72")).toBe(expected);
  });

  it.each<[string, object, string]>([
    ["a code, whatever is said beside it", { code: "51", msg: "OK" }, "data.code=51"],
    ["the code of an answer", { response_code: "51", msg: "OK" }, "data.response_code=51"],
    ["a text where references stand", { reference: "not completed" }, "data.reference=not completed"],
    ["a text where a number is to be", { pending: "insufficient funds" }, "data.pending=insufficient funds"],
    ["something else that says that it went wrong", { processor: "declined" }, "data.processor=declined"],
    ["a remark that says that it went wrong", { note: "declined" }, "data.note=declined"],
  ])("what was not there asks: %s", (_, data, expected) => {
    expect(asked(data)).toContain(expected);
  });

  it("what was not there and is a name, another thing or a remark does not ask", () => {
    const free = { holder: "Ada Obi", reference: "R-71", channel: "ussd", note: "Lunch", previous_status: "failed" };
    expect(asked(free)).toEqual([]);
  });

  it("what changes with every webhook, or belongs to somebody or something else, does not ask", () => {
    const others = { id: "evt-0002-9917", bank: { country: "GH", transactionType: "C" }, customer: { tier: "GOLD" } };
    expect(
      asked({ amount: 77_000, user: "ref_tunde", fee: 12, note: "thanks", at: "2026-11-21T09:41:07Z" }, others),
    ).toEqual([]);
    expect(asked({ zed: null, xopTypeId: undefined })).toEqual([]);
  });

  it.each<[string, unknown, readonly unknown[], readonly unknown[]]>([
    ["words in any script", "zaksięgowany", ["zaksięgowany"], ["zwrócony", "на удержании"]],
    ["several words", "to holder", ["to holder"], ["from holder", "to nobody"]],
    ["a kind of movement written as a title", "Customer Transfer", [], ["Reversal", "Business Payment"]],
    ["an address", "https://schema.example/Done", [], ["https://schema.example/Active"]],
    ["a title in any script", "Autorización", ["Autorización"], ["Devolución", "zwrot"]],
    ["an id", "bk-7316", ["bk-52088"], ["zz-1", null, "0", "nobody"]],
    ["what is on", true, [], [false, null]],
    ["an object", { no: "rc7316" }, [{ no: "rc52088" }], [{}, null]],
    ["who is there once more", "ref_ada", ["ref_ada"], ["ref_tunde", "nobody", null]],
  ])("asks when %s is another one, or gone", (_, good, same, others) => {
    const by = confirm({ ...GOOD, data: { ...GOOD.data, qux: good } });
    for (const qux of same) expect(asked({ qux }, {}, by)).toEqual([]);
    for (const qux of others) expect(asked({ qux }, {}, by).length).toBeGreaterThan(0);
  });

  it("who is there once more may be anybody, as long as it is the same one", () => {
    const by = confirm({ ...GOOD, data: { ...GOOD.data, qux: "ref_ada" } });
    expect(asked({ user: "ref_tunde", qux: "ref_tunde" }, {}, by)).toEqual([]);
    expect(asked({ user: "ref_tunde", qux: "ref_ada" }, {}, by)).toEqual(["data.qux=ref_ada"]);
  });

  it.each<[string, unknown, readonly unknown[], readonly unknown[]]>([
    ["payment_type", "gopay", ["bank_transfer"], ["dana", "account_refund", "REFUND", "RF", "51"]],
    ["paymentType", "CARD", ["SKRILL", "BANK_TRANSFER"], ["REFUND", "test", "card_declined", "R1"]],
    ["paymentType", "DB", [], ["RF"]],
    ["payment_method_type", "CARD", ["NEQUI"], ["CARD_REVERSAL"]],
    ["mode", "NEFT", ["IMPS", "UPI"], ["rehearsal", "pending"]],
    ["method", "ideal", ["creditcard"], ["chargeback"]],
    ["correspondent", "MTN_MOMO_ZMB", ["AIRTEL_OAPI_ZMB"], ["REVERSAL"]],
    ["fullname", "Tunde", ["Bayo", "bayo"], ["Refund"]],
    ["firstname", "Ashish", ["Meera"], ["Reversal"]],
    ["tarifa", 150, [275, 0], ["declined"]],
    ["rusum", 150, [275], ["declined"]],
    ["ada", 150, [275], ["declined"]],
    ["ada_kesalahan", 0, [0], [1, 275]],
    ["estado_anterior", "pendiente", ["creado"], []],
  ])("at %s, confirmed with %s, %j do not ask and %j do", (name, good, same, others) => {
    const by = confirm({ ...GOOD, data: { ...GOOD.data, [name]: good } });
    for (const each of same) expect(asked({ [name]: each }, {}, by)).toEqual([]);
    for (const each of others) expect(asked({ [name]: each }, {}, by)).toContain(`data.${name}=${String(each)}`);
  });

  it("a switch of something else asks once", () => {
    const log = (removed: boolean) => ({ log: { removed, index: 6 } });
    const by = confirm({ ...GOOD, ...log(false) });
    expect(asked({}, log(true), by)).toEqual(["log.removed=true"]);
    const learned = confirmedBy(sourceOf({ ...GOOD, ...log(true) }), by);
    expect(asked({}, log(true), learned)).toEqual([]);
  });

  it("the number of a posting that is blank is none", () => {
    const by = confirm({ ...GOOD, data: { ...GOOD.data, posting_no: "P7316", return_no: "" } });
    expect(asked({ posting_no: "P52088", return_no: "" }, {}, by)).toEqual([]);
    expect(asked({ posting_no: " ", return_no: "" }, {}, by)).toEqual(["data.posting_no="]);
    expect(asked({ posting_no: "P7316", return_no: "RT7316" }, {}, by)).toEqual(["data.return_no=RT7316"]);
  });

  it("a word for success under the name of a text is one that tells", () => {
    const by = confirm({ ...GOOD, data: { ...GOOD.data, text: "gebucht" } });
    expect(asked({ text: "gebucht" }, {}, by)).toEqual([]);
    expect(asked({ text: "vorgemerkt" }, {}, by)).toEqual(["data.text=vorgemerkt"]);
  });

  it("what was settled, or paid, is the amount once more, be it 1", () => {
    const by = confirm({ ...GOOD, data: { ...GOOD.data, settled: 50_000, total_paid: 50_000 } });
    expect(asked({ settled: 300, total_paid: 50_000 }, {}, by)).toEqual(["data.settled=300"]);
    expect(asked({ settled: 50_000, total_paid: 1 }, {}, by)).toEqual(["data.total_paid=1"]);
  });

  it("a message tells the outcome where nothing else does", () => {
    const told = (message: string) => ({ id: "evt-1", message, data: { amount: 50_000, user: "ref_ada" } });
    const by = confirm(told("The money has reached the payee."));
    expect(read(told("The money went back to the payer."), by).newWords).toHaveLength(1);
  });

  it("every step of a list under a name that says nothing counts", () => {
    const byStep = confirm({
      ...GOOD,
      data: {
        ...GOOD.data,
        zug: [
          { n: "take", ok: true },
          { n: "give", ok: true },
        ],
      },
    });
    const askedOf = (...zug: object[]) => asked({ zug }, {}, byStep);
    expect(askedOf({ n: "take", ok: true }, { n: "give", ok: true })).toEqual([]);
    expect(askedOf({ n: "take", ok: true }, { n: "give", ok: false })).toEqual(["data.zug[1].ok=false"]);
    expect(askedOf({ n: "take", ok: true }, { n: "undo", ok: true })).toEqual(["data.zug[1].n=undo"]);
    expect(askedOf({ n: "take", ok: true })).toEqual(["data.zug=[1]"]);
  });

  it("what something is called may say what it was, unless it is somebody", () => {
    const named = (zedName: string, byName: Reading) => asked({ zedName }, {}, byName);
    const moved = confirm({ ...GOOD, data: { ...GOOD.data, zedName: "Transaction" } });
    expect(named("Refund", moved)).toEqual(["data.zedName=Refund"]);
    const person = confirm({ ...GOOD, data: { ...GOOD.data, zedName: "Ada" } });
    expect(named("Tunde", person)).toEqual([]);
    expect(named("Storno", person)).toEqual(["data.zedName=Storno"]);
  });

  it("a reference may be any other, and asks when it is gone, or comes where none stood", () => {
    const byReference = (clearingReference: unknown) => confirm({ ...GOOD, data: { ...GOOD.data, clearingReference } });
    expect(asked({ clearingReference: "c-9001" }, {}, byReference("c-7316"))).toEqual([]);
    expect(asked({ clearingReference: null }, {}, byReference("c-7316"))).toEqual(["data.clearingReference="]);
    expect(asked({}, {}, byReference("c-7316"))).toEqual(["data.clearingReference="]);
    expect(asked({ clearingReference: "c-7316" }, {}, byReference(null))).toEqual(["data.clearingReference=c-7316"]);
    expect(asked({ clearingReference: "c-7316" })).toEqual(["data.clearingReference=c-7316"]);
  });

  it("what people are told beside the status asks, until three others made no difference", () => {
    const told = (message: string, data: object = {}) => ({ ...GOOD, message, data: { ...GOOD.data, ...data } });
    let byMessage = confirm(told("Transaction successful"));
    const askedOf = (message: string) => read(told(message), byMessage).newWords.map(({ text }) => text);
    expect(askedOf("Transaction successful")).toEqual([]);
    expect(askedOf("Transaction rolled back")).toEqual(["Transaction rolled back"]);
    for (const message of ["Thanks for lunch", "See you"]) byMessage = confirmedBy(sourceOf(told(message)), byMessage);
    expect(askedOf("Happy birthday")).toEqual([]);
  });

  it("a number that was three others, and it made no difference, counts something", () => {
    let reading = CONFIRMED;
    for (const seq of [2, 3]) {
      const body = { ...GOOD, data: { ...GOOD.data, seq } };
      if (read(body, reading).newWords.length > 0) reading = confirmedBy(sourceOf(body), reading);
    }
    expect(asked({ seq: 4 }, {}, reading)).toEqual([]);
  });

  it("what failed has failed, and nothing is asked beside it", () => {
    const failed: Reading = {
      ...CONFIRMED,
      outcome: {
        places: [
          {
            path: "state",
            words: [
              { text: "paid", means: "went-through" },
              { text: "ko", means: "failed" },
            ],
          },
        ],
      },
    };
    expect(asked({ zed: "R" }, { state: "ko" }, failed)).toEqual([]);
  });
});

describe("a number that says the amount once more", () => {
  const part = (authorised: unknown, amount = 50_000) => ({ amount, authorised, fee: 0, net_amount: amount });
  const reading = confirm({ ...GOOD, data: { ...GOOD.data, ...part("500.00") } });
  const askedOf = (data: object, by = reading) => asked(data, {}, by);

  it("asks when it is another one, and not as long as it is the same", () => {
    expect(askedOf(part("500.00"))).toEqual([]);
    expect(askedOf(part("777.01", 77_701))).toEqual([]);
    expect(askedOf(part("1.50"))).toEqual(["data.authorised=1.50"]);
    expect(read({ ...GOOD, data: { ...GOOD.data, ...part("1.50") } }, reading).newWords).toMatchObject([
      { because: "not-the-amount" },
    ]);
    expect(askedOf(part(0))).toEqual(["data.authorised=0"]);
    expect(askedOf(part(null))).toEqual(["data.authorised="]);
    // A fee parts the net from the whole.
    expect(askedOf({ ...part("500.00"), fee: 25, net_amount: 49_975 })).toEqual([]);
  });

  it("is free once it was another one and the webhook went through", () => {
    const other = { ...GOOD, data: { ...GOOD.data, ...part("1.50") } };
    const learned = confirmedBy(sourceOf(other), reading);
    expect(askedOf(part("1.50"), learned)).toEqual([]);
    expect(askedOf(part("3.75"), learned)).toEqual([]);
    const again = confirmedBy(sourceOf({ ...GOOD, data: { ...GOOD.data, ...part("500.00") } }), learned);
    expect(askedOf(part("4.20"), again)).toEqual([]);
  });

  it("has failed where somebody says so, and goes through as long as it is the same", () => {
    const [word] = read({ ...GOOD, data: { ...GOOD.data, ...part("1.50") } }, reading).newWords;
    if (word === undefined || word.about === "amount") throw new Error("Nothing was asked.");
    const learned = learnWord(reading, word, "failed", "data.authorised");
    const outcomeOf = (data: object) => read({ ...GOOD, data: { ...GOOD.data, ...data } }, learned);
    expect(outcomeOf(part("1.50")).items[0]?.outcome?.means).toBe("failed");
    expect(outcomeOf(part("777.01", 77_701))).toMatchObject({ newWords: [] });
    expect(outcomeOf(part("2.50")).newWords).toHaveLength(1);
  });

  it("makes the object that it stands in one about the same movement", () => {
    const code = (status: string) => ({ codeOnScreen: { amount: 50_000, status } });
    const byCode = confirm({ ...GOOD, ...code("PAID") });
    expect(asked({}, code("PAID"), byCode)).toEqual([]);
    expect(asked({}, code("EXPIRED"), byCode)).toEqual(["codeOnScreen.status=EXPIRED"]);
  });
});

describe("what a place is called, and whose it is", () => {
  const sent = (data: object, rest: object = {}) => ({ ...GOOD, ...rest, data: { ...GOOD.data, ...data } });
  const pathsBy = (good: object, other: object) => read(other, confirm(good)).newWords.map(({ path }) => path);

  it.each<[string, unknown, unknown]>([
    ["issuer_response_code", "00", "05"],
    ["bankErrorCode", "", "U30"],
    ["BankReturnCode", "0", "7753"],
    ["customerStatus", "ACTIVE", "BLOCKED"],
    ["networkRC", "00", "91"],
    ["processingCode", "P2P", "P2P_REVERSAL"],
    ["processingCode", "P2P", "Zzyzx_41"],
    ["OutstandingAmount", 0, 100],
    ["amountDue", "0.00", "100.00"],
    ["target_amount_paid", 50_000, 1],
    ["wallet_refund", null, { amount: 1 }],
    ["card_failure", null, "lost"],
    ["booking", 7316, null],
    ["commandId", "TopupFlexi", "ReverseTopup"],
    ["commandId", "TopupFlexi", "Zzyzx_41"],
    ["operationId", "CashIn", "CashInReversal"],
    ["mandateError", { code: "0" }, { code: "91" }],
    ["reason_code_id", 1000, 1622],
    ["reason_id", 1000, 1622],
    ["reasonCode", "1", "7753"],
    ["gateway_msg", "Approved", "Zzyzx"],
    ["processorMessage", "approved", "declined"],
    ["gateway_err_code", null, 200],
    ["gateway_err_detail", null, "Zzyzx"],
    ["bank_return_reason_code", null, "R03"],
    ["method_attributes", { return_reason_code: null }, { return_reason_code: "R03" }],
  ])("asks when %s is no longer what it was", (name, good, other) => {
    expect(pathsBy(sent({ [name]: good }), sent({ [name]: other }))).toContainEqual(
      expect.stringContaining(`data.${name}`),
    );
  });

  it.each<[string, unknown, unknown]>([
    ["bankCode", "044", "058"],
    ["tipAmount", 0, 100],
    ["feeAmount", "0.00", "2.50"],
    ["discount_total", 0, 10],
    ["OutstandingAmount", "0", "0.00"],
    ["booking", 7316, 52_088],
    ["orderId", "kJdhQz", "Zw83Tq"],
    ["payment_mode", "card", "transfer"],
    ["customer_state", "Lagos", "Abuja"],
    ["customer_message", "Thanks", "Cheers"],
    ["environment", "BLUE", "GREEN"],
  ])("does not ask when %s is another one", (name, good, other) => {
    const city = { customer_city: "Ikeja" };
    expect(pathsBy(sent({ [name]: good, ...city }), sent({ [name]: other, ...city }))).toEqual([]);
  });

  it.each<[string, unknown, unknown, Record<string, unknown>?]>([
    ["that it was approved", "APPROVED", "DECLINED"],
    ["that it was approved, beside a code", "80000:Transaction Approved", "80005:Do not honor"],
    ["that it is no test", "production", "staging"],
    ["nothing but zeros in a code", "0", "5"],
  ])("a text asks that said %s, whatever else it is about", (_, good, other) => {
    const around = (gatewayCode: unknown) => sent({}, { card: { gatewayCode } });
    expect(pathsBy(around(good), around(other))).toEqual(["card.gatewayCode"]);
    expect(pathsBy(around("Zzyzx"), around("Xyzzy"))).toEqual([]);
  });

  it("the id of the event asks where its letters say that it is of something else, and may be any number", () => {
    const by = confirm({ ...GOOD, id: "ch_7316" });
    expect(asked({}, { id: "ch_52088" }, by)).toEqual([]);
    expect(asked({}, { id: "re_52088" }, by)).toEqual(["id=re_52088"]);
    const learned = confirmedBy(sourceOf({ ...GOOD, id: "re_52088" }), by);
    expect(asked({}, { id: "re_7" }, learned)).toEqual([]);
  });

  it.each<[string, object, object, string]>([
    ["how much is settled in per cent", { percentSettled: "100" }, { percentSettled: "60" }, "data.percentSettled"],
    ["a code of letters and three digits", { replyCode: "GL-201-000" }, { replyCode: "GL-400-051" }, "data.replyCode"],
    [
      "an address under the name of what is to be done",
      {},
      { user_action_url: "https://3ds.example" },
      "data.user_action_url",
    ],
    [
      "what somebody else gave it",
      { provider: { reference: "R77" } },
      { provider: { reference: null } },
      "data.provider.reference",
    ],
    [
      "a list of somebody else's that was empty",
      { card: { holds: [] } },
      { card: { holds: ["h1"] } },
      "data.card.holds",
    ],
    ["one of two halves", { halves: ["taken", "given"] }, { halves: ["taken"] }, "data.halves[1]"],
    [
      "a condition that is no history",
      {
        conditions: [
          { type: "Taken", status: "True" },
          { type: "Given", status: "True" },
        ],
      },
      {
        conditions: [
          { type: "Taken", status: "False" },
          { type: "Given", status: "True" },
        ],
      },
      "data.conditions[0].status",
    ],
    [
      "a value with its type around it",
      { attributes: [{ key: "posted", value: { boolValue: true } }] },
      { attributes: [{ key: "posted", value: { boolValue: false } }] },
      "data.attributes[0].value.boolValue",
    ],
  ])("asks when it changes: %s", (_, good, other, path) => {
    expect(pathsBy(sent(good), sent(other))).toContain(path);
    expect(pathsBy(sent(good), sent(good))).toEqual([]);
  });

  it("what a patch changes goes by the name of its place", () => {
    const patch = (value: string) => sent({ patch: [{ op: "replace", path: "/state", value }] });
    expect(pathsBy(patch("done"), patch("Zzyzx"))).toEqual(["data.patch[0].value"]);
  });

  it("what is said of the whole webhook asks, be it of something else, and may be any number there", () => {
    const around = (environment: string, device = "d-7316") => sent({}, { environment, device });
    expect(pathsBy(around("LIVE"), around("SANDBOX"))).toEqual(["environment"]);
    expect(pathsBy(around("LIVE"), around("LIVE", "d-52088"))).toEqual([]);
    expect(pathsBy(around("LIVE"), sent({}, { device: "d-7316" }))).toEqual([]);
  });

  it("a state asks wherever it stands", () => {
    for (const around of ["delivery", "card", "customer"])
      expect(pathsBy(sent({}, { [around]: { status: "DONE" } }), sent({}, { [around]: { status: "Zzyzx" } }))).toEqual([
        `${around}.status`,
      ]);
  });

  it("what is empty under a name that nobody knows asks only where nothing else tells how it went", () => {
    const flat = (rest: object) => ({ id: "evt-0001-7781", amount: 50_000, currency: "NGN", user: "ref_ada", ...rest });
    expect(pathsBy(flat({ state: "paid", kanal: "app" }), flat({ state: "paid", kanal: "" }))).toEqual([]);
    expect(pathsBy(flat({ state: "paid", kanal: "app" }), flat({ state: "paid" }))).toEqual([]);
    expect(pathsBy(flat({ state: "paid", kanal: "app" }), flat({ state: "", kanal: "app" }))).toEqual(["state"]);
    expect(pathsBy(flat({ hatima: "kamili", kanal: "app" }), flat({ hatima: "kamili", kanal: "" }))).toEqual(["kanal"]);
  });
});

describe("the moment at which it went through", () => {
  const paid = (paid_at: unknown) => ({ ...GOOD, data: { ...GOOD.data, paid_at } });
  const reading = confirm(paid("2026-11-21T09:41:07Z"));
  const [word] = read(paid(null), reading).newWords;

  it("asks when it is empty, and may be any other", () => {
    expect(word).toMatchObject({ path: "data.paid_at", text: "", because: "empty" });
    expect(read(paid("2027-01-02T03:04:05Z"), reading).newWords).toEqual([]);
  });

  it("may be empty once it was, and the webhook went through", () => {
    expect(read(paid(null), confirmedBy(sourceOf(paid(null)), reading)).newWords).toEqual([]);
  });

  it("tells the outcome once somebody has said that it failed without it", () => {
    if (word === undefined || word.about === "amount") throw new Error("Nothing was asked.");
    const learned = learnWord(reading, word, "failed", word.path);
    expect(read(paid(null), learned).items[0]?.outcome?.means).toBe("failed");
    expect(read(paid(""), learned).items[0]?.outcome?.means).toBe("failed");
    expect(read(paid("2027-01-02T03:04:05Z"), learned)).toMatchObject({
      newWords: [],
      items: [{ outcome: { means: "went-through" } }],
    });
  });
});

describe("an amount in another form than it was confirmed in", () => {
  const written = (total: unknown) => ({
    id: "evt-0001-7781",
    state: "paid",
    data: { total, currency: "NGN", user: "ref_ada" },
  });
  /** What it is read as, and whether that is asked about. */
  const readAs = (confirmedAs: string, text: unknown) => {
    const { items, newWords } = read(written(text), confirm(written(confirmedAs)));
    return [items[0]?.amount?.units ?? null, newWords.map(({ about }) => about)];
  };
  const asks = ["amount"];

  // The number as the reading would have it, where it can be read at all: it never decides by itself.
  it.each<[string, string, string | null, readonly string[]]>([
    // Whole units, as they were sent.
    ["50000", "750", "750", []],
    ["50000", "5000", "5000", []],
    ["50000", "1234567", "1234567", []],
    ["50000", "5,000.00", "5000", asks],
    ["50000", "5000.00", "5000", asks],
    ["50000", "5000.0", "5000", asks],
    ["50000", "1,000", "1000", asks],
    ["50000", "1.000", "1", asks],
    ["50000", "1 000", "1000", asks],
    ["50000", "1'000", "1000", asks],
    ["50000", "1,00,000", "100000", asks],
    ["50000", "5e3", "5000", asks],
    ["5e4", "6.411e4", "64110", []],
    ["5.0e4", "6.411e4", "64110", []],
    ["5e4", "64110", "64110", asks],
    ["50000", "1.000,00", null, []],
    ["50000", "-5000", "-5000", []],
    ["50000", "NGN 5000", "5000", []],
    // Decimals that stand for hundredths.
    ["500.00", "7.50", "750", []],
    ["500.00", "7.5", "750", []],
    ["500.00", "5000.00", "500000", []],
    ["500.00", "5,000.00", "500000", []],
    ["500.00", "5 000.00", "500000", []],
    ["500.00", "1,00,000.00", "10000000", []],
    ["500.00", "50000", "5000000", []],
    ["500.00", "1,000", "100000", asks],
    ["500.00", "1.000", "100", asks],
    ["500.00", "5e3", "500000", asks],
    ["500.00", "500.0000", "50000", []],
    ["500.00", "500,00", null, []],
    // Groups.
    ["50,000.00", "750.00", "750", []],
    ["50,000.00", "7,500.00", "7500", []],
    ["50,000.00", "7500.00", "7500", asks],
    ["50,000.00", "7 500.00", "7500", asks],
    ["50,000.00", "7,500", "7500", asks],
    ["50.000,00", "7.500,00", "7500", []],
    ["50.000,00", "7500", "7500", asks],
    ["50.000,00", "7.500", "7500", asks],
  ])("confirmed as %s, %s is read as %s and asks about %j", (confirmedAs, text, units, expected) => {
    expect(readAs(confirmedAs, text)).toEqual([units, expected]);
  });

  it("is known once somebody has said that it is right", () => {
    const reading = confirm(written("50000"));
    const asks = (total: string, by: Reading) => read(written(total), by).newWords;
    const learned = asks("5000.0", reading).reduce(learnForm, reading);
    expect(["5000.0", "7000.5", "50000"].flatMap((total) => asks(total, learned))).toEqual([]);
    expect(asks("5e3", learned)).toHaveLength(1);
  });

  it.each<[string, string, string, readonly string[]]>([
    ["252.50", "252.5", "25250", []],
    ["252.50", "25250", "2525000", []],
    ["252.50", "252.5000", "25250", []],
    ["252.00", "252", "25200", []],
    ["252.00", "2.52e2", "25200", []],
    ["25250", "252.50", "252.5", asks],
    ["25250", "25250.00", "25250", asks],
  ])(
    "of a JSON number asks only where amounts have no decimals: confirmed at %s, %s is %s by the confirmed unit",
    (first, text, units, expected) => {
      const number = (total: string) => {
        const source = sourceOf(written(0));
        return { ...source, body: new TextEncoder().encode(JSON.stringify(written(0)).replace(":0,", `:${total},`)) };
      };
      const awaited = { ...AWAITED, amount: first.replace(".", "") };
      const proposal = proposeReading(number(first), [], [awaited]);
      if (proposal === null) throw new Error("Nothing is proposed.");
      const { items, newWords } = readWebhook(number(text), [confirmedBy(number(first), proposal)], []);
      expect([items[0]?.amount?.units, newWords.map(({ about }) => about)]).toEqual([units, expected]);
    },
  );

  it("knows the usual forms of its unit where nobody has confirmed it by a webhook", () => {
    const { amount, ...rest } = confirm(written("50000"));
    if (amount === null) throw new Error("There is no amount.");
    const unseen = (scale: number): Reading => ({ ...rest, amount: { ...amount, scale, forms: undefined } });
    const about = (reading: Reading, text: string) => read(written(text), reading).newWords.map(({ about }) => about);
    expect(["50000", "7", "5,000.00", "50.00"].map((text) => about(unseen(0), text))).toEqual([[], [], asks, asks]);
    expect(["500.00", "7.5", "5000", "5,000.00"].map((text) => about(unseen(2), text))).toEqual([[], [], asks, asks]);
  });

  it("is not learned beside another answer", () => {
    const reading = confirm({ ...written("50000"), zed: "A" });
    const other = { ...written("5,000.00"), zed: "B" };
    expect(read(other, reading).newWords.map(({ about }) => about)).toEqual(["outcome", "amount"]);
    const again = confirmedBy(sourceOf(other), reading);
    expect(read(other, again).newWords.map(({ about }) => about)).toEqual(["amount"]);
  });
});

describe("a place that was there in every confirmed webhook", () => {
  const paid = (data: object, rest: object = {}) => ({ ...GOOD, ...rest, data: { ...GOOD.data, ...data } });
  const moments = { paid_at: "2026-11-21T09:41:07Z", done: 1_732_182_067, captured: "500.00" };
  const reading = confirm(paid(moments));

  it.each(["paid_at", "done", "captured"])(
    "asks when it is gone, and no more once it went through without: %s",
    (name) => {
      const without = paid({ ...moments, [name]: undefined });
      const { newWords } = read(without, reading);
      expect(newWords).toMatchObject([{ about: "outcome", path: `data.${name}`, text: "", because: "gone" }]);
      const [word] = newWords;
      if (word === undefined || word.about === "amount") throw new Error("Nothing was asked.");
      expect(read(without, confirmedBy(sourceOf(without), reading)).newWords).toEqual([]);
      const failed = learnWord(reading, word, "failed", word.path);
      expect(read(without, failed).items[0]?.outcome?.means).toBe("failed");
      expect(read(paid(moments), failed)).toMatchObject({
        newWords: [],
        items: [{ outcome: { means: "went-through" } }],
      });
    },
  );

  it("is of no confirmed kind where the place that its shape has for the outcome is gone", () => {
    expect(read(paid(moments, { state: undefined }), reading).by).toBe("proposed");
  });

  it.each([{ state: null }, { state: "" }])("asks when the outcome is not told: %j", (rest) => {
    const { newWords, items } = read(paid(moments, rest), reading);
    expect(newWords).toHaveLength(1);
    expect(newWords[0]).toMatchObject({ about: "outcome", path: "state" });
    expect(items[0]?.outcome?.means).toBeNull();
  });

  it("does not ask when it is somebody's, a text, a code or what a service may leave out", () => {
    const whole = {
      ...moments,
      customer: "Ada Obi",
      note: "thanks",
      fee: 12,
      channel: "card",
      metadata: { a: 1 },
      step: "B",
    };
    const by = confirm(paid(whole));
    for (const name of ["customer", "note", "fee", "channel", "metadata", "step", "xopTypeId"])
      expect(asked({ ...whole, [name]: undefined }, {}, by)).toEqual([]);
  });

  it("asks when a moment comes that no confirmed one had", () => {
    expect(read(paid({ ...moments, failed_after: "2026-11-22T00:00:00Z" }), reading).newWords).not.toEqual([]);
    expect(read(paid({ ...moments, held_until: "2026-12-01" }), reading).newWords).toMatchObject([
      { path: "data.held_until", because: "not-there-before" },
    ]);
  });
});

describe("how far it came, in one text", () => {
  it.each([
    ["1/1", "1/2"],
    ["100%", "40%"],
    ["made>sent>landed", "made>sent>lost"],
    ["0.00", "1.50"],
  ])("asks for another one: %s and %s", (good, other) => {
    const reading = confirm({ ...GOOD, data: { ...GOOD.data, qx: good } });
    expect(asked({ qx: good }, {}, reading)).toEqual([]);
    expect(asked({ qx: other }, {}, reading)).toEqual([`data.qx=${other}`]);
  });
});

describe("a word that says by itself that it is no such movement", () => {
  const sale = { account: { owner: "Ada", accountType: "SALE" }, transactionReason: "PURCHASE" };
  const reading = confirm({ ...GOOD, data: { ...GOOD.data, ...sale } });

  it.each(["REFUND", "reversal", "TRAINING", "FROZEN_PENDING"])("asks under the name of something else: %s", (word) => {
    expect(asked({ ...sale, account: { ...sale.account, accountType: word } }, {}, reading)).toEqual([
      `data.account.accountType=${word}`,
    ]);
  });

  it("does not ask for another word there, nor for one that stood there", () => {
    expect(asked({ ...sale, account: { ...sale.account, accountType: "SAVINGS" } }, {}, reading)).toEqual([]);
    const refundable = { account: { owner: "Ada", refundPolicy: "refunds" } };
    const by = confirm({ ...GOOD, data: { ...GOOD.data, ...refundable } });
    expect(asked(refundable, {}, by)).toEqual([]);
  });

  it("asks in a text beside it", () => {
    expect(asked({ ...sale, transactionReason: "RENEWAL" }, {}, reading)).toEqual(["data.transactionReason=RENEWAL"]);
  });
});

it("a flag that says by its name how it ended asks once it is off, and a pair of name and value as any place", () => {
  const flags = { flags: { credited: 1, auth: 1 }, fields: [{ Name: "Product", Value: "InstantPay" }] };
  const reading = confirm({ ...GOOD, data: { ...GOOD.data, ...flags } });
  expect(asked(flags, {}, reading)).toEqual([]);
  expect(asked({ ...flags, flags: { credited: 0, auth: 1 } }, {}, reading)).toEqual(["data.flags.credited=0"]);
  const reversed = { ...flags, fields: [{ Name: "Product", Value: "InstantPayReversal" }] };
  expect(asked(reversed, {}, reading)).toEqual(["data.fields[0].Value=InstantPayReversal"]);
});

it("of a row, whose places have no names, every word asks that no confirmed one had", () => {
  const row = (word: string) => ({ ledger: [["L41TAQ", "deposit", "NGN", "500.00", "ref_ada", word]] });
  const pointed: Reading = {
    ...CONFIRMED,
    shape: { paths: ["ledger"], when: [] },
    amount: { path: "ledger[0][3]", scale: 2, decimalMark: ".", negative: false },
    currency: { path: "ledger[0][2]" },
    user: { path: "ledger[0][4]", written: "same" },
    eventId: { path: "ledger[0][0]" },
    purpose: { always: "credit", places: [] },
    outcome: { places: [] },
    watched: null,
  };
  const reading = { ...confirmedBy(sourceOf(row("Success")), pointed), confirmedAt: 1 };
  expect(read(row("Success"), reading)).toMatchObject({ by: "confirmed", newWords: [] });
  expect(read(row("Failure"), reading).newWords).toMatchObject([{ text: "Failure" }]);
});

describe("a place that was not there", () => {
  const extra = (data: object) => ({ ...GOOD, data: { ...GOOD.data, ...data } });

  it.each([{ kosa: "salio halitoshi" }, { subiri: "2026-12-01" }, { reason: "limit" }, { la: "TX-0071" }])(
    "asks whatever stands in it, and is free once it went through: %j",
    (data) => {
      const [name = ""] = Object.keys(data);
      const { newWords } = read(extra(data));
      expect(newWords).toMatchObject([{ path: `data.${name}`, about: "outcome", because: "not-there-before" }]);
      const [word] = newWords;
      if (word === undefined || word.about === "amount") throw new Error("Nothing was asked.");
      const learned = learnWord(CONFIRMED, word, "went-through", word.path);
      expect(asked(data, {}, learned)).toEqual([]);
      expect(asked({ [name]: "another text 88" }, {}, learned)).toEqual([]);
      expect(read(extra(data), learnWord(CONFIRMED, word, "failed", word.path)).items[0]?.outcome?.means).toBe(
        "failed",
      );
    },
  );

  it("does not ask where it was there with another text, or is empty", () => {
    const reading = confirm(extra({ kosa: "A1B2-0071" }));
    expect(asked({ kosa: "C3D4-0099" }, {}, reading)).toEqual([]);
    expect(asked({ kosa: "" })).toEqual([]);
    const labels = (...texts: string[]) => ({ vitu: texts });
    expect(asked(labels("A1 x", "B2 y", "C3 z"), {}, confirm(extra(labels("A1 x"))))).toEqual([]);
  });
});

describe("names in rows, and words where references stand", () => {
  const rows = (kind: string, state: string) => [
    ["txn", "evt-0001-7781"],
    ["kind", kind],
    ["user", "ref_ada"],
    ["amount", 50_000],
    ["currency", "NGN"],
    ["res", state],
  ];

  it("a row of a name and a value goes by its name, wherever it stands", () => {
    const reading = confirm(rows("send", "ok"));
    expect(reading.amount?.path).toBe('[0="amount"][1]');
    expect(read(rows("send", "ok").toReversed(), reading)).toMatchObject({ by: "confirmed", newWords: [] });
    expect(read(rows("undo", "ok"), reading).newWords).not.toEqual([]);
    expect(read(rows("send", "no"), reading).newWords).not.toEqual([]);
  });

  it("a code is watched wherever it is called one, a code of authorisation is not", () => {
    const reading = confirm({
      ...GOOD,
      data: { ...GOOD.data, "code-retour": "paye", authCode: "7316", tag: "lnurlp" },
    });
    const same = { "code-retour": "paye", authCode: "7316", tag: "lnurlp" };
    expect(asked({ ...same, authCode: "52088" }, {}, reading)).toEqual([]);
    expect(asked({ ...same, "code-retour": "attente" }, {}, reading)).toHaveLength(1);
    expect(asked({ ...same, tag: "refund" }, {}, reading)).toHaveLength(1);
  });

  it("a name written with a capital asks, until three others made no difference", () => {
    let reading = confirm({ ...GOOD, data: { ...GOOD.data, jina: "Juma" } });
    for (const jina of ["Asha", "Neema"]) {
      expect(asked({ jina }, {}, reading)).toEqual([`data.jina=${jina}`]);
      reading = confirmedBy(sourceOf({ ...GOOD, data: { ...GOOD.data, jina } }), reading);
    }
    expect(asked({ jina: "Baraka" }, {}, reading)).toEqual([]);
  });
});

describe("what is watched is learned", () => {
  it("all at once from a webhook that went through", () => {
    const other = { ...GOOD, data: { ...GOOD.data, zed: "B", xopTypeId: 7, whyso: "AC04" } };
    expect(read(other).newWords).toHaveLength(3);
    const learned = confirmedBy(sourceOf(other), CONFIRMED);
    expect(read(other, learned).newWords).toEqual([]);
    expect(read(GOOD, learned).newWords).toEqual([]);
  });

  it("never from one that failed or is a refund", () => {
    const say = (means: "failed" | "neither"): Reading => ({
      ...CONFIRMED,
      outcome: { places: [{ path: "state", words: [{ text: "paid", means }] }] },
    });
    for (const reading of [say("failed"), say("neither")])
      expect(confirmedBy(sourceOf({ ...GOOD, data: { ...GOOD.data, zed: "R" } }), reading)).toEqual(reading);
  });

  it("in no more places than the limit, of which none is asked about that was left out", () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`q${at}z`, "A"]));
    const reading = confirm({ ...GOOD, data: { ...GOOD.data, ...many } });
    expect(reading.watched).toHaveLength(WATCHED_AT_MOST);
    expect(asked(many, {}, reading)).toEqual([]);
  });
});

describe("each item of a batch", () => {
  const batch = (...more: readonly object[]) =>
    more.map((each, at) => ({
      amount: at === 0 ? 77 : 50_000,
      currency: "NGN",
      user: at === 0 ? "zz_191" : "ref_ada",
      ...each,
    }));

  it.each([
    ["a switch of its outcome", { success: true }],
    ["a switch beside its outcome", { state: { current: "paid", final: true }, live: true }],
    ["a direction", { txn_typ: "CR", paid_at: "2026-11-20T10:00:00Z" }],
  ])("is read by what stands in itself, and confirmed once for all: %s", (_, each) => {
    const body = batch(each, each);
    expect(read(body, confirm(body))).toMatchObject({ by: "confirmed", newWords: [] });
  });

  it("asks of what stands in itself", () => {
    const confirmed = confirm(batch({ success: true, live: true }, { success: true, live: true }));
    const { items, newWords } = read(batch({ success: true, live: false }, { success: true, live: true }), confirmed);
    expect(newWords).toMatchObject([{ path: "[0].live", text: "false" }]);
    expect(items.map(({ outcome }) => outcome?.means)).toEqual([null, "went-through"]);
    expect(read(batch({ success: true, live: true }, { success: false, live: true }), confirmed).items).toMatchObject([
      { outcome: { path: "[0].success", means: "went-through" } },
      { outcome: { path: "[1].success", means: null } },
    ]);
  });

  it("asks of an entry that is about all of them", () => {
    const body = (mode: string) => [...batch({ success: true }, { success: true }), { mode }];
    const { items } = read(body("rehearsal"), confirm(body("live")));
    expect(items.map(({ outcome }) => outcome?.path)).toEqual(["[2].mode", "[2].mode"]);
  });
});
