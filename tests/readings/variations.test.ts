import { expect, it } from "vitest";
import { confirmedBy, proposeReading, readWebhook, type WebhookSource } from "../../src/main/payload/index.ts";
import { learnWord } from "../../src/shared/correct-reading.ts";
import type { ReadItem, Reading } from "../../src/shared/reading.ts";
import { expectedOf, isGreen, isNamed } from "./judge.ts";
import type { Kind } from "./kind.ts";
import { awaitedOf, FREELY_CHANGED, type Movement, movementOf, type Shape, sourceOf, wordsIn } from "./shape.ts";
import { EIGHTEENTH_KINDS } from "./shapes-eighteenth.ts";
import { NINETEENTH_KINDS } from "./shapes-nineteenth.ts";
import { SEVENTEENTH_KINDS } from "./shapes-seventeenth.ts";
import { SIXTEENTH_KINDS } from "./shapes-sixteenth.ts";
import { TWENTIETH_KINDS } from "./shapes-twentieth.ts";
import { TWENTYFIFTH_KINDS } from "./shapes-twentyfifth.ts";
import { TWENTYFIRST_KINDS } from "./shapes-twentyfirst.ts";
import { TWENTYFOURTH_KINDS } from "./shapes-twentyfourth.ts";
import { TWENTYSECOND_KINDS } from "./shapes-twentysecond.ts";
import { TWENTYSEVENTH_KINDS } from "./shapes-twentyseventh.ts";
import { TWENTYSIXTH_KINDS } from "./shapes-twentysixth.ts";
import { TWENTYTHIRD_KINDS } from "./shapes-twentythird.ts";

/**
 * Every way in which a webhook of a kind can be bad, not only the few of the table: each word by itself, words that nobody
 * has seen, other amounts, people and currencies.
 */

/**
 * What passes all the same: the number of a message beside its type, an answer that its address alone tells apart, another
 * count or balance, entries of a journal that only their columns tell apart, an address to go to, links that may be
 * followed, the version of a thing, an amount as a word, a word in place of a date, what a field is about that has a number for a name, an empty element of XML, the name of somebody else's kind, a sentence for people or who signed beside a state
 * that says otherwise, two digests that are to be compared, and switches in a header's text.
 */
const PASSES: Readonly<Record<string, readonly string[]>> = {
  "SAP IDoc of a transfer": ["7753 at $Y"],
  "AMF remoting result": ["target only", "Zzyzx at $E", "Zzyzx_41 at $E"],
  "From one state to the next": ["7753 at $Z"],
  "PushinPay BR webhook form": ["Zzyzx_41 at $Y"],
  "Paybyrd PT webhook": ["sent elsewhere only"],
  "Uniteller RU notification form": ["less is left", "nothing is left"],
  "Links that may be followed": [
    "try again as well",
    "an original",
    "a receipt of another thing",
    "no receipt",
    "Zzyzx at $Y",
    "Zzyzx_41 at $Y",
  ],
  "Stanza of a pull": ["undone inside only", "retracted at the end"],
  "Feed entry with a draft switch": [
    "title only",
    "a link to what took it back",
    "deleted in place",
    "Zzyzx at $X",
    "Zzyzx_41 at $X",
  ],
  "Ticket with a resolution": ["other", "Zzyzx at $X", "Zzyzx_41 at $X"],
  "Check with a conclusion": ["7753 at $l"],
  "Parcel with checkpoints": [
    "message only",
    "nobody signed",
    "never attempted",
    "Zzyzx at $V",
    "Zzyzx_41 at $V",
    "7753 at $y",
  ],
  "Event of a room": ["relates to what it takes back"],
  "Two digests that agree": ["digest only", "balance only", "the sign of the balance only", "Zzyzx_41 at $X"],
  "Mode in a header": [
    "a rehearsal by its header",
    "not final by its header",
    "a copy by its header",
    "the header of a withdrawn one",
  ],
  "Estimate with its certainty": ["other", "statement only", "past only", "Zzyzx at $E", "Zzyzx_41 at $E"],
  "Smobilpay Maviance CM callback form": ["Zzyzx_41 at $X"],
  "Espay ID payment notification form": ["Zzyzx at $X", "Zzyzx_41 at $X"],
  "PromptPay proxy transfer advice": ["Zzyzx at $X", "Zzyzx_41 at $X"],
  "Heleket payment webhook": ["Zzyzx at $g", "Zzyzx_41 at $g"],
  "CryptoCloud invoice postback form": ["Zzyzx at $g", "Zzyzx_41 at $g"],
  "Xsolla user balance operation": ["Zzyzx at $X", "Zzyzx_41 at $X", "Zzyzx at $Z", "Zzyzx_41 at $Z"],
  "Square invoice payment made": ["7753 at $n"],
  "VoguePay notification": ["Zzyzx_41 at $x"],
  "Soldo internal transfer event form": ["Zzyzx at $L", "Zzyzx_41 at $L"],
  "Fortnox invoice payment topic": ["7753 at $Y"],
  "WebXPay LK response form": ["Zzyzx at $X", "Zzyzx_41 at $X"],
  "Lightspeed K-series payment notice": ["Zzyzx at $X", "Zzyzx_41 at $X"],
  "BPI PH fund transfer parameters": ["Zzyzx_41 at $L"],
  "Braip BR postback form": ["Zzyzx_41 at $L"],
  "Icelandic innborgun query": ["Zzyzx_41 at $L"],
  "FreshBooks payment callback form": ["Zzyzx at $z", "Zzyzx_41 at $z"],
  "BigCommerce order with its scope in a header": ["7753 at $x"],
  "Grey business transaction": ["Zzyzx at $y", "Zzyzx_41 at $y"],
  "Julaya CI décaissement": ["7753 at $l"],
  "Wizall Money SN form": ["Zzyzx_41 at $L"],
  "Barka BF envoi": ["Zzyzx at $Z", "Zzyzx_41 at $Z"],
  "Nsano GH wallet callback": ["Zzyzx_41 at $s"],
  "eClectics wallet SOAP": ["other", "Zzyzx at $b", "Zzyzx_41 at $b"],
  "Billomat Zahlung XML": ["Zzyzx at $Z", "Zzyzx_41 at $Z"],
  "Exact Online receivable": ["Zzyzx at $v", "Zzyzx_41 at $v"],
  "Dolibarr payment trigger": ["Zzyzx at $V", "Zzyzx_41 at $V"],
  "Shopware order transaction state": ["Zzyzx at $b", "Zzyzx_41 at $b"],
  "PrestaShop order history XML": ["7753 at $Y", "7753 at $l"],
  "Koko LK response form": ["Zzyzx at $L", "Zzyzx_41 at $L"],
  "Pi Pay KH redirect form": ["Zzyzx at $Z", "Zzyzx_41 at $Z", "7753 at $B"],
  "BCEL OnePay LA subscribe": ["Zzyzx at $Z", "Zzyzx_41 at $Z"],
  "Two answers of two banks": ["Zzyzx at $Z", "Zzyzx_41 at $Z"],
  "Card-to-card push payment with an action code": ["Zzyzx at $X", "Zzyzx_41 at $X"],
  "Core banking internal transfer, T24 style": ["Zzyzx_41 at $L"],
  "SEPA direct debit report of a bank": ["Zzyzx_41 at $L"],
  "CloudEvents wrapper, structured mode": ["in the shadow ledger", "7753 at $n"],
  "Airtime vended by an aggregator": ["7753 at $z"],
  "Cash-in at an agent, form of a wallet": ["7753 at $y"],
  "Remittance picked up or credited, SOAP": ["Zzyzx_41 at $Y"],
  "Pledge collected after a campaign": ["7753 at $y"],
  "School fees received by the bursar": ["Zzyzx_41 at $Y"],
  "Beneficio social depositado": ["Zzyzx_41 at $Y"],
  "Payfast ITN": ["Zzyzx at $y", "Zzyzx_41 at $y", "Zzyzx at $z", "Zzyzx_41 at $z"],
  "MyFatoorah TransactionsStatusChanged": ["Zzyzx_41 at $V"],
  "Swish callback (Sverige)": ["Zzyzx_41 at $V"],
  "Razorpay payment.captured": ["7753 at $y"],
  "RazorpayX payout.processed": ["Zzyzx at $X", "Zzyzx_41 at $X"],
  "SSLCOMMERZ IPN (Bangladesh)": ["Zzyzx at $y", "Zzyzx_41 at $y"],
  "VNPay IPN": ["Zzyzx at $V", "Zzyzx_41 at $V"],
  "WeChat Pay v2 notify": ["Zzyzx at $Y", "Zzyzx_41 at $Y"],
  "Journal of two sides": [
    "other",
    "debited as well",
    "lines turned back",
    "credited back",
    "7753 at $Y",
    "7753 at $Z",
  ],
};
/** Good ones of each table that ask, or do not match, of all that were tried; more are a step back. */
const ASKS_OF = {
  sixteenth: [54, 618],
  seventeenth: [124, 1180],
  eighteenth: [60, 467],
  nineteenth: [171, 1184],
  twentieth: [156, 685],
  twentyfirst: [105, 1123],
  twentysecond: [150, 1059],
  twentythird: [205, 1042],
  twentyfourth: [219, 764],
  twentyfifth: [33, 691],
  twentysixth: [58, 610],
  twentyseventh: [56, 741],
};

function itemOf(items: readonly ReadItem[], { amount, id }: Movement): ReadItem | undefined {
  return (
    items.find(({ ids }) => ids.some(({ text }) => text === id)) ??
    items.find((item) => item.amount?.units === String(amount)) ??
    items[0]
  );
}

/** What a user confirms: the proposal, with the places corrected that it has wrong; nothing where there is no proposal. */
function confirmed(shape: Shape, movement: Movement): Reading | null {
  const source = sourceOf(shape, movement, wordsIn(shape, "good"));
  const proposal = proposeReading(source, [], [awaitedOf(shape, movement)]);
  if (proposal === null) return null;
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
  const reading = confirmedBy(source, {
    ...proposal,
    confirmedAt: 1,
    amount: isAmountRight ? proposal.amount : { path: amountPath, scale, decimalMark: ".", negative: false },
    currency: isCurrencyRight ? proposal.currency : { path: currencyPath },
    user: person("user"),
    from: person("from"),
    to: person("to"),
    purpose: {
      always: proposal.purpose.always,
      places: proposal.purpose.places.map(({ path, words }) => ({
        path,
        words: words.map((word) =>
          word.means === "either" || word.means === shape.operation ? word : { ...word, means: "either" as const },
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
          : learnWord(next, word, word.about === "purpose" ? shape.operation : "went-through", word.path),
      asked,
    );
  const first = answered(reading);
  return first.watched === null ? answered(confirmedBy(source, first)) : first;
}

const decoder = new TextDecoder();
type Raw = { rawJSON(text: string): unknown; isRawJSON(value: unknown): boolean };
const RAW = JSON as unknown as Raw;

/** JSON whose numbers keep their digits when they are written again. */
function parsed(text: string): unknown {
  const keep = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && context?.source !== undefined ? RAW.rawJSON(context.source) : value;
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown);
}

const isMember = (value: unknown): value is object =>
  value !== null && typeof value === "object" && !RAW.isRawJSON(value);

/** With its lists of names and values the other way round. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isPairs = value.length > 2 && value.every((each) => isMember(each) && ("val" in each || "value" in each));
    return isPairs ? [...value].reverse() : value.map(reordered);
  }
  if (!isMember(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, reordered(each)]));
}

/** Without the member that has this text. */
function without(value: unknown, text: string): unknown {
  if (text.length < 2 || /^(?:true|false|null)$/.test(text)) return value;
  if (Array.isArray(value)) return value.map((each) => without(each, text));
  if (!isMember(value)) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== text);
  return Object.fromEntries(entries.map(([key, each]) => [key, without(each, text)]));
}

/** The same JSON with its members the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (!isMember(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, turned(each)]),
  );
}

/**
 * @param share words that nobody has seen are tried where more than this share of the bad ones differ: all of them where
 * each changes what it changes alone, the half where a bad one changes all that its service would
 */
function check({ shape, bad, fine }: Kind, at: number, share = 0) {
  const movement = movementOf(at);
  const good = wordsIn(shape, "good");
  const source = sourceOf(shape, movement, good);
  const found = {
    name: shape.name,
    passes: [] as string[],
    asks: [] as string[],
    tried: { bad: 0, fine: 0 },
  };
  const reading = confirmed(shape, movement);
  const expected = expectedOf(shape, movement);
  /** Whether a simulation that awaits this movement is matched by that webhook. */
  const judged = (sent: WebhookSource, awaited: Movement) => {
    const webhook = readWebhook(sent, reading === null ? [] : [reading], [awaitedOf(shape, awaited)]);
    const item = itemOf(webhook.items, awaited);
    const green = isGreen({ ...webhook, items: item === undefined ? [] : [item] }, shape.operation);
    const roles = shape.operation === "credit" ? (["user"] as const) : (["from", "to"] as const);
    const same =
      item?.amount?.units === String(awaited.amount) &&
      (!/\$[CQK]/.test(shape.body) || item.currency?.code === awaited.currency) &&
      roles.every((role) => expected[role].length === 0 || isNamed(item[role], awaited[role]));
    return green && same;
  };
  const mustNot = (what: string, sent: WebhookSource, awaited = movement) => {
    found.tried.bad += 1;
    if (judged(sent, awaited)) found.passes.push(what);
  };
  const should = (what: string, sent: WebhookSource, awaited = movement) => {
    found.tried.fine += 1;
    if (!judged(sent, awaited)) found.asks.push(what);
  };
  should("the very same", source);
  for (const [what, words] of Object.entries(bad)) mustNot(what, sourceOf(shape, movement, { ...good, ...words }));
  for (const [what, words] of Object.entries(fine)) should(what, sourceOf(shape, movement, { ...good, ...words }));
  // Words that nobody has seen, where any of the bad ones differs in a word.
  for (const [mark, word] of Object.entries(good)) {
    if (!/^[\p{L}\p{M}\p{N}_ .-]+$/u.test(word) || /^(?:null|true|false)$/.test(word)) continue;
    // A moment or the number of an authorisation may be any.
    if (/^[1-9][0-9]{3,}$/.test(word)) continue;
    const differing = Object.values(bad).filter((words) => words[mark] !== undefined && words[mark] !== word).length;
    if (differing <= share * Object.values(bad).length) continue;
    for (const other of /^[0-9]+$/.test(word) ? ["7753"] : ["Zzyzx", "Zzyzx_41"])
      mustNot(`${other} at $${mark}`, sourceOf(shape, movement, { ...good, [mark]: other }));
  }
  const { amount, from, to } = movement;
  const others: Record<string, Partial<Movement>> = {
    "one more": { amount: amount + 1 },
    "one less": { amount: amount - 1 },
    hundredfold: { amount: amount * 100 },
    "a hundredth": { amount: amount / 100 },
    ...(/\$[CQK]/.test(shape.body) ? { "foreign currency": { currency: "JPY" } } : {}),
    "somebody else": { user: "somebody-else-7", from: "somebody-else-7" },
    ...(shape.operation === "charge"
      ? {
          exchanged: { from: to, to: from },
          ...(shape.body.includes("$T") ? { "other payee": { to: "somebody-else-7" } } : {}),
        }
      : { "the other user": { user: movement.to } }),
  };
  for (const [what, changed] of Object.entries(others))
    mustNot(what, sourceOf(shape, { ...movement, ...changed }, good));
  const again = { ...movement, id: "q8821Lm04" };
  should(
    "another time, id, number, name, remark",
    sourceOf(shape, { ...again, remark: "Something else" }, good, FREELY_CHANGED),
    { ...again, remark: "Something else" },
  );
  const more = {
    ...movement,
    amount: 910_500,
    id: "e7other0",
    user: "u_77a",
    from: "u_77a",
    to: "u_88b",
    currency: "GHS",
  };
  should("another amount, people and currency as requested", sourceOf(shape, more, good), more);
  const round = { ...movement, amount: 7, id: "e7other1" };
  should("a small amount as requested", sourceOf(shape, round, good), round);
  should("one more header", {
    ...source,
    headers: [...source.headers, ["X-Request-Id", "r-5512"], ["traceparent", "00-4bf9-00f0-01"]],
  });
  if (shape.how === "json") {
    const json = parsed(decoder.decode(source.body));
    const bytes = (value: unknown, space = 0) => new TextEncoder().encode(JSON.stringify(value, null, space));
    should("members the other way round", { ...source, body: bytes(turned(json)) });
    should("written over lines", { ...source, body: bytes(json, 2) });
    const [other, absent] = [reordered(json), without(json, good["L"] ?? "")];
    if (JSON.stringify(other) !== JSON.stringify(json))
      should("list of names and values the other way round", { ...source, body: bytes(other) });
    if (JSON.stringify(absent) !== JSON.stringify(json))
      should("what does not matter is absent", { ...source, body: bytes(absent) });
  }
  if (/\$D/.test(shape.body)) {
    should("more digits", sourceOf(shape, movement, good, { D: (amount / 100).toFixed(4) }));
    should("fewer digits", sourceOf(shape, movement, good, { D: String(amount / 100) }));
  }
  return found;
}

const tables = {
  sixteenth: SIXTEENTH_KINDS.map((kind, at) => check(kind, at)),
  seventeenth: SEVENTEENTH_KINDS.map((kind, at) => check(kind, at)),
  eighteenth: EIGHTEENTH_KINDS.map((kind, at) => check(kind, at)),
  nineteenth: NINETEENTH_KINDS.map((kind, at) => check(kind, at)),
  twentieth: TWENTIETH_KINDS.map((kind, at) => check(kind, at)),
  twentyfirst: TWENTYFIRST_KINDS.map((kind, at) => check(kind, at, 0.5)),
  twentysecond: TWENTYSECOND_KINDS.map((kind, at) => check(kind, at, 0.5)),
  twentythird: TWENTYTHIRD_KINDS.map((kind, at) => check(kind, at, 0.5)),
  twentyfourth: TWENTYFOURTH_KINDS.map((kind, at) => check(kind, at, 0.5)),
  twentyfifth: TWENTYFIFTH_KINDS.map((kind, at) => check(kind, at, 0.5)),
  twentysixth: TWENTYSIXTH_KINDS.map((kind, at) => check(kind, at, 0.5)),
  twentyseventh: TWENTYSEVENTH_KINDS.map((kind, at) => check(kind, at, 0.5)),
};

it.each(Object.values(tables).flat())("of $name nothing bad passes", ({ name, passes }) => {
  expect(passes).toEqual(PASSES[name] ?? []);
});

it.each(Object.keys(tables) as (keyof typeof tables)[])("few good ones of the %s table ask", (table) => {
  const found = tables[table];
  const sum = (counts: readonly number[]) => counts.reduce((one, other) => one + other, 0);
  expect([sum(found.map(({ asks }) => asks.length)), sum(found.map(({ tried }) => tried.fine))]).toEqual(
    ASKS_OF[table],
  );
  expect(sum(found.map(({ tried }) => tried.bad))).toBeGreaterThan(1_000);
});
