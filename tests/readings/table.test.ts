import { describe, expect, it } from "vitest";
import { confirmedBy, factsOf, proposeReading, readWebhook } from "../../src/main/payload/index.ts";
import { saidValues } from "../../src/renderer/text/explain-reading.ts";
import { learnWord } from "../../src/shared/correct-reading.ts";
import type { ReadItem, Reading, WebhookReading } from "../../src/shared/reading.ts";
import { reading as readingSchema, webhookReading } from "../../src/shared/reading.ts";
import { expectedOf, isGreen, isNamed, proposed, wrongIn } from "./judge.ts";
import {
  awaitedOf,
  FREELY_CHANGED,
  hasVariant,
  type Movement,
  movementOf,
  type Shape,
  sourceOf,
  WORD_VARIANTS,
  wordsIn,
} from "./shape.ts";
import { EIGHTEENTH_SHAPES } from "./shapes-eighteenth.ts";
import { EIGHTH_SHAPES } from "./shapes-eighth.ts";
import { ELEVENTH_SHAPES } from "./shapes-eleventh.ts";
import { FIFTEENTH_SHAPES } from "./shapes-fifteenth.ts";
import { FIFTH_SHAPES } from "./shapes-fifth.ts";
import { FIRST_SHAPES } from "./shapes-first.ts";
import { FOURTEENTH_SHAPES } from "./shapes-fourteenth.ts";
import { FOURTH_SHAPES } from "./shapes-fourth.ts";
import { NINETEENTH_SHAPES } from "./shapes-nineteenth.ts";
import { NINTH_SHAPES } from "./shapes-ninth.ts";
import { SECOND_SHAPES } from "./shapes-second.ts";
import { SEVENTEENTH_SHAPES } from "./shapes-seventeenth.ts";
import { SEVENTH_SHAPES } from "./shapes-seventh.ts";
import { SIXTEENTH_SHAPES } from "./shapes-sixteenth.ts";
import { SIXTH_SHAPES } from "./shapes-sixth.ts";
import { TENTH_SHAPES } from "./shapes-tenth.ts";
import { THIRD_SHAPES } from "./shapes-third.ts";
import { THIRTEENTH_SHAPES } from "./shapes-thirteenth.ts";
import { TWELFTH_SHAPES } from "./shapes-twelfth.ts";
import { TWENTIETH_SHAPES } from "./shapes-twentieth.ts";
import { TWENTYFIFTH_SHAPES } from "./shapes-twentyfifth.ts";
import { TWENTYFIRST_SHAPES } from "./shapes-twentyfirst.ts";
import { TWENTYFOURTH_SHAPES } from "./shapes-twentyfourth.ts";
import { TWENTYSECOND_SHAPES } from "./shapes-twentysecond.ts";
import { TWENTYSEVENTH_SHAPES } from "./shapes-twentyseventh.ts";
import { TWENTYSIXTH_SHAPES } from "./shapes-twentysixth.ts";
import { TWENTYTHIRD_SHAPES } from "./shapes-twentythird.ts";

const SHAPES = [
  ...FIRST_SHAPES,
  ...SECOND_SHAPES,
  ...THIRD_SHAPES,
  ...FOURTH_SHAPES,
  ...FIFTH_SHAPES,
  ...SIXTH_SHAPES,
  ...SEVENTH_SHAPES,
  ...EIGHTH_SHAPES,
  ...NINTH_SHAPES,
  ...TENTH_SHAPES,
  ...ELEVENTH_SHAPES,
  ...TWELFTH_SHAPES,
  ...THIRTEENTH_SHAPES,
  ...FOURTEENTH_SHAPES,
  ...FIFTEENTH_SHAPES,
  ...SIXTEENTH_SHAPES,
  ...SEVENTEENTH_SHAPES,
  ...EIGHTEENTH_SHAPES,
  ...NINETEENTH_SHAPES,
  ...TWENTIETH_SHAPES,
  ...TWENTYFIRST_SHAPES,
  ...TWENTYSECOND_SHAPES,
  ...TWENTYTHIRD_SHAPES,
  ...TWENTYFOURTH_SHAPES,
  ...TWENTYFIFTH_SHAPES,
  ...TWENTYSIXTH_SHAPES,
  ...TWENTYSEVENTH_SHAPES,
];
/** Shapes of which the first webhook is proposed entirely right, and but for its id: fewer is a step back. */
const RIGHT = [1665, 2038];
/** What is told only by the values: a minus, or the sides exchanged. They are no match. */
const OTHER_VALUES = new Set([
  "Ledger sides: other",
  "Sign of a movement: other",
  "Trailing sign: refund",
  "Tatum: other",
  "Smile points: refund",
  "monobank statement item: other",
  "Teller transactions processed: other",
]);
/** Texts in a form of their own: nothing is proposed, and nobody can point at anything. */
const UNREAD_NAMES = new Set([
  "Comma row under a head",
  "Named parts in a text",
  "Lines of a log",
  "Nomina en texto",
  "Rows with semicolons",
  "Bot message",
  "Pesan WhatsApp pembayaran",
  "Top-up machine log line",
  "Worldline Sips form",
]);
const isUnread = ({ name, how }: Shape) => how === "text" || UNREAD_NAMES.has(name);
/** The amount stands within such a text, and other values do not: without an amount nothing is matched. */
const NO_AMOUNT = new Set(["MT940 lines", "Bank alert as text", "Prowide MT910 JSON"]);
/** Failures of these pass all the same, as variations.test.ts names. */
const PASSED = new Set([
  "Journal of two sides",
  "Ticket with a resolution",
  "Mode in a header",
  "Estimate with its certainty",
  "eClectics wallet SOAP",
  "Tryton account move",
  "Two answers of two banks",
  // Who gave something to whom is told by a text of its own.
  "Nakama wallet gift ledger",
]);
/** Nothing but the address to which it answers says what it is. */
const TOLD_BY_ADDRESS = new Set(["AMF remoting result"]);
/** Of webhooks that differ in a retry, an instalment, a way of paying or data of the shop's own, those that are asked about. */
const ASKED_OF = [1204, 2950];
/**
 * What asks once although it went through: another way of paying, under a name that says as little of it as of a refund
 * (`payment.type`, `via`, `r_switch`), a bank under a name that nobody knows, an id as an
 * operation, another number of four digits as a code, or another remark under `subject` or
 * `remittanceInformation`; an id under `event`, a name under `name` or `walletEventName`, a currency as a name.
 */
const ASKS = new Set([
  "Investec programmable transfer",
  "Treezor transfer update",
  "Utila vault transaction",
  "Streamlabs donation webhook",
  "Nakama wallet gift ledger",
  "Juno",
  "Hotmart",
  "JVZoo form",
  "FastSpring",
  "monobank acquiring",
  "theTeller",
  "SantimPay",
  "PayFast PK form",
  "Payple",
  "PagoPar",
  "Bootpay",
  "Bictorys",
  "Blink",
  "Zai",
  "OnPay DK query",
  "Flow CL",
  "Coelsa DEBIN",
  "PSE SOAP",
  "Monri",
  "SPEI voucher XML",
  "IXOPAY",
  "Path of the resource",
  "Wonderful payments",
  "Payválida form",
  "SegPay postback query",
  "Fiserv IPG Connect form",
  "Assist result form",
  "PayMe IL sale form",
  "Paystation NZ XML",
  "YenePay IPN",
  "MIT CenterOfPayments XML",
  "PlusPagos notification",
  "Monetizze sale form",
  "Coinremitter invoice form",
  "FOMO Pay order",
  "Nuapay payment notice",
  "n1co SV webhook",
  "Bet settled as won",
  "Push to a card",
  "DOKU Jokul HTTP notification",
  "Alipay asynchronous notify",
]);

const table = SHAPES.map((shape, at) => ({ shape, at, name: `${at} ${shape.name}` })).filter(
  ({ shape }) => !isUnread(shape) && !NO_AMOUNT.has(shape.name) && !PASSED.has(shape.name),
);

it("has at least 200 shapes, each with a name of its own", () => {
  expect(SHAPES.length).toBeGreaterThanOrEqual(200);
  expect(new Set(SHAPES.map(({ name }) => name)).size).toBe(SHAPES.length);
});

it.each(SHAPES.filter(isUnread))("is sure of nothing in $name", (shape) => {
  const movement = movementOf(0);
  for (const variant of WORD_VARIANTS) {
    const source = sourceOf(shape, movement, wordsIn(shape, variant));
    expect(readWebhook(source, [], [awaitedOf(shape, movement)])).toMatchObject({ by: "nothing", items: [] });
  }
});

it.each(SHAPES.filter(({ name }) => NO_AMOUNT.has(name)))("reads no amount in $name", (shape) => {
  const movement = movementOf(0);
  for (const variant of WORD_VARIANTS) {
    const { items } = readWebhook(sourceOf(shape, movement, wordsIn(shape, variant)), [], [awaitedOf(shape, movement)]);
    expect(items.map(({ amount }) => amount)).toEqual([null]);
  }
});

it("proposes most shapes entirely right at first sight", () => {
  const wrong = table.map(({ shape, at }) => {
    const { read, movement } = proposed(shape, at);
    return [...read.newWords, ...wrongIn(shape, itemOf(read.items, movement), movement)];
  });
  const right = wrong.filter((each) => each.length === 0).length;
  const butForId = wrong.filter((each) => each.every((what) => typeof what === "string" && what.startsWith("id:")));
  expect([right, butForId.length]).toEqual(RIGHT);
  expect(butForId.length / SHAPES.length).toBeGreaterThanOrEqual(0.85);
});

function itemOf(items: readonly ReadItem[], { amount, id }: Movement): ReadItem | undefined {
  return (
    items.find(({ ids }) => ids.some(({ text }) => text === id)) ??
    items.find((item) => item.amount?.units === String(amount)) ??
    items[0]
  );
}

/** Whether the values are those of the simulation, so that only what it says can speak against it. */
function isSame({ operation }: Shape, item: ReadItem | undefined, { amount, user, from, to }: Movement): boolean {
  if (item === undefined || item.amount?.units !== String(amount)) return false;
  return operation === "credit" ? item.user?.text === user : item.from?.text === from && item.to?.text === to;
}

const SHOWN = { amount: "amount", currency: "currency", user: "userReference", from: "from", to: "to" } as const;
const ROLES_SHOWN = Object.keys(SHOWN) as (keyof typeof SHOWN)[];

/** What a verdict compares. */
function restsOn(item: ReadItem | undefined) {
  return ROLES_SHOWN.map((role) => {
    const value = item?.[role];
    return value === undefined || value === null ? null : { role, row: value.text, inspector: value.path };
  });
}

/** What row and filter have of it, and which places the inspector names. */
function shownOf(webhook: WebhookReading) {
  const facts = factsOf(webhook);
  const said = webhook.items.flatMap((item) => saidValues(item));
  return ROLES_SHOWN.map((role) => {
    const inspector = said.find((each) => each.role === role)?.path;
    return inspector === undefined ? null : { role, row: facts[SHOWN[role]], inspector };
  });
}

const readings = new Map<number, Reading>();

/** What a user confirms: the proposal, with the places corrected that it has wrong. */
function confirmed(shape: Shape, at: number): Reading {
  const reading = readings.get(at) ?? corrected(shape, at);
  readings.set(at, reading);
  return reading;
}

function corrected(shape: Shape, at: number): Reading {
  const movement = movementOf(at);
  const source = sourceOf(shape, movement, wordsIn(shape, "good"));
  const proposal = proposeReading(source, [], [awaitedOf(shape, movement)]);
  if (proposal === null) throw new Error(`Nothing is proposed for ${shape.name}.`);
  const item = itemOf(readWebhook(source, [], [awaitedOf(shape, movement)]).items, movement);
  const expected = expectedOf(shape, movement);
  const person = (role: "user" | "from" | "to") => {
    const [path] = expected[role];
    if (path === undefined) return role === "user" && shape.operation === "charge" ? proposal.user : null;
    return expected[role].includes(item?.[role]?.path ?? "") ? proposal[role] : { path, written: "same" as const };
  };
  const isAmountRight =
    expected.amount.includes(item?.amount?.path ?? "") && item?.amount?.units === String(movement.amount);
  const scale = /\$D/.test(shape.body) ? 2 : /\$M/.test(shape.body) ? -2 : 0;
  const [amountPath = ""] = expected.amount;
  const [currencyPath] = expected.currency;
  const isCurrencyRight = currencyPath === undefined || expected.currency.includes(item?.currency?.path ?? "");
  const means = { credit: "credit", charge: "charge" }[shape.operation] as "credit" | "charge";
  const reading = confirmedBy(source, {
    ...proposal,
    confirmedAt: at,
    amount: isAmountRight
      ? proposal.amount
      : { path: amountPath, scale, decimalMark: ".", negative: shape.body.includes("-$A") },
    currency: isCurrencyRight ? proposal.currency : { path: currencyPath },
    user: person("user"),
    from: person("from"),
    to: person("to"),
    purpose: {
      always: proposal.purpose.always,
      places: proposal.purpose.places.map(({ path, words }) => ({
        path,
        words: words.map((word) =>
          word.means === "either" || word.means === means ? word : { ...word, means: "either" as const },
        ),
      })),
    },
    outcome: {
      places: proposal.outcome.places.map(({ path, words }) => ({
        path,
        words: words.map(({ text }) => ({ text, means: "went-through" as const })),
      })),
    },
  });
  // What is asked about that very webhook is answered, and the reading confirmed anew by it.
  const answered = (asked: Reading) =>
    readWebhook(source, [asked], []).newWords.reduce(
      (next, word) =>
        word.about === "amount"
          ? next
          : learnWord(next, word, word.about === "purpose" ? means : "went-through", word.path),
      asked,
    );
  const first = answered(reading);
  return first.watched === null ? answered(confirmedBy(source, first)) : first;
}

describe.each(table)("$name", ({ shape, at }) => {
  const movement = movementOf(at);
  const good = wordsIn(shape, "good");
  const reading = confirmed(shape, at);
  const expected = expectedOf(shape, movement);
  const read = (changed: Partial<Movement>, words = good, readings: readonly Reading[] = [reading]) =>
    readWebhook(
      sourceOf(shape, { ...movement, ...changed }, words, changed.remark === undefined ? {} : FREELY_CHANGED),
      readings,
      [awaitedOf(shape, movement)],
    );

  it("is never sure before somebody has confirmed it", () => {
    for (const variant of WORD_VARIANTS) {
      const found = read({}, wordsIn(shape, variant), []);
      expect(["proposed", "nothing"]).toContain(found.by);
      expect(webhookReading.parse(found)).toEqual(found);
    }
    expect(readingSchema.parse(reading)).toEqual(reading);
  });

  it("is read exactly, once it is confirmed, whatever its values are", () => {
    const { from, to } = movement;
    const others: readonly Partial<Movement>[] = [
      {},
      { amount: movement.amount + 1, id: "other-1-9f00d" },
      { amount: movement.amount * 100 },
      { user: "somebody-else-7", from: "somebody-else-7" },
      { from: to, to: from, user: to },
      { currency: "JPY" },
      { amount: 910_500, id: "e7other0", remark: "Something else", user: "u_77a", from: "u_77a", to: "u_88b" },
    ];
    for (const changed of others) {
      // Its currency is a part of a key, or says the unit too: another one is another shape.
      if (changed.currency !== undefined && /\$K|\$C\$C|\$C\/[0-9]/.test(shape.body)) continue;
      const now = { ...movement, ...changed };
      const webhook = read(changed);
      if (changed.remark !== undefined && ASKS.has(shape.name)) {
        expect(webhook.newWords).not.toEqual([]);
        continue;
      }
      const item = itemOf(webhook.items, now);
      expect(webhook).toMatchObject({ by: "confirmed", newWords: [], incomplete: null });
      expect({ ...item, ids: [] }).toMatchObject({
        amount: { units: String(now.amount) },
        currency: expected.currency.length > 0 ? { code: now.currency } : (item?.currency ?? null),
      });
      for (const role of ["user", "from", "to"] as const)
        if (shape.operation === (role === "user" ? "credit" : "charge") && expected[role].length > 0)
          expect([item?.[role], isNamed(item?.[role], now[role])]).toEqual([item?.[role], true]);
      const own = { ...webhook, items: item === undefined ? [] : [item] };
      expect(isGreen(own, shape.operation)).toBe(true);
      expect(shownOf(own)).toEqual(restsOn(item));
    }
  });

  it("is not taken for one that went through when it says that it did not", () => {
    for (const variant of WORD_VARIANTS) {
      if (variant === "good" || !hasVariant(shape, variant)) continue;
      const webhook = read({}, wordsIn(shape, variant));
      const item = itemOf(webhook.items, movement);
      const isOther = OTHER_VALUES.has(`${shape.name}: ${variant}`);
      const passes = isGreen({ ...webhook, items: item === undefined ? [] : [item] }, shape.operation);
      expect(passes, variant).toBe(isOther);
      if (isOther) expect(isSame(shape, item, movement), variant).toBe(false);
    }
  });

  it("asks for a word that was never seen", () => {
    for (const mark of ["E", "S"]) {
      if (good[mark] === undefined || !(shape.words[mark] ?? "").includes("|")) continue;
      const word = /^[0-9]+$/.test(good[mark])
        ? "7753"
        : /^(?:true|false)$/.test(good[mark])
          ? good[mark] === "true"
            ? "false"
            : "true"
          : "Zzyzx_41";
      const passes = isGreen(read({}, { ...good, [mark]: word }), shape.operation);
      expect(passes, `$${mark}`).toBe(mark === "E" && TOLD_BY_ADDRESS.has(shape.name));
    }
  });
});

it("asks about few webhooks that differ in what does not matter", () => {
  const asked: string[] = [];
  let all = 0;
  for (const { shape, at } of table)
    for (const mark of Object.keys(shape.words)) {
      const good = wordsIn(shape, "good");
      const fine = wordsIn(shape, "fine")[mark] ?? "";
      if (fine === good[mark]) continue;
      all += 1;
      const source = sourceOf(shape, movementOf(at), { ...good, [mark]: fine });
      if (readWebhook(source, [confirmed(shape, at)], []).newWords.length > 0) asked.push(`${shape.name} $${mark}`);
    }
  expect([asked.length, all]).toEqual(ASKED_OF);
});

/** Ids of a program, of which the letters fall by chance; of some the digits are left out. */
const IDS = [
  ["ev_7ea54f25b5", "ev_ceadbe05d9", "ev_f67ac2647f"],
  ["txn_8Zk2LmQpW4xTyB", "txn_PtfWczWIqrGZKV", "txn_XCSqZzyepwwrAT"],
  ["pay_MLyDJJprwQ", "pay_2QoUBi66xm", "pay_cLSLHbopdi"],
  ["01J9ZQ3NDEKTSV4RRFFQ69G5FA", "01J9ZQ4B7VXWYHMKPATDCRZNEG", "01J9ZQ5C0000000000000000AB"],
] as const;
/** Of all kinds and their other ids, those that are asked about; more are a step back. */
const ASKED_OF_IDS = [37, 17_562];

it("asks about hardly any other id, whatever letters it is made of", () => {
  const asked: string[] = [];
  let all = 0;
  for (const { shape, at } of table)
    for (const [first, ...others] of IDS) {
      const movement = movementOf(at);
      const source = (id: string) => sourceOf(shape, { ...movement, id }, wordsIn(shape, "good"));
      const proposal = proposeReading(source(first), [], [awaitedOf(shape, movement)]);
      if (proposal === null) continue;
      const reading = { ...confirmedBy(source(first), proposal), confirmedAt: 1 };
      if (readWebhook(source(first), [reading], []).newWords.length > 0) continue;
      for (const other of others) {
        all += 1;
        if (readWebhook(source(other), [reading], []).newWords.length > 0) asked.push(`${shape.name}: ${other}`);
      }
    }
  expect([asked.length, all]).toEqual(ASKED_OF_IDS);
});
