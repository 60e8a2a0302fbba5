const KEPT_AT_MOST = 4_000;
const LONGEST_KEPT = 64;
const kept = new Map<string, readonly string[]>();

/** The words of a key or a name: in small letters, without accents; `montantTotal` and `montant_total` have the same. */
export function wordsOf(text: string): readonly string[] {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const words = split(text);
  // The same few come again and again, and taking them apart is most of the work.
  if (text.length <= LONGEST_KEPT) {
    if (kept.size >= KEPT_AT_MOST) kept.clear();
    kept.set(text, words);
  }
  return words;
}

/** Letters that are one of the plain alphabet with a stroke or without a dot, and that Unicode takes for letters of their own. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ı: "i",
  ł: "l",
  Ł: "L",
  ø: "o",
  Ø: "O",
  đ: "d",
  Đ: "D",
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
};

/** As the lists below are written: `réussi` as `reussi`, `wpłata` as `wplata`; a letter of Hangul stays one. */
function withoutMarks(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const bare = text
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .normalize("NFC");
  return bare.replaceAll(/[ıłŁøØđĐßæÆœŒ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** `IDNumber` and `XMLId` are two words, `TXn` is one. */
function split(text: string): readonly string[] {
  return withoutMarks(text)
    .replaceAll(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, "$1 ")
    .replaceAll(/(\p{Lu})(?=\p{Lu}\p{Ll}(?:\p{Ll}|(?<=\p{Lu}{3}\p{Ll})))/gu, "$1 ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => GLUED.exec(word)?.slice(1) ?? [word])
    .filter((word) => word !== "");
}

/** `TXNAMT`, `resultcode` and `fullname` are written in one, and mean two words. */
const GLUED =
  /^(txn|tx|tran|trans|transaction|payment|pay|cust|customer|sender|receiver|payer|payee|event|msg|result|resp|response|total|user|account|acct|order|merchant|currency|bank|card|country|auth|authorisation|authorization|approval|(?:full|first|middle|last|given|family|nick|display)(?=name$))(amount|amt|currency|ccy|cur|status|state|sts|ref|reference|id|type|code|date|name|no)$/;

/** What a key may say about the value under it, as bits. */
export const SAYS = {
  /** It is the amount: `amount`, `betrag`. */
  amount: 1 << 0,
  /** It is some amount, such as `total_paid`. */
  someAmount: 1 << 1,
  /** It is a number, but not the amount: a fee, a balance. */
  otherNumber: 1 << 2,
  /** Within something that is called an amount it is the amount. */
  part: 1 << 3,
  currency: 1 << 4,
  /** It names somebody: `customer`. */
  person: 1 << 5,
  sender: 1 << 6,
  recipient: 1 << 7,
  reference: 1 << 9,
  remark: 1 << 10,
  /** It names the event or what it is about. */
  kind: 1 << 11,
  direction: 1 << 12,
  /** It tells how it ended: `status`. */
  outcome: 1 << 13,
  /** Filled or true, it says that it went wrong: `failure_reason`. */
  failure: 1 << 14,
  /** Filled or true, it says that it is about something else: `refund`. */
  contrary: 1 << 15,
  /** True, it says that it went through: `success`, `paid`. */
  success: 1 << 16,
  /** A thing with a state of its own: a customer, a card, a log. */
  otherThing: 1 << 17,
  /** How it was before. */
  before: 1 << 18,
  /** A moment, an address or a text for people: no word of a machine. */
  prose: 1 << 19,
  /** The event or the transaction itself. */
  own: 1 << 20,
  event: 1 << 21,
  /** How many decimals the amount beside it has. */
  decimals: 1 << 22,
  /** A number that one has and another has not, or that counts: a fee, a tip, a balance, a version. */
  extra: 1 << 23,
} as const;

/** A list of words, written with spaces between them. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** A whole key of these is the amount. */
const AMOUNT =
  wordSet(`amount amt betrag montant monto importe cantidad valor valeur quantia importo bedrag kwota belopp tutar
  jumlah nominal kiasi сумма сума 金额 金額 금액 المبلغ transactionamount transamount txamount paymentamount transferamount
  instdamt sum summe somme`);
/** A key with one of these among its words is some amount: each of those above, and what is said of a part as well. */
const SOME_AMOUNT = new Set([
  ...AMOUNT,
  ...wordSet("total price paid gross principal value units cents minor kobo naira"),
]);
const OTHER_NUMBER =
  wordSet(`phone mobile tel msisdn zip code port time timestamp date created updated expires year month day age size
  length index seq sequence nonce outstanding remaining refund refunds refunded reversed due overdue pending
  reserved held blocked target goal net settle settled settlement payout merchant store application number account
  iban bvn pin otp lat lng score level priority ttl timeout duration ms tier base converted requested original
  expected received tendered`);
const EXTRA =
  wordSet(`fee fees charges tax taxes vat gst commission commissions balance balances limit limits max min maximum
  minimum rate percent percentage discount tip cashback available ledger points interest budget quota cap exchange
  fx gebuhr gebuehr gebuhren kosten steuer saldo guthaben frais solde comision impuesto taxa desconto costo
  commissione imposta prowizja komisyon biaya tarifa rusum комиссия налог баланс остаток 手续费 手数料 余额 残高 수수료 잔액 رسوم رصيد shipping
  subtotal surcharge processing cost stamp duty vendor split share bearer minimum count quantity qty attempt
  attempts retry retries version`);
/** A fee too, where it is all of a key: within others it is a word of other languages. */
const FEE_ALONE = wordSet("ada");
const PART = wordSet("value quantity qty units number minor minorunits raw amount total amt text sum");
const CURRENCY = wordSet(
  "currency ccy cur curr de49 waehrung wahrung devise moneda moeda valuta waluta валюта 币种 通貨 통화 iso4217",
);
const PERSON =
  wordSet(`user customer client account accountholder holder member owner consumer subscriber buyer shopper payer
  payee cust mteja nutzer kunde utilisateur usuario cliente klant uzytkownik pengguna пользователь клиент 用户 客户 wallet msisdn phone
  party individual person participant contact`);
const SENDER =
  wordSet(`from sender source payer payor debtor dbtr originator remitter debited absender zahler expediteur remetente
  remitente mittente ordenante pagador отправитель плательщик buyer debit drawer`);
const RECIPIENT =
  wordSet(`to recipient receiver destination payee creditor cdtr beneficiary credited empfanger beneficiaire
  destinataire beneficiario destinatario получатель dest target seller`);
const REFERENCE =
  wordSet(`reference ref refs referenz referencia referencja kennung id identifier uuid number no num code handle
  key alias tag msisdn externalid username ссылка`);
const REMARK =
  wordSet(`remark remarks narration memo note notes description purpose verwendungszweck motif concepto comment
  message details statement descriptor ustrd reason text label title 附言`);
const KIND =
  wordSet(`event evt eventtype eventname type topic action kind category operation trigger object notificationtype txtype
  messagetype mti hook webhooktype typename transactiontype evento ereignis evenement jenis tipo typ art событие тип 事件 类型 subtype class name resource
  noticetype command service intent flow subject`);
const DIRECTION =
  wordSet(`mode direction side sign drcr crdr dc cdtdbtind indicator debitcredit creditdebit richtung sens
  direccion направление entry`);
const OUTCOME =
  wordSet(`status state outcome result stato estado statut zustand sts txsts статус 状态 ステータス 상태 resultcode
  responsecode statuscode respcode returncode retcode rtncode response resp etat situacao durum hali الحالة phase stage verdict resolution`);
const FAILURE =
  wordSet(`failure failed fail error errors fault decline declined reject rejected rejection cancel canceled
  cancelled cancellation expired abort aborted fehler erreur erro errore exception problem blocked bounced`);
const UNDONE =
  wordSet(`refund refunds refunded reversal reversals reversed reverse chargeback chargebacks dispute disputes
  disputed void voided returned revert reverts reverted erstattung storno remboursement reembolso estorno rimborso devolucao devolucoes devolucion clawback recall`);
const SUCCESS =
  wordSet(`success successful succeeded ok paid approved captured completed complete settled confirmed accepted
  processed done executed valid erfolgreich`);
const OTHER_THING =
  wordSet(`user customer client account card bank merchant business company kyc kyb verification verified
  avs cvc cvv settlement delivery webhook log subscription plan invoice mandate device session wallet product shipping
  shipment email phone address bvn tax balance fee limit loyalty profile store tenant app api method authorization channel
  service payer payee sender recipient beneficiary creditor debtor peer identifier source destination instrument
  environment link links metadata meta custom owner authentication threeds 3ds language country item items line lines
  retry previous plan installment scheme network gateway processor provider issuer operator institution integration datasource batch queue brand creditcard
  correspondent`);
const BEFORE =
  wordSet(`previous prev old before prior former next original alt history past fromstatus parent anterior precedent
  precedente vorher onceki sebelumnya awali sabiqa`);
const PROSE =
  wordSet(`url uri href link at date time datetime on timestamp created updated description desc text title email
  phone address narration memo note comment city country name label locale language lang ip`);
const OWN =
  wordSet(`event status state result response outcome transaction transactions tx txn trx tran trans payment payments pay
  transfer transfers charge credit debit deposit collection notification webhook header hdr head envelope data payload body
  message msg order hook error failure refund reversal dispute checkout callback request movement operation entry detail details x`);
const EVENT = wordSet("event webhook notification message hook delivery evt notice callback");
const DECIMALS = wordSet("exponent precision decimals scale decimal fraction minorunit");

/** By its name, a key is all of a word of the list; by any, one of its words stands in it. */
const TABLE: readonly (readonly [number, ReadonlySet<string>, "any" | "name"])[] = [
  [SAYS.amount, AMOUNT, "name"],
  [SAYS.someAmount, SOME_AMOUNT, "any"],
  [SAYS.otherNumber, OTHER_NUMBER, "any"],
  [SAYS.otherNumber | SAYS.extra, EXTRA, "any"],
  [SAYS.otherNumber | SAYS.extra, FEE_ALONE, "name"],
  [SAYS.part, PART, "name"],
  [SAYS.currency, CURRENCY, "any"],
  [SAYS.person, PERSON, "any"],
  [SAYS.sender, SENDER, "any"],
  [SAYS.recipient, RECIPIENT, "any"],
  [SAYS.reference, REFERENCE, "any"],
  [SAYS.remark, REMARK, "any"],
  [SAYS.kind, KIND, "any"],
  [SAYS.direction, DIRECTION, "any"],
  [SAYS.outcome, OUTCOME, "any"],
  [SAYS.failure, FAILURE, "any"],
  [SAYS.contrary, UNDONE, "any"],
  [SAYS.success, SUCCESS, "any"],
  [SAYS.otherThing, OTHER_THING, "any"],
  [SAYS.before, BEFORE, "any"],
  [SAYS.prose, PROSE, "any"],
  [SAYS.own, OWN, "any"],
  [SAYS.event, EVENT, "any"],
  [SAYS.decimals, DECIMALS, "any"],
];

/** What the words of a key say. */
function saysOf(words: readonly string[], name: string): number {
  // A way of paying, as `method` is one.
  if (/^pay(?:ment)?mode$/.test(name)) return SAYS.otherThing;
  let says = 0;
  for (const [bit, known, how] of TABLE)
    if (known.has(name) || (how === "any" && words.some((word) => known.has(word)))) says |= bit;
  return says;
}

/** Whether a word of a key speaks of some amount, so that digits under the key are no account number. */
export function isAmountWord(word: string): boolean {
  return SOME_AMOUNT.has(word);
}

/** A key taken apart. */
export interface KeyWords {
  readonly words: readonly string[];
  /** The words in one: `montanttotal`. */
  readonly name: string;
  /** What the words say, as bits of `SAYS`. */
  readonly says: number;
  /** One for each key as long as it is remembered: what has the same is the same key. */
  readonly id: number;
}

const keys = new Map<string, KeyWords>();
let lastId = 0;

/** The same few keys come again and again, and taking them apart is most of the work. */
export function keyWords(key: string): KeyWords {
  const kept = keys.get(key);
  if (kept !== undefined) return kept;
  const words = wordsOf(key.length > 200 ? key.slice(0, 200) : key);
  const name = words.join("");
  lastId += 1;
  const made: KeyWords = { words, name, says: saysOf(words, name), id: lastId };
  if (key.length <= LONGEST_KEPT) {
    if (keys.size >= KEPT_AT_MOST) keys.clear();
    keys.set(key, made);
  }
  return made;
}

/** Whether a key only holds what is said about the webhook, or about the movement: `meta`. */
export function isMeta({ name }: KeyWords): boolean {
  return name === "meta" || name === "metadata";
}
