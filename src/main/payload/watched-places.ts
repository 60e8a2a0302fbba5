import { PARTS, type Reading } from "../../shared/reading.ts";
import { isCurrencyCode } from "./currencies.ts";
import { isOver } from "./history.ts";
import { type Payload, scoresOf } from "./layout.ts";
import { isNameOfItem, patternIn } from "./patterns.ts";
import { type CompiledPlace, compilePlace, type Found, nodesAt } from "./place-values.ts";
import { inheritedBy } from "./standing.ts";
import { containersOf, isValue, type PayloadNode, wordOf } from "./tree.ts";
import { isMachineWord } from "./word-meanings.ts";
import { type KeyWords, keyWords, SAYS, wordSet } from "./words.ts";

/**
 * Places beside the amount that nobody has said anything of, and that hold a code, a flag, a word of a machine, or
 * nothing at all. They stay the same from one good webhook to the next, so another word there may be all that a failure
 * or a refund says of itself, whatever the place is called: `"transactionTypeId": 4`, `"72": "/RETN/AC03"`.
 */

/** Names under which words change from one good webhook to the next. */
const FREE = SAYS.currency | SAYS.person | SAYS.sender | SAYS.recipient | SAYS.prose | SAYS.remark | SAYS.reference;
const NUMBER = SAYS.amount | SAYS.someAmount | SAYS.otherNumber;
const OF_OUTCOME = SAYS.outcome | SAYS.failure;

/** What is watched at a place. */
const WORDS = 1;
/** Sentences too: `responseDescription`. */
const SENTENCES = 2;
/** Numbers stand there, and flags: `held`. */
const FLAGS = 3;
/** Filled, it says that there was another one before: `parent_id`. */
const WHILE_EMPTY = 4;
/** Texts stand there; several words written as one are none: `"IPCmethod": "IPCPurchaseNotify"`. */
const COMPOUNDS = 5;

const PLACES_AT_MOST = 100;
const WORDS_AT_MOST = 100;
const AMOUNTS_AT_MOST = 50;
const LONGEST_PATH = 500;
const LONGEST_SENTENCE = 120;
/** A number that was three different ones, and it made no difference, counts something. */
const NUMBERS_ENOUGH = 3;

const CODE_NAME = /(?:code|type|status|state|kind)(?:id)?$/;
const TRANSACTION = wordSet("transaction txn tran trans payment transfer");

/** What a name says: a code is no reference (`featureCode`, `EventTypeId`), and only payments are made by a method. */
function saysWatched({ words, says }: KeyWords): number {
  const [last, before] = [words.at(-1) ?? "", words.at(-2) ?? ""];
  const isCode = /^(?:code|cd)$/.test(last) || (last === "id" && /^(?:type|status|state|kind)$/.test(before));
  if (isCode && words.length > 1) return keyWords(words.slice(0, -1).join(" ")).says;
  return last === "method" && words.length > 1 && !before.startsWith("pay") ? says & ~SAYS.otherThing : says;
}

/** By its name alone, and what stands around it. */
function watchOf(node: PayloadNode, around: ReadonlySet<PayloadNode>): number {
  if (node.parent === null || around.has(node) || isNameOfItem(node) || node.step === "@nil") return 0;
  const { words, name } = node.words;
  const own = saysWatched(node.words);
  const inherited = inheritedBy(node, around);
  // `bank.transactionType` is the transaction's.
  const isTransactions =
    words.length > 1 && TRANSACTION.has(words[0] ?? "") && (own & (SAYS.kind | SAYS.outcome)) !== 0;
  if ((inherited < 0 && !isTransactions) || name === "" || (own & SAYS.otherThing) !== 0) return 0;
  if ((own & SAYS.before) !== 0) return (own & SAYS.currency) === 0 ? WHILE_EMPTY : 0;
  if ((own & NUMBER) !== 0) return FLAGS;
  if ((own & FREE) === 0) return WORDS;
  if ((own & FREE & ~SAYS.prose & ~SAYS.remark) !== 0) return 0;
  const isOfOutcome = ((own | Math.max(inherited, 0)) & OF_OUTCOME) !== 0;
  return isOfOutcome && !/^https?|ur[il]$|time|date|at$/.test(name) ? SENTENCES : COMPOUNDS;
}

/** What stands there, as far as it is one of few: an empty text for nothing, null for what may be anything. */
function wordAt(node: PayloadNode, watch: number): string | null {
  const { kind, text } = node;
  if (watch === COMPOUNDS)
    return isMachineWord(text) && /[a-z][_.:/-]?[A-Z]|[a-z][_.:/-][a-z]/.test(text) ? text : null;
  if (wordOf(node) === "") return "";
  if (!isValue(node)) return node.parent?.kind !== "array" && (watch === WORDS || watch === FLAGS) ? PARTS : null;
  if (kind === "boolean") return text;
  if (watch === FLAGS) return null;
  if (watch === WHILE_EMPTY) return text === "0" ? text : null;
  if (watch === SENTENCES && text.length <= LONGEST_SENTENCE && !/[0-9]/.test(text)) return text;
  // A longer one is a code by its name or its zero; else it counts something.
  if (/^(?:-?[0-9]{1,3}|0[0-9]{3})$/.test(text) || (CODE_NAME.test(node.words.name) && /^[0-9]{4,6}$/.test(text)))
    return text;
  if (kind === "number" || text.length > 60 || isCurrencyCode(text)) return null;
  return /^(?:\p{L}|[A-Z]{1,3}[0-9]{1,3})$/u.test(text) || isMachineWord(text) ? text : null;
}

/** Every node whose place is watched beside this amount, with how. */
function* watchedNodes(payload: Payload, amount: PayloadNode | null): Generator<readonly [PayloadNode, number]> {
  const watches = scoresOf(payload, "watched", amount, watchOf);
  for (const [place, watch] of watches.entries())
    if (watch !== 0) {
      const node = payload.nodes[place] as PayloadNode;
      if (!isOver(node)) yield [node, watch];
    }
}

/** A reading with the places to watch in webhooks like this one, of which somebody says that it is read correctly. */
export function withWatched(reading: Reading, payload: Payload): Reading {
  const named = new Set(
    placesOf(reading).flatMap((path) => nodesAt(compilePlace(path), payload).map(({ node }) => node)),
  );
  const amounts = reading.amount === null ? [] : nodesAt(compilePlace(reading.amount.path), payload);
  const places = new Map(reading.watched?.map(({ path, words }) => [path, new Set(words)]));
  for (const amount of amounts.length === 0 ? [null] : amounts.slice(0, AMOUNTS_AT_MOST))
    for (const [node, watch] of watchedNodes(payload, amount?.node ?? null)) {
      const word = named.has(node) ? null : wordAt(node, watch);
      if (word === null) continue;
      const path = patternIn(payload, node);
      const words = places.get(path) ?? new Set();
      if (path.length > LONGEST_PATH || (!places.has(path) && places.size === PLACES_AT_MOST)) continue;
      places.set(path, words.size === WORDS_AT_MOST ? words : words.add(word));
    }
  return { ...reading, watched: Array.from(places, ([path, words]) => ({ path, words: [...words] })) };
}

function placesOf({ amount, currency, user, from, to, remark, eventId, purpose, outcome }: Reading): readonly string[] {
  const roles = [amount, currency, user, from, to, remark, eventId];
  return [...roles, ...purpose.places, ...outcome.places].flatMap((role) =>
    role !== null && "path" in role ? role.path : [],
  );
}

/** Whether what stands at a watched place was never seen there. Nothing is no word. */
function isUnseen(node: PayloadNode, words: ReadonlySet<string>): boolean {
  const word = wordOf(node);
  if (word === "" || words.has(word)) return false;
  const isNumber = (each: string) => /^-?[0-9]+$/.test(each);
  return !(isNumber(word) && words.size >= NUMBERS_ENOUGH && [...words].every(isNumber));
}

/** A watched place of a reading, ready to be looked up. */
export interface WatchedPlace {
  readonly place: CompiledPlace;
  readonly words: ReadonlySet<string>;
}

/**
 * What stands at watched places and was never seen there, and what stands at places of the same sort that were not
 * there when somebody confirmed the reading.
 *
 * @param explained what is asked about already, or said by the reading or by known words
 */
export function unseenIn(
  payload: Payload,
  watched: readonly WatchedPlace[],
  own: (place: CompiledPlace) => readonly Found[],
  amount: PayloadNode | null,
  explained: ReadonlySet<PayloadNode>,
): readonly PayloadNode[] {
  const known = new Set(explained);
  const unseen = new Set<PayloadNode>();
  for (const { place, words } of watched)
    for (const { node } of own(place)) {
      if (!known.has(node) && !isOver(node) && isUnseen(node, words)) unseen.add(node);
      known.add(node);
    }
  if (watched.length < PLACES_AT_MOST)
    for (const [node, watch] of watchedNodes(payload, amount))
      if (!known.has(node) && !/^(?:|0+|false)$/.test(wordAt(node, watch) ?? "")) unseen.add(node);
  if (unseen.size === 0) return [];
  // What is new with all its parts is asked about once.
  return [...unseen].filter((node) => ![...containersOf(node)].some((around) => unseen.has(around)));
}
