import type { OutcomeMeaning, PurposeMeaning } from "../../shared/reading.ts";
import { isCurrencyCode } from "./currencies.ts";
import { isOver } from "./history.ts";
import { type Payload, scoresOf } from "./layout.ts";
import { isMoment } from "./numbers.ts";
import { isNameOfItem } from "./patterns.ts";
import { FROM_SOURCE, inheritedBy, SILENT, STATUS_PARTS } from "./standing.ts";
import { containersOf, type PayloadNode } from "./tree.ts";
import { isWayName } from "./watched-word.ts";
import {
  codeSaid,
  directionSaid,
  isMachineWord,
  isMadeId,
  isNothing,
  isTakenBack,
  mayBeWay,
  outcomeSaid,
  purposeSaid,
  switchSaid,
} from "./word-meanings.ts";
import { keyWords, SAYS, wordSet } from "./words.ts";

/**
 * A place whose name says that it tells what the webhook is about, or how it went. `suggests`: what its word would be
 * taken for; null where nobody can say.
 */
export type Signal = {
  readonly node: PayloadNode;
  /** Its name says nothing. It counts only because its text looks like a word that a program writes. */
  readonly isQuiet?: true;
} & (
  | { readonly about: "purpose"; readonly suggests: PurposeMeaning | null }
  | { readonly about: "outcome"; readonly suggests: OutcomeMeaning | null }
);

/** Names under which words change from one good webhook to the next. */
const NEUTRAL =
  SAYS.otherThing |
  SAYS.person |
  SAYS.sender |
  SAYS.recipient |
  SAYS.currency |
  SAYS.remark |
  SAYS.prose |
  SAYS.reference;

const TELLS = SAYS.kind | SAYS.event | SAYS.direction | SAYS.outcome | SAYS.failure | SAYS.contrary | SAYS.success;
const TOLD_AROUND = SAYS.outcome | SAYS.failure | SAYS.contrary | SAYS.event;

/** Whether a name says that something is told under it: a kind, an event, a direction, an outcome. */
export function isTellingName(name: string): boolean {
  return (keyWords(name).says & TELLS) !== 0;
}

/** Whether a name may be that of the event. */
function mayName({ words: { says } }: PayloadNode): boolean {
  return (says & (SAYS.kind | SAYS.event)) !== 0;
}

/**
 * The values that speak of the movement with this amount: they stand in an object around it, or beside such a one
 * under a name of the event or the transaction. The status of a customer, or an earlier one, is not the outcome of the
 * payment.
 *
 * @param amount null: of the payload as a whole
 */
export function signalsOf(
  payload: Payload,
  amount: PayloadNode | null,
  awaited: "credit" | "charge" | null,
): readonly Signal[] {
  const last = lastOf.get(payload);
  if (last !== undefined && last.amount === amount && last.awaited === awaited) return last.signals;
  const all = signalsAmong(payload, scoresOf(payload, "speaks", amount, heard), awaited);
  const signals = all.filter((signal) => !isNews(signal, all, amount));
  lastOf.set(payload, { amount, awaited, signals });
  return signals;
}

/**
 * Whether a status is the webhook's own, which is new whatever happened: `{"type": "PAYMENT_COMPLETED", "status": "NEW",
 * "data": {"amount": 500, "paid": true}}`. The event beside it and the transaction both have to say that it went through.
 */
function isNews({ about, node }: Signal, all: readonly Signal[], amount: PayloadNode | null): boolean {
  if (about !== "outcome" || outcomeSaid(node.text) !== "neither" || outcomeSaid(withoutNews(node.text)) !== null)
    return false;
  const around = containersOf(amount);
  const saysSo = (each: Signal) => each.about === "outcome" && each.suggests === "went-through";
  const isOfEvent = ({ node: { parent, words } }: Signal) => parent === node.parent && (words.says & SAYS.kind) !== 0;
  const isAmounts = ({ node: { parent } }: Signal) => parent === amount?.parent && parent !== node.parent;
  return (
    node.parent !== null &&
    around.has(node.parent) &&
    all.some((each) => saysSo(each) && isOfEvent(each)) &&
    all.some((each) => saysSo(each) && isAmounts(each))
  );
}

/** An event is created whenever something has happened. */
function withoutNews(text: string): string {
  return text.replaceAll(/creat(?:ed|ion)|new|start(?:ed)?|open(?:ed)?/gi, " ");
}

/** The signals found last for a payload: they are asked for by a proposal, and again when it is applied. */
const lastOf = new WeakMap<
  Payload,
  {
    readonly amount: PayloadNode | null;
    readonly awaited: "credit" | "charge" | null;
    readonly signals: readonly Signal[];
  }
>();

/** What the payload calls itself. */
export function nameOf(payload: Payload): string | null {
  const heardOf = (node: PayloadNode, around: ReadonlySet<PayloadNode>) =>
    mayName(node) ? heard(node, around) : SILENT;
  return nameIn(signalsAmong(payload, scoresOf(payload, "names", null, heardOf), null));
}

/** The name among signals of the payload. */
export function nameIn(signals: readonly Signal[]): string | null {
  const purposes = signals.filter(({ about }) => about === "purpose");
  const kinds = purposes.filter(({ node }) => (node.words.says & SAYS.kind) !== 0);
  const named =
    kinds.find(({ node }) => (node.words.says & SAYS.event) !== 0) ??
    kinds[0] ??
    purposes.find(({ node }) => isNamedMovement(node, node.text.trim()));
  return named === undefined || named.node.text === "" ? null : named.node.text;
}

function signalsAmong(
  { values }: Payload,
  scores: readonly number[],
  awaited: "credit" | "charge" | null,
): readonly Signal[] {
  const signals: Signal[] = [];
  for (const node of values) {
    const inherited = scores[node.place] ?? SILENT;
    if (inherited === SILENT || node.kind === "null" || node.text === "" || isOver(node) || isOneOfKinds(node))
      continue;
    for (const signal of signalsAt(node, inherited, awaited)) signals.push(signal);
  }
  return signals;
}

/**
 * What the names around a value add to its own, as bits of `SAYS`; `SILENT` for one that is no signal, whatever its
 * text is.
 */
function heard(node: PayloadNode, around: ReadonlySet<PayloadNode>): number {
  const { says, name } = node.words;
  if ((says & (SAYS.before | SAYS.currency)) !== 0 || node.step === "@nil") return SILENT;
  // What an item is called says nothing by itself, and what can be done (`can_refund`) or is made up (`SimulatePaid`)
  // was not done.
  if (isNameOfItem(node) || (node.words.words.length > 1 && node.words.words.some((word) => UNREAL.has(word))))
    return SILENT;
  const isCode = node.words.words.at(-1) === "code";
  const mayTell = isCode || (says & TELLS) !== 0 || (node.inherited & TOLD_AROUND) !== 0 || (says & NEUTRAL) === 0;
  if (!mayTell && !/^(?:key|name|method|code|text|title|label|slug)$/.test(name)) return SILENT;
  const isTopic = (says & SAYS.event) !== 0 && (says & SAYS.kind) !== 0;
  if ((says & SAYS.otherThing) !== 0 && !isTopic && !isReply(node) && !isOfBill(node) && name !== "method")
    return SILENT;
  return inheritedBy(node, around);
}

function signalsAt(node: PayloadNode, inherited: number, awaited: "credit" | "charge" | null): readonly Signal[] {
  const { says, words, name } = node.words;
  const text = node.text.trim();
  if (name === "method" && !isSpokenKind(node, node.text)) {
    const failure = failureNamed(text);
    return failure === null ? [] : [{ about: "outcome", node, suggests: failure }];
  }
  if (inherited === FROM_SOURCE)
    return isNamedMovement(node, text) ? [{ about: "purpose", node, suggests: purposeSaid(text, awaited) }] : [];
  // A bill has a state of its own, which may lag behind the payment's; but it is not paid by what failed.
  if (isOfBill(node)) return [{ about: "outcome", node, suggests: outcomeSaid(text), isQuiet: true }];
  const last = words.at(-1) ?? "";
  const isProse = (PROSE_ENDS.has(last) && !isEventName(node)) || /^https?:/i.test(text);
  if (((says | inherited) & SAYS.contrary) !== 0 && (says & SAYS.outcome) === 0) {
    if (words.some((word) => STILL_POSSIBLE.has(word))) return [];
    if (isNothing(text) || /^https?:/i.test(text) || ((says & SAYS.contrary) === 0 && isOfZero(node))) return [];
    return [{ about: "purpose", node, suggests: "neither" }];
  }
  if (((says | inherited) & SAYS.failure) !== 0) {
    // Until when it can be paid: `expired_at`.
    if (isMoment(text) && words.some((word) => word.startsWith("expir"))) return [];
    if (isNothing(text) || /^https?:/i.test(text) || outcomeSaid(text) === "went-through") return [];
    if (outcomeSaid(text) === null && isOfCodeZero(node)) return [];
    return codeSaid(text) === "went-through" ? [] : [{ about: "outcome", node, suggests: "failed" }];
  }
  if (isProse && !isSpokenKind(node, text)) return wordsForPeople(node, text);
  if (
    ((says & SAYS.outcome) !== 0 && !isEventName(node)) ||
    ((inherited & SAYS.outcome) !== 0 && STATUS_PARTS.has(words.join("")))
  ) {
    if (text === "" || node.kind === "null" || isMoment(text)) return [];
    return [{ about: "outcome", node, suggests: statusSaid(node, text) }];
  }
  if ((says & SAYS.success) !== 0 && (keyWords(last).says & SAYS.success) !== 0) {
    // It says whether a message was delivered, not whether the payment went through: `notificationDone`.
    if (words.length > 1 && TOLD_BY.has(words.at(-2) ?? "")) return [];
    const on = switchSaid(text);
    if (on === null) return [];
    // The service pays its merchant later: `"is_settled": false`.
    if (!on && last === "settled") return [];
    // `"partiallyApproved": false`
    if (words.at(-2)?.startsWith("partial") === true)
      return on ? [{ about: "outcome", node, suggests: "neither" }] : [];
    // How much of it: `"captured": 0`.
    if (node.kind === "number" && /^(?:captured|settled|paid)$/.test(name))
      return [{ about: "outcome", node, suggests: null, isQuiet: true }];
    return [{ about: "outcome", node, suggests: on ? "went-through" : "failed" }];
  }
  if ((says & SAYS.direction) !== 0) {
    const said = directionSaid(text);
    // Which way money goes depends on who tells of it.
    const isOtherSide = awaited !== null && said !== awaited && /^(?:in|out)(?:bound|coming|going|flow)?$/i.test(text);
    if (said !== null) return [{ about: "purpose", node, suggests: isOtherSide ? "either" : said }];
    if (
      /^(?:direction|drcr|crdr|cdtdbtind|debitcredit|creditdebit|indicator)$/.test(node.words.name) &&
      !isNothing(text)
    )
      return [{ about: "purpose", node, suggests: null }];
  }
  if (
    ((says & SAYS.kind) === 0 && !isEventName(node) && node.words.name !== "method") ||
    (inherited & SAYS.outcome) !== 0 ||
    !isKind(node) ||
    !isName(text)
  ) {
    if (node.words.name === "code" && !isCurrencyCode(text) && (isMachineWord(text) || /^-?[0-9]{1,6}$/.test(text)))
      return [{ about: "outcome", node, suggests: statusSaid(node, text) }];
    if (isKind(node) && (says & SAYS.kind) !== 0 && /^[0-9]{1,4}$/.test(text))
      return [{ about: "outcome", node, suggests: null, isQuiet: true }];
    if (!isSpokenKind(node, text)) {
      if (!isWord(node, text) && !(isOnlyState(node, inherited) && outcomeSaid(text) !== null)) return [];
      // An event's name under a name that nobody knows: `{"tukio": "link.debited"}`.
      return isNamedMovement(node, text)
        ? [{ about: "purpose", node, suggests: purposeSaid(text, awaited) }]
        : [
            {
              about: "outcome",
              node,
              suggests: said(text),
              ...(isOnlyState(node, inherited) ? {} : { isQuiet: true }),
            },
          ];
    }
  }
  const purpose: Signal = { about: "purpose", node, suggests: purposeSaid(text, awaited) };
  const outcome = endOfEvent(text);
  return outcome === null ? [purpose] : [purpose, { about: "outcome", node, suggests: outcome }];
}

/** How an event ended, by its name: one is created whenever something has happened. */
function endOfEvent(text: string): OutcomeMeaning | null {
  return outcomeSaid(withoutNews(text));
}

/**
 * What the name of an event or a movement says against it, whichever way the money goes: `transfer.failed`,
 * `ach_transfer_return`; null for one that says nothing of that.
 */
export function failureNamed(text: string): Exclude<OutcomeMeaning, "went-through"> | null {
  if (switchSaid(text) !== null || isNothing(text) || isMadeId(text)) return null;
  const ended = endOfEvent(text);
  if (ended !== null) return ended === "went-through" ? null : ended;
  return isTakenBack(text) ? "failed" : null;
}

const UNREAL = wordSet("can simulate simulated");

/** One of several kinds of things, such as what may be done: `"operations": ["CANCEL", "REFUND"]`. */
function isOneOfKinds({ parent, step, words }: PayloadNode): boolean {
  if (parent?.kind !== "array" || typeof step !== "number" || parent.children.length < 2) return false;
  const isOfKinds = (keyWords(words.name.replace(/s$/, "")).says & SAYS.kind) !== 0;
  return isOfKinds && parent.children.every(({ kind }) => kind === "string");
}

/** Words beside `refund` for one that can be made, and was not: `refund_days`, `remainingRefundAmount`. */
const STILL_POSSIBLE = wordSet("days until window period deadline policy allowed possible remaining available max");
const TOLD_BY = wordSet("webhook notification callback hook email sms");

const PROSE_ENDS = new Set(
  `url uri href at date time datetime on timestamp description desc message text reason detail details by id email name label
  title count reference note hash version`.split(/\s+/),
);

const DESCRIBES = /(?:desc|description|message|msg|text|summary|explanation)$/;

/** A single word where sentences stand otherwise: `"status_detail": "accredited"`, `"message": "Successful"`. */
function wordsForPeople(node: PayloadNode, text: string): readonly Signal[] {
  const { says } = node.words;
  if (node.kind !== "string" || text.length > 60) return [];
  if ((says & SAYS.outcome) !== 0 && (says & NEUTRAL & ~SAYS.prose & ~SAYS.remark) === 0 && isMachineWord(text))
    return [{ about: "outcome", node, suggests: statusSaid(node, text) }];
  if (!TOLD_TO_PEOPLE.has(node.words.words.at(-1) ?? "") || !/^\p{L}+$/u.test(text)) return [];
  const suggests = outcomeSaid(text);
  return suggests === null ? [] : [{ about: "outcome", node, suggests, isQuiet: true }];
}

const TOLD_TO_PEOPLE = new Set("message msg reason description desc detail details".split(" "));

/** `processor_response`, of the payment; `cvc_result` is of the card. */
function isReply({ words: { words } }: Pick<PayloadNode, "words">): boolean {
  return (
    words.length === 2 &&
    /^(?:gateway|processor)$/.test(words[0] ?? "") &&
    /^(?:message|msg|response|result|code)$/.test(words[1] ?? "")
  );
}

/** `InvoiceStatus`, beside the status of the payment. */
function isOfBill({ words: { words, says } }: Pick<PayloadNode, "words">): boolean {
  return words.length === 2 && words[0] === "invoice" && (says & SAYS.outcome) !== 0;
}

/** `inbound_ach_transfer`: several words, a movement of money among them. */
function isNamedMovement({ kind }: PayloadNode, text: string): boolean {
  return kind === "string" && isMachineWord(text) && /[a-z][_.-][a-z]/i.test(text) && purposeSaid(text, null) !== null;
}

/**
 * A text that looks like a word of a machine under a name that is not known. When it changes, that may be all that a
 * failure or a refund says of itself: `{"tukio": "rejesho"}`, `{"s": "ko"}`.
 */
function isWord(node: PayloadNode, text: string): boolean {
  const { words, kind } = node;
  if ((words.says & NEUTRAL) !== 0 || words.words.length === 0) return false;
  // How it was paid is another way each time: it is watched once the kind is confirmed.
  if (isWayName(node) && mayBeWay(text)) return false;
  if (kind === "boolean" || (kind === "string" && isZeros(text))) return true;
  // One is a version, a count or a first try far more often than an outcome; when a reading is confirmed, it is
  // watched.
  if (kind === "number" || /^[01]$/.test(text) || text.length > 60 || isCurrencyCode(text)) return false;
  // A name of somebody is written like this too: `"DealType": "Refund"`.
  if (/^\p{Lu}\p{Ll}+$/u.test(text)) return said(text) === "failed";
  return isMachineWord(text);
}

/** The only word under the name of a state tells it: `"state": {"current": "open", "final": true}`. */
function isOnlyState({ parent, kind, text }: PayloadNode, inherited: number): boolean {
  const isWord = (node: Pick<PayloadNode, "kind" | "text">) => node.kind === "string" && switchSaid(node.text) === null;
  const isOfState = (inherited & SAYS.outcome) !== 0 && isWord({ kind, text });
  return isOfState && parent?.children.filter(isWord).length === 1;
}

/** Whether what stands there is how it ended, and not only of it: `result_code`, but not `outcome_amount`. */
export function tellsOutcome({ words: { words, says }, text }: PayloadNode): boolean {
  const last = words.at(-1) ?? "";
  if ((says & SAYS.outcome) !== 0 && (keyWords(last).says & SAYS.outcome) === 0 && !STATUS_PARTS.has(last))
    return false;
  return !isNothing(text) || switchSaid(text) !== null;
}

/** A code that says all is well, whatever it is called: `"rc": "00"`. */
function isZeros(text: string): boolean {
  return /^0{2,6}$/.test(text);
}

/** `payment.succeeded` under any name but a person's or a thing's; `CAPTURED` under `name`. */
function isSpokenKind({ words, kind }: PayloadNode, text: string): boolean {
  if (kind !== "string" || text.length > 60 || !isMachineWord(text)) return false;
  if ((words.says & (SAYS.person | SAYS.currency)) !== 0) return false;
  const [about, went] = [purposeSaid(text, null), outcomeSaid(text)];
  if (words.name === "method") return about !== null;
  if ((words.says & SAYS.otherThing) !== 0) return false;
  return words.name === "name" ? about !== null || went !== null : about !== null && went !== null;
}

function said(text: string): OutcomeMeaning | null {
  if (switchSaid(text) !== null) return null;
  if (isZeros(text)) return "went-through";
  return outcomeSaid(text) ?? (purposeSaid(text, "credit") === "neither" ? "failed" : null);
}

/** The numbers of a refund that is none: `{"amount_refunded": {"value": "0.00", "currency": "EUR"}}`. */
function isOfZero({ parent }: PayloadNode): boolean {
  return (parent?.children ?? []).some(({ text, kind }) => kind !== "boolean" && /^0+(?:[.,]0+)?$/.test(text));
}

/** The sentence of an error that is none: `<error code="0">Tranzactia aprobata</error>`. */
function isOfCodeZero({ children, parent }: PayloadNode): boolean {
  const isZero = ({ words: { words }, text }: PayloadNode) => words.at(-1) === "code" && /^0+$/.test(text);
  return children.some(isZero) || ((parent?.words.says ?? 0) & SAYS.failure && parent?.children.some(isZero)) === true;
}

function statusSaid(node: PayloadNode, text: string): OutcomeMeaning | null {
  const told = outcomeSaid(text) ?? (isTakenBack(text) ? "failed" : null);
  if (told !== null) return told;
  // Zero says of a state no more than any other number.
  const isState = text === "0" && !/(?:code|cd|result|response|resp|rc)$/.test(node.words.name);
  if (!isState && codeSaid(text) === "went-through") return "went-through";
  if (/^-?[0-9]{1,9}$/.test(text)) {
    // Some say 0 where all is well, others 1 or 178: the sentence beside it tells.
    const beside = node.parent?.children.find(
      ({ words }) => PROSE_ENDS.has(words.words.at(-1) ?? "") || DESCRIBES.test(words.name),
    );
    return beside === undefined ? null : outcomeSaid(beside.text);
  }
  const on = /^(?:true|false)$/i.test(text) ? switchSaid(text) : null;
  if (on !== null) return on ? "went-through" : "failed";
  return null;
}

/** Its name ends in a word for the kind of an event; the kind of payment is a way of paying. */
function isKind(node: PayloadNode): boolean {
  const { words, name } = node.words;
  if (/^(?:payment|pay|identifier|id|method|channel|card|account|content|mime|currency)type$/.test(name)) return false;
  if (isEventName(node)) return true;
  // What people write is what it is for, and no kind.
  if (name === "subject" && !isMachineWord(node.text)) return purposeSaid(node.text, null) !== null;
  const isOwn = (word: string) => word === "last" || (keyWords(word).says & (SAYS.kind | SAYS.own | SAYS.event)) !== 0;
  if (!words.every(isOwn)) return false;
  return words.at(-1) !== "name";
}

/** `eventName`, `event_code`, or `name` within `event`. */
function isEventName({ words: { words, says }, parent }: PayloadNode): boolean {
  if (!/^(?:name|code|key|title)$/.test(words.at(-1) ?? "")) return false;
  return (words.length === 1 ? (parent?.words.says ?? 0) & SAYS.event : says & SAYS.event) !== 0;
}

/** What can be the name of a kind: no id, no moment, no sentence. */
function isName(text: string): boolean {
  if (text.length > 80 || /^\/.*\/[^/0-9]*[0-9][^/]*$/.test(text) || isMadeId(text)) return false;
  return /\p{L}{2}|^[CD]$/u.test(text) && !isMoment(text) && !/^[0-9a-f-]{20,}$/i.test(text);
}
