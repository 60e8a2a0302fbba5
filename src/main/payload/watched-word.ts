import { FILLED, PARTS } from "../../shared/reading.ts";
import { isCurrencyCode } from "./currencies.ts";
import { isMoment } from "./numbers.ts";
import { isInList, isValue, type PayloadNode, wordOf } from "./tree.ts";
import { isMachineWord, isMadeId, outcomeSaid, purposeSaid, saysNothing, switchSaid } from "./word-meanings.ts";
import { SAYS, wordSet, wordsOf } from "./words.ts";

/** What is watched at a place. */
export const WORDS = 1;
/** Sentences too: `responseDescription`, and `message` beside a status. */
export const SENTENCES = 2;
/** Numbers stand there, and flags: `held`. */
export const FLAGS = 3;
/** Filled, it says that there was another one before: `parent_id`. */
export const WHILE_EMPTY = 4;
/** Texts stand there; several words written as one are none: `"IPCmethod": "IPCPurchaseNotify"`. */
export const COMPOUNDS = 5;
/** References stand there, and words without a digit. */
export const TAGS = 6;
/** References stand there: what matters is that one does. */
export const REFERENCES = 7;
/** What something is called, which may be a movement: `"listenerEntityName": "Refund"`. */
export const NAMES = 8;
/** What is on or off, and nothing else: it is free, or something else's. */
export const SWITCHES = 9;
export const IS_REFERENCE = wordSet(
  "id identifier uuid ref refs reference referenz referencia username handle alias msisdn",
);
const LONGEST_SENTENCE = 120;
// The processing code and the response of ISO 8583 go by their numbers: `de3`, `field039`.
const CODE_NAME = /(?:code|type|status|state|kind|reason)(?:id)?$|^(?:de|df|bit|field|f)0*(?:3|39)$/;
const OF_TEST =
  "test|testing|training|sandbox|demo|simulation|rehearsal|staging|testnet|devnet|regtest|signet|sepolia|goerli|holesky";
/** Written in one with what it is of: `EPAYTEST`, but not `LATEST`. */
const ENDS_AS_TEST = /^(?!(?:LA|FA|CON|PRO|GREA)TEST$)[A-Z]{2,}TEST$/;
const NAMES_TEST = new RegExp(`(?<!\\p{L})(?:${OF_TEST})(?!\\p{L})`, "iu");
export const isZero = (text: string) => /^0+(?:[.,]0+)?$/.test(text);

/** What stands there, as far as it is one of few: an empty text for nothing, null for what may be anything. */
export function watchedWord(node: PayloadNode, watch: number): string | null {
  const { kind, text } = node;
  if (watch !== WHILE_EMPTY && speaksForItself(node)) return text;
  if (watch === SWITCHES && (isAgainst(node) || (/^[01]$/.test(text) && saysHowItEnded(node)))) return text;
  // `processedAt` tells that it was, whatever it stands in.
  if (isMoment(text) && outcomeSaid(node.words.words.join(" ")) === "went-through") return FILLED;
  // A reference that another party gives is there once the payment went through: `provider_reference`, `txHashes`.
  if (watch === SWITCHES && node.kind === "array") return node.children.length > 0 ? PARTS : "";
  if (watch === SWITCHES && IS_REFERENCE.has(node.words.words.at(-1) ?? "") && /[1-9]/.test(text)) return FILLED;
  if (watch === SWITCHES) return wordOf(node) === "" && isAnswerEnd(node) && isInList(node) ? "" : null;
  // What is there only once it went through, and what comes only with a failure, has a moment of its own: `paid_at`.
  if (isMoment(text)) return FILLED;
  // Letters by chance are no word that is one of few.
  if ((watch === REFERENCES || watch === TAGS || watch === WORDS) && /\p{Ll}\p{Lu}/u.test(text) && isMadeId(text))
    return filledAs(text);
  if ((watch === REFERENCES || watch === TAGS) && wordOf(node) !== "") {
    // No id is made of words: `"BusinessEventId": "TransferPostedBusinessEvent"`, `"commandId": "ReverseTopup"`.
    if (watch === REFERENCES && node.words.words.at(-1) === "id" && isOfLongWords(text)) return text;
    // No reference is nothing but zeros: it is a code, `"debitAuthCode": "00"`.
    if (/^0+$/.test(text)) return text;
    if (watch === TAGS && /^[\p{L}_.-]{2,60}$/u.test(text)) return text;
    // One that is negative may be any: else a minus stands for none.
    return /^(?!-).*[1-9]/s.test(text) ? filledAs(text) : null;
  }
  if (watch === NAMES)
    return /^\p{L}+$/u.test(text) && (purposeSaid(text, null) ?? outcomeSaid(text)) !== null ? text : null;
  // `"text": "gebucht"`
  if (watch === COMPOUNDS && text.length <= 60 && isWording(text) && outcomeSaid(text) === "went-through") return text;
  // `"transactionReason": "PURCHASE"`
  if (watch === COMPOUNDS && /^[A-Z]{4,30}$/.test(text) && purposeSaid(text, null) !== null) return text;
  if (watch === COMPOUNDS)
    return isMachineWord(text) && /[a-z][_.:/-]?[A-Z]|[a-z][_.:/-][a-z]|[A-Z]_[A-Z]/.test(text) ? text : null;
  if (wordOf(node) === "") return "";
  if (!isValue(node))
    return node.parent?.kind !== "array" && (watch === WORDS || watch === FLAGS) ? wordOf(node) : null;
  if (kind === "boolean") return text;
  // `pending: 0`, `credited: 1`, `OutstandingAmount: 0`
  if (watch === FLAGS && ((/^[01]$/.test(text) && saysHowItEnded(node)) || (isZero(text) && !isExtra(node))))
    return text;
  // Where numbers stand by its name, a word is one of few: `"level": "Info"`.
  if (watch === FLAGS && kind === "string" && /^\p{L}{2,30}$/u.test(text) && !isCurrencyCode(text)) return text;
  // Emptied, a number with letters says that there is none: `"confirmationNumber": "VC-7316"`.
  if (watch === FLAGS) return /\p{L}/u.test(text) && /[1-9]/.test(text) && kind === "string" ? FILLED : null;
  if (watch === WHILE_EMPTY) return text === "0" ? text : null;
  if (watch === SENTENCES && text.length <= LONGEST_SENTENCE && !/[0-9]/.test(text)) return text;
  // A longer one is a code by its name or its zero; else it counts something.
  if (
    /^(?:-?[0-9]{1,3}|0[0-9]{3}|0[01]{3,}|0+[.,]0+)$/.test(text) ||
    ((CODE_NAME.test(node.words.name) || isIdOfCode(node)) &&
      // What is called a code and nothing else may be the one of an approval.
      (node.words.words.length > 1 ? /^[0-9]{4,8}$/ : /^[0-9]{4,6}$/).test(text)) ||
    (/colou?r$/.test(node.words.name) && /^[0-9]{4,8}$/.test(text))
  )
    return text;
  if (isCurrencyCode(text)) return null;
  if (kind === "string" && text.length <= 60) {
    // With one digit it is no number of anything: `"processingCode": "P2P"`.
    if (CODE_NAME.test(node.words.name) && /^[\p{L}_.-]+(?:[0-9][\p{L}_.-]*)?$/u.test(text)) return text;
    if (CODE_NAME.test(node.words.name) && /^[A-Z]{1,6}-?[0-9]{3}(?:-[0-9]{3})?$/.test(text)) return text;
    if (
      /^[A-Z]{1,3}[0-9]{1,3}$|^[A-Za-z]{4,}_[0-9]{1,3}$|^[A-Z]2[A-Z]$/.test(text) ||
      isMachineWord(text) ||
      isCourse(text)
    )
      return text;
    if (isWording(text) && watch === WORDS) return isName(text) ? null : text;
  }
  return watch === WORDS && /[1-9]|[0-9]\p{L}/u.test(text) ? filledAs(text) : null;
}

/** A word that says by itself that it is no such movement, whatever it is called: `"accountType": "REFUND"`. */
export function isAgainst(node: PayloadNode): boolean {
  const { text } = node;
  if (isInList(node) || text.length > 30 || !isMachineWord(text) || switchSaid(text) !== null) return false;
  if (isOfTest(text) || ENDS_AS_TEST.test(text)) return true;
  return (outcomeSaid(text) ?? "went-through") !== "went-through" || purposeSaid(text, "credit") === "neither";
}

/**
 * A text that says by itself that all is well, whatever it is called: `"gatewayCode": "APPROVED"`, `"bankCode": "0"`.
 */
function speaksForItself({ kind, text, words: { words, name } }: PayloadNode): boolean {
  // In a form and in XML it is written as a text.
  if (kind === "boolean" || /^(?:true|false)$/i.test(text)) return true;
  if (text.length > 60) return false;
  if (switchSaid(text) !== null && words.length > 1 && /^(?:is|has|was)$/.test(words[0] ?? "")) return true;
  if (/^0+$/.test(text)) return CODE_NAME.test(name);
  if (/^100(?:[.,]0+)?%?$/.test(text)) return words.some((word) => /^(?:percent|pct)/.test(word));
  if (/^(?:live|prod|production|mainnet|green)$/i.test(text)) return true;
  const isSaid = /^(?:[0-9]{1,6}\s?[:-]\s?)?[\p{L}_. -]+$/u.test(text) && switchSaid(text) === null;
  return isSaid && !isMoment(text) && outcomeSaid(text) === "went-through";
}

/** A code or a message that comes only with a failure: `gateway_specific_code`. */
function isAnswerEnd({ words: { name } }: PayloadNode): boolean {
  return /(?:code|reason|message|msg|error|desc|description)$/.test(name);
}

/** Where it may stand how it was paid, or what kind of payment it was: `payment_type`, `mode`. */
export function isWayName({ words: { name } }: PayloadNode): boolean {
  return /^(?:(?:pay(?:ment)?)?method|(?:pay(?:ment)?(?:method)?|method)(?:type|mode)(?:id)?|mode)$/.test(name);
}

/** The `id` in an object that is a code by its name: `{"status": {"id": 70000}}`. */
export function isIdOfCode({ words: { name }, parent }: PayloadNode): boolean {
  return name === "id" && parent !== null && (CODE_NAME.test(parent.words.name) || parent.words.name === "class");
}

/** `arn:aws:sns:eu-west-1:1:payments-sandbox` */
export function isOfTest(text: string): boolean {
  return text.length <= 200 && !/\s/.test(text) && NAMES_TEST.test(text);
}

/** An id as far as it says what it is of: `re_{+}` for `re_3Mf81`, `{+}` for a number, `test{+}` for one of a test. */
export function filledAs(text: string): string {
  const before = /^(?:[a-z]{1,10}|[A-Z]{1,10})[_-]/.exec(text)?.[0] ?? "";
  const isId = /[0-9]/.test(text) || (/[A-Za-z]{8}$/.test(text) && saysNothing(text));
  const prefix = isId ? before : "";
  return `${prefix}${isOfTest(text) ? "test" : ""}${FILLED}`;
}

export const isFilled = (word: string) => word.endsWith(FILLED);

/** A word of a machine, and no letters by chance: `TopupFlexi`, but not `kJdhQz`. */
function isOfLongWords(text: string): boolean {
  const words = text.length <= 100 && isMachineWord(text) ? wordsOf(text) : [];
  return words.every((word) => word.length > 1) && words.some((word) => word.length > 3);
}

/** What its name says as a word: `held`, `credited`. `invoice_no` has a number. */
function saidByName({ words: { words } }: PayloadNode) {
  return outcomeSaid(words.filter((word) => word.length > 2).join(" "));
}

const saysHowItEnded = (node: PayloadNode) => saidByName(node) !== null;
/** Whether its name, as a word, says that it did not go through, or not yet. */
export const isUnfinished = (node: PayloadNode) => (saidByName(node) ?? "went-through") !== "went-through";

/** A fee, a tip, a balance or the like, which may be any number. */
const isExtra = ({ words: { says }, inherited }: PayloadNode) => ((says | inherited) & SAYS.extra) !== 0;

/** How far it came, in one text: `1/2`, `50%`, `made>sent>landed`. */
function isCourse(text: string): boolean {
  return /^[0-9]{1,3}(?:\s?(?:\/|of)\s?[0-9]{1,3}|\s?%)$|^[a-z_]+(?:\s?[>|+→~;,]\s?[a-z_]+)+$/iu.test(text);
}

/** `Refund`, but `Ada` as well. */
export function isCapitalised(text: string): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(text);
}

/** `Customer Transfer`, but not `Ada Obi`. */
export function isName(text: string): boolean {
  const isWritten = /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*)+$/u.test(text);
  return isWritten && (purposeSaid(text, null) ?? outcomeSaid(text)) === null;
}

/** Several words: `salio halitoshi`. */
export function isOfWords(text: string): boolean {
  return /\S\s+\S/.test(text);
}

/** No digit in it, so that it is no id, no number and no moment. */
export function isWording(text: string): boolean {
  return /\p{L}/u.test(text) && !/[0-9]/.test(text);
}
