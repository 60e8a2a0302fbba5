import { learnForm } from "../../shared/correct-reading.ts";
import {
  entriesIn,
  FILLED,
  PARTS,
  type Reading,
  SAME,
  SAME_PERSON,
  THERE_AT_MOST,
  WATCHED_AT_MOST,
} from "../../shared/reading.ts";
import { isAroundHistory, isOver } from "./history.ts";
import { isOfAnotherItem } from "./ids.ts";
import { type Payload, scoresOf } from "./layout.ts";
import { isNameOfItem, patternIn } from "./patterns.ts";
import { type CompiledPlace, compilePlace, type Found, nodesAt } from "./place-values.ts";
import { isEcho, isOfAnother, isSameNumber, twinsOf } from "./same-amount.ts";
import { inheritedBy, STATUS_PARTS } from "./standing.ts";
import { containersOf, isInList, isValue, type PayloadNode, wordOf } from "./tree.ts";
import {
  COMPOUNDS,
  FLAGS,
  filledAs,
  IS_REFERENCE,
  isAgainst,
  isCapitalised,
  isFilled,
  isIdOfCode,
  isName,
  isOfTest,
  isOfWords,
  isUnfinished,
  isWayName,
  isWording,
  isZero,
  NAMES,
  REFERENCES,
  SENTENCES,
  SWITCHES,
  TAGS,
  WHILE_EMPTY,
  WORDS,
  watchedWord,
} from "./watched-word.ts";
import { isMadeId, isNothing, isWay, mayBeWay, outcomeSaid, purposeSaid } from "./word-meanings.ts";
import { type KeyWords, keyWords, SAYS, wordSet } from "./words.ts";

/**
 * Places beside the amount that nobody has said anything of, unless their name or their text says that they change with
 * every webhook. The others stay the same from one good webhook to the next, so another word there, or nothing, may be
 * all that a failure or a refund says of itself, whatever the place is called: `"transactionTypeId": 4`, `"72":
 * "/RETN/AC03"`.
 */

/** Names under which words change from one good webhook to the next. */
const FREE = SAYS.currency | SAYS.person | SAYS.sender | SAYS.recipient | SAYS.prose | SAYS.remark | SAYS.reference;
const NUMBER = SAYS.amount | SAYS.someAmount | SAYS.otherNumber;
const OF_OUTCOME = SAYS.outcome | SAYS.failure;
const ANSWER = OF_OUTCOME | SAYS.contrary;
const NO_WORD = SAYS.prose | SAYS.remark | SAYS.reference;

const PERSON_ROLES = ["user", "from", "to"] as const;
/** Who is in a webhook. */
export type People = Readonly<Record<(typeof PERSON_ROLES)[number], PayloadNode | null>>;

const WORDS_AT_MOST = 100;
const AMOUNTS_AT_MOST = 50;
const LONGEST_PATH = 500;
const BESIDE_AT_MOST = 200;
/**
 * A number that was three different ones, and it made no difference, counts something, as the length of a list does;
 * such a name is somebody's, and such a message was written by people.
 */
const ENOUGH = 3;
const isNumber = (text: string) => /^-?[0-9]+(?:[.,][0-9]+)?$/.test(text);
const isList = (text: string) => entriesIn(text) !== null;

const TELLS = SAYS.own | SAYS.kind | SAYS.event | SAYS.outcome;
/** Fields that a service passes through for whoever uses it: `UserField1`. */
const OF_SENDERS_OWN =
  /^(?:user|client|merchant)?(?:extra|custom|param|udf|field)(?:data|field|var|value|info)?[0-9]*$/;

const TRANSACTION = wordSet("transaction txn tran trans payment transfer");

/** One word for both sides says which way it went, and not who: `DebitCreditCode`, `drCrIndicator`. */
const BOTH_SIDES = /^(?:(?:debit|dr|db)(?:or)?(?:credit|cr)|(?:credit|cr)(?:or)?(?:debit|dr|db))/;

const isCode = (word: string) => word === "code" || word === "cd";

/**
 * What a name says: a code is no reference (`featureCode`, `code-retour`, `EventTypeId`) but the one by which it was
 * authorised, only payments are made by a method, and what is called a webhook is the event.
 */
function saysWatched({ words, name, says }: KeyWords): number {
  if (BOTH_SIDES.test(name)) return SAYS.direction;
  const [last, before] = [words.at(-1) ?? "", words.at(-2) ?? ""];
  if (words.length === 1 && isCode(last)) return says & ~(SAYS.reference | SAYS.otherNumber);
  if (words.length === 1) return (says & SAYS.event) === 0 ? says : says & ~SAYS.otherThing;
  // `reason_code_id`
  if (last === "id" && isCode(before)) return saysWatched(keyWords(words.slice(0, -1).join(" ")));
  const others = words.filter((word) => !isCode(word));
  if (others.length < words.length) {
    if (others.some((word) => /^(?:auth|appro|confirm)/.test(word))) return SAYS.reference;
    const said = keyWords(others.join(" ")).says;
    // `serviceCode` tells which service this was.
    const told = others.length === 1 && (said & SAYS.kind) !== 0 ? said & ~SAYS.otherThing : said;
    // A reason told in a code is no text for people: `reasonCode`.
    return isCode(last) && others.includes("reason") ? told & ~SAYS.remark : told;
  }
  if (last === "id" && before === "event") return SAYS.reference;
  if (last === "id" && /^(?:type|status|state|kind|reason)$/.test(before))
    return keyWords(words.slice(0, -1).join(" ")).says & ~SAYS.remark;
  // `JournalTypeName` is a type.
  const named = last === "name" ? keyWords(words.slice(0, -1).join(" ")).says : 0;
  if ((named & TELLS) !== 0) return named;
  // `ReasonType` tells a kind.
  if (last === "type") return says & ~(SAYS.remark | SAYS.prose);
  return last === "method" && !before.startsWith("pay") ? says & ~SAYS.otherThing : says;
}

/** In the list in which the amount stands itself: a row, whose places tell what their names tell elsewhere. */
function isBeside({ parent }: PayloadNode, around: ReadonlySet<PayloadNode>): boolean {
  const isRow = parent?.kind === "array" && !parent.isNamed && around.has(parent);
  return isRow && !parent.children.some((beside) => around.has(beside));
}

/**
 * What stands in a code with its name: `eventStatusCode: {"codeValue": "settled"}`; and a state's number: `stage:
 * {"seq": 3}`.
 */
function isPartOfCode(node: PayloadNode): boolean {
  const { name } = node.words;
  const isNamed = isIdOfCode(node) || /^(?:code(?:value|name)|(?:short|long)name)$/.test(name);
  return ((node.parent?.words.says ?? 0) & (isNamed ? TELLS : /^seq(?:uence)?$/.test(name) ? OF_OUTCOME : 0)) !== 0;
}

/**
 * Names of what a bank, a network or the like answered to this payment, and not of which one it was:
 * `issuer_response_code`, `BankReturnCode`, `settlementStatus`, `networkRC`, `wallet_refund`, `gateway_msg`,
 * `method.return_reason`, and the `code` in `bank.error`. `bankCode` says which bank it was.
 */
function isAnswer(node: PayloadNode, around: ReadonlySet<PayloadNode>): boolean {
  const { parent, words } = node;
  const isSaid = isAnswerName(words) || (parent !== null && STATUS_PARTS.has(words.name) && isAnswerName(parent.words));
  return isSaid && !isOfAnotherItem(node, around) && !isInAddress(node);
}

function isAnswerName({ words, says }: KeyWords): boolean {
  const own = words.filter((word) => (keyWords(word).says & SAYS.otherThing) === 0);
  const last = own.at(-1) ?? "";
  if (last === "rc" || (keyWords(own.join(" ")).says & ANSWER) !== 0) return true;
  // Why it did not go through: `gateway_err_code`, `return_reason_code`.
  if (own.some((word) => word === "reason" || word.startsWith("err"))) return true;
  // What people write to each other is no answer: `customer_message`.
  return /^(?:message|msg)$/.test(last) && (says & (SAYS.person | SAYS.sender | SAYS.recipient)) === 0;
}

/** A state beside a city is a part of a country. */
function isInAddress({ words, parent }: PayloadNode): boolean {
  // A sender decides how many there are.
  const beside = words.words.at(-1) === "state" ? (parent?.children ?? []).slice(0, BESIDE_AT_MOST) : [];
  return beside.some((each) => /city|country|postal|zip/.test(each.words.name));
}

function isMessage({ words: { name } }: PayloadNode): boolean {
  return /(?:message|msg)$/.test(name);
}

/** What is told to people beside the remark, and does not say it once more: `note`. */
function isBesideRemark({ words: { says }, text }: PayloadNode, remarks: readonly Found[]): boolean {
  const isTold = (says & (SAYS.prose | SAYS.remark)) !== 0 && isOfWords(text) && !isName(text);
  return isTold && remarks.length > 0 && !remarks.some(({ node }) => text.includes(node.text));
}

function tellsOutcome({ words: { says } }: PayloadNode): boolean {
  return (says & OF_OUTCOME) !== 0;
}

/** Of the whole webhook, and of nothing that it tells of: `"environment": "LIVE"` beside `data`. */
function isOfEnvelope({ parent, kind, words }: PayloadNode, around: ReadonlySet<PayloadNode>): boolean {
  const isAlone = kind === "string" && words.words.length === 1 && words.says === SAYS.otherThing;
  return isAlone && parent?.parent === null && parent.children.some((beside) => around.has(beside));
}

/** For what a place is watched, by its name and by what stands around it alone. */
function watchOf(node: PayloadNode, around: ReadonlySet<PayloadNode>): number {
  if (node.parent === null || around.has(node) || isNameOfItem(node) || node.step === "@nil" || isAroundHistory(node))
    return 0;
  const { words, name } = node.words;
  if (OF_SENDERS_OWN.test(name)) return 0;
  const own = saysWatched(isPartOfCode(node) ? node.parent.words : node.words);
  // The name of a person or a thing tells nothing; that of an event or a transaction says what it is.
  if (words.length > 1 && words.at(-1) === "name") {
    const named = words.slice(0, -1);
    if (named.every((word) => TRANSACTION.has(word))) return TAGS;
    if ((keyWords(named.join(" ")).says & TELLS) === 0) return NAMES;
  }
  const inherited = inheritedBy(node, around, "own");
  // `bank.transactionType` is the transaction's, and so is `AccountTransactionType`.
  const isTransactions =
    words.length > 1 &&
    [words[0], words.at(-2)].some((word = "") => TRANSACTION.has(word)) &&
    (own & (SAYS.kind | SAYS.outcome)) !== 0;
  if (name === "") return isBeside(node, around) ? WORDS : 0;
  const isOthers = inherited < 0 || (own & SAYS.otherThing) !== 0;
  const isSaid = isAnswer(node, around);
  if (isOthers && !isTransactions && !isSaid) return isOfEnvelope(node, around) ? TAGS : SWITCHES;
  if ((own & SAYS.before) !== 0) return (own & SAYS.currency) === 0 ? WHILE_EMPTY : 0;
  // `ProcessingStatus_Text` and `processingCode` are no numbers.
  const last = words.at(-1) ?? "";
  const isState = (own & SAYS.outcome) !== 0 && (keyWords(last).says & SAYS.otherNumber) === 0;
  if ((own & NUMBER) !== 0 && !isState && !isCode(last)) return FLAGS;
  // A tag is a reference only where it is no word: `{"tag": "lnurlp"}`.
  if ((own & FREE) === 0) return WORDS;
  if ((own & FREE) === SAYS.reference) return IS_REFERENCE.has(last) ? REFERENCES : TAGS;
  if ((own & FREE & ~SAYS.prose & ~SAYS.remark) !== 0) return isSaid && (own & NO_WORD) === 0 ? WORDS : SWITCHES;
  if (isMessage(node) && node.parent.children.some((beside) => beside !== node && tellsOutcome(beside)))
    return SENTENCES;
  const isOfOutcome = ((own | Math.max(inherited, 0)) & OF_OUTCOME) !== 0;
  // `actionCodeDescription`
  const isOfCode = words.length > 1 && words.slice(0, -1).some((word) => word === "code");
  return (isOfOutcome || isOfCode) && !/^https?|ur[il]$|time|date|at$/.test(name) ? SENTENCES : COMPOUNDS;
}

/** Told to people, by its name or as it is written: `"line": "Your money is here"`. */
function isSentence({ words: { says }, text }: PayloadNode): boolean {
  return (says & SAYS.prose) !== 0 || /^\S+\s+\p{Ll}/u.test(text);
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

/**
 * What else is watched when a webhook is confirmed: an object that says the same amount, that amount wherever it
 * stands, and where nothing tells how it went, every state, whosever it is, and what people are told; beside the remark
 * any text. Where nothing tells what it is about, a text that does.
 */
function* moreNodes(
  payload: Payload,
  amount: PayloadNode | null,
  { purpose, outcome }: Pick<Reading, "purpose" | "outcome">,
  remarks: readonly Found[],
): Generator<readonly [PayloadNode, number]> {
  const isUntold = outcome.places.length === 0;
  const isOfNothing = purpose.places.length === 0;
  const twins = twinsOf(payload, amount);
  const around = new Set([...containersOf(amount), ...twins]);
  for (const node of payload.nodes) {
    if (node.parent === null || isOver(node) || isNameOfItem(node)) continue;
    const watch = twins.includes(node.parent) ? watchOf(node, around) : 0;
    if (watch !== 0) yield [node, watch];
    else if (isEcho(node, amount) && !isOfAnother(node, around)) yield [node, FLAGS];
    else if (isUntold && (isMessage(node) || isBesideRemark(node, remarks))) yield [node, SENTENCES];
    else if (isOfNothing && isSentence(node) && purposeSaid(node.text, null) !== null) yield [node, SENTENCES];
  }
}

/** A reading with the form of its amount, as it was when somebody first said that it is read correctly. */
export function withForm(reading: Reading, payload: Payload): Reading {
  const { amount } = reading;
  if (amount === null || amount.forms !== undefined) return reading;
  const [found] = nodesAt(compilePlace(amount.path), payload);
  return found === undefined ? reading : learnForm({ ...reading, amount: { ...amount, forms: [] } }, found.node);
}

/** A reading with the places to watch in webhooks like this one, of which somebody says that it is read correctly. */
export function withWatched(reading: Reading, payload: Payload): Reading {
  const named = new Set(
    placesOf(reading).flatMap((path) => nodesAt(compilePlace(path), payload).map(({ node }) => node)),
  );
  const amounts = reading.amount === null ? [] : nodesAt(compilePlace(reading.amount.path), payload);
  const places = new Map(reading.watched?.map(({ path, words }) => [path, new Set(words)]));
  const there = new Set(reading.there);
  const ofOthers = new Set<string>();
  const remarks = reading.remark === null ? [] : nodesAt(compilePlace(reading.remark.path), payload);
  const personIn = (text: string) => {
    const said = PERSON_ROLES.filter((role) => {
      const path = reading[role]?.path;
      return path !== undefined && nodesAt(compilePlace(path), payload).some(({ node }) => node.text === text);
    });
    return said.length === 1 ? said[0] : undefined;
  };
  for (const found of amounts.length === 0 ? [null] : amounts.slice(0, AMOUNTS_AT_MOST)) {
    const amount = found?.node ?? null;
    for (const [node, watch] of [...watchedNodes(payload, amount), ...moreNodes(payload, amount, reading, remarks)]) {
      if (named.has(node)) continue;
      const path = patternIn(payload, node);
      if (path.length > LONGEST_PATH) continue;
      const known = places.get(path);
      const isAgain = (watch === WORDS || watch === FLAGS) && !there.has(path) && isEcho(node, amount);
      // What is no longer the amount, and went through all the same, may be any number.
      const isFree = known?.has(SAME) === true && wordOf(node) !== "";
      // A balance may be any other, but for nothing at all; what has a minus already may be any.
      const isBalance =
        watch === FLAGS && amount !== null && /^(?!-).*[0-9]{3}/.test(node.text) && isSameNumber(node, amount);
      const person =
        (watch === WORDS || watch === TAGS || watch === REFERENCES) && known === undefined && isValue(node)
          ? personIn(node.text)
          : undefined;
      const own = person === undefined ? watchedWord(node, watch) : SAME_PERSON[person];
      const word = isAgain ? SAME : isFree ? node.text : isBalance ? FILLED : own;
      if (word === null) {
        // A moment that comes where nothing stood is as new as its place.
        if (wordOf(node) !== "") (watch === SWITCHES ? ofOthers : there).add(path);
      } else if (known !== undefined || places.size < WATCHED_AT_MOST)
        places.set(
          path,
          known !== undefined && known.size >= WORDS_AT_MOST ? known : (known ?? new Set<string>()).add(word),
        );
    }
  }
  for (const path of ofOthers) if (!places.has(path)) there.add(path);
  // The id of the event may say what it is of: `re_…` beside `ch_…`.
  if (reading.eventId !== null) {
    const { path } = reading.eventId;
    const words = nodesAt(compilePlace(path), payload)
      .filter(({ node }) => personIn(node.text) === undefined)
      .map(({ node }) => filledAs(node.text));
    if (words.length > 0 && places.size < WATCHED_AT_MOST)
      places.set(path, new Set([...(places.get(path) ?? []), ...words]));
  }
  const standsAt = (path: string) => nodesAt(compilePlace(path), payload).some(({ node }) => wordOf(node) !== "");
  // What went through without it may be without it again.
  for (const [path, words] of places) if (isNeeded(words) && !standsAt(path)) words.add("");
  const withNothing = <Means extends string>(
    list: readonly {
      readonly path: string;
      readonly words: readonly { readonly text: string; readonly means: Means }[];
    }[],
    means: Means,
  ) =>
    list.map((place) =>
      standsAt(place.path) || place.words.some(({ text }) => text === "")
        ? place
        : { ...place, words: [...place.words, { text: "", means }] },
    );
  return {
    ...reading,
    purpose: { ...reading.purpose, places: withNothing(reading.purpose.places, "either") },
    outcome: { places: withNothing(reading.outcome.places, "went-through") },
    watched: Array.from(places, ([path, words]) => ({ path, words: [...words] })),
    // With more of them it cannot be told which is new.
    ...(there.size <= THERE_AT_MOST ? { there: [...there] } : {}),
  };
}

function placesOf({ amount, currency, user, from, to, remark, eventId, purpose, outcome }: Reading): readonly string[] {
  const roles = [amount, currency, user, from, to, remark, eventId];
  return [...roles, ...purpose.places, ...outcome.places].flatMap((role) =>
    role !== null && "path" in role ? role.path : [],
  );
}

/** Whether something has to stand there: without it nothing says that it is over, or how much of it. */
function isNeeded(words: ReadonlySet<string>): boolean {
  return !words.has("") && [...words].some((word) => isFilled(word) || [SAME, PARTS, "true"].includes(word));
}

/** Whether what stands at a watched place was never seen there. Nothing is no word. */
function isUnseen(node: PayloadNode, words: ReadonlySet<string>, amount: PayloadNode | null, people: People): boolean {
  const word = wordOf(node);
  if (words.has(word) || (isZero(word) && [...words].some(isZero))) return false;
  const said = PERSON_ROLES.find((role) => words.has(SAME_PERSON[role]));
  if (said !== undefined) return people[said]?.text !== word && words.size === 1;
  if (word === "") return isNeeded(words);
  // How it was paid may be another way each time, where one of the words says that this is what stands there.
  if (isWayName(node) && mayBeWay(word) && !isOfTest(word) && [word, ...words].some(isWay)) return false;
  const filled = [...words].filter(isFilled);
  if (filled.length > 0) {
    const as = filledAs(word);
    // An id of no digits by chance has the beginning of the others, or is made of no words.
    const isId = isMadeId(word) || (as !== FILLED && filled.includes(as));
    // A word in the place of an id, a number or a moment says that there is none: `nobody`.
    const isWord = isWording(word) && !isId && ![...words].some((each) => !isFilled(each) && isWording(each));
    if (isWord || /^(?:-|0+(?:[.,]0+)?$)/.test(word)) return true;
    if (isOfTest(word) && ![...words].some(isOfTest)) return true;
    return filled.length < ENOUGH && filled.some((each) => each !== FILLED) && !filled.includes(as);
  }
  if (words.has(SAME)) {
    const isOther = amount === null || !isSameNumber(node, amount);
    return isOther && [...words].every((each) => each === SAME || each === "" || isZero(each));
  }
  // What people write to each other may stand there.
  const mayBeAny = !tellsOutcome(node) && (isMessage(node) || [word, ...words].every(isOfWords));
  const isAny = mayBeAny || [isNumber, isCapitalised, isList].some((is) => is(word) && [...words].every(is));
  return !isAny || words.size < ENOUGH;
}

/** Whether what stands at a place that was not there is one of few words, or may be any; null for what says nothing. */
function strangeAt(
  payload: Payload,
  node: PayloadNode,
  watch: number,
  there: ReadonlySet<string> | null,
  isTold: boolean,
): "word" | "free" | null {
  // Of something else a word that says that all is well says nothing new.
  const isOfElse = watch === SWITCHES && node.kind !== "boolean" && !isAgainst(node);
  const word = isOfElse ? null : watchedWord(node, watch);
  const isNew = () => there !== null && !there.has(patternIn(payload, node));
  if (word !== null && !isFilled(word) && (watch === NAMES || !isCapitalised(word))) {
    if (word === "" || word === "false" || isZero(word)) return null;
    return !isOfWords(word) ? "word" : isNew() ? "free" : null;
  }
  // What is to be done, or held, says so by its name: `user_action_url`, `retry-after`.
  if (isUnfinished(node) && isValue(node) && !isNothing(node.text) && isNew()) return "free";
  // A moment whose name says nothing else may be that of anything: `at`, `timestamp`.
  if (word !== null && isFilled(word) && node.words.words.length === 1 && watch !== WORDS) return null;
  const mayBeAll =
    watch === WORDS || word !== null || node.words.words.at(-1) === "reason" || isTelling(node, watch, isTold);
  // A list may be longer.
  const isOfList = node.parent?.kind === "array" && !node.parent.isNamed;
  if (!mayBeAll || isOfList || !isValue(node) || wordOf(node) === "" || !isNew()) return null;
  return word === null || isFilled(word) ? "free" : "word";
}

/**
 * What says something by being there, under whatever name: a text without a digit that is no name of somebody, or a
 * short code. It is new once, and free from then on: `"reference": "not completed"`. Of something else, and of remarks,
 * which are not written every time, only what says that it went wrong counts: `"processor": "declined"`.
 *
 * @param isTold whether something else says how it went
 */
function isTelling(node: PayloadNode, watch: number, isTold: boolean): boolean {
  const { text, kind, words } = node;
  if ((words.says & SAYS.before) !== 0 || isInList(node)) return false;
  const isFree = isTold && (watch === SWITCHES || (words.says & SAYS.remark) !== 0);
  if (isFree) return isWording(text) && (outcomeSaid(text) ?? "went-through") !== "went-through";
  if (isWording(text)) return !isCapitalised(text) && !isName(text);
  return watch !== FLAGS && kind === "string" && /^[A-Z]{0,3}[0-9]{1,3}$/.test(text);
}

function becauseOf(node: PayloadNode, words: ReadonlySet<string>): "empty" | "not-the-amount" | null {
  if (wordOf(node) === "") return "empty";
  return words.has(SAME) ? "not-the-amount" : null;
}

/** A watched place of a reading, ready to be looked up. */
export interface WatchedPlace {
  readonly path: string;
  readonly place: CompiledPlace;
  readonly words: ReadonlySet<string>;
}

/** What was never seen, or is gone and has no node any more; `because` as in a new word. */
type Unseen = { readonly path: string } & (
  | { readonly node: PayloadNode; readonly because: "not-there-before" | "not-the-amount" | "empty" | null }
  | { readonly node: null; readonly because: "gone" }
);

/**
 * What stands at watched places and was never seen there, and what stands at places of the same sort that were not
 * there when somebody confirmed the reading.
 *
 * @param there the other places that were, by their patterns; null where they were not noted
 * @param explained what is asked about already, or said by the reading or by known words
 * @param isTold whether something else says how it went
 */
export function unseenIn(
  payload: Payload,
  watched: readonly WatchedPlace[],
  there: ReadonlySet<string> | null,
  own: (place: CompiledPlace) => readonly Found[],
  amount: PayloadNode | null,
  people: People,
  explained: ReadonlySet<PayloadNode>,
  isTold: boolean,
): readonly Unseen[] {
  const known = new Set(explained);
  const unseen = new Map<PayloadNode, Unseen>();
  const gone: Unseen[] = [];
  for (const { path, place, words } of watched) {
    const found = own(place);
    if (found.length === 0 && isNeeded(words)) gone.push({ path, node: null, because: "gone" });
    for (const { node } of found) {
      // A number that is the amount once more says nothing else: `"total_paid": 1`. An id says what it is of.
      if (
        (!known.has(node) || words.has(SAME) || [...words].every(isFilled)) &&
        !isOver(node) &&
        isUnseen(node, words, amount, people)
      )
        unseen.set(node, { path, node, because: becauseOf(node, words) });
      known.add(node);
    }
  }
  if (watched.length < WATCHED_AT_MOST)
    for (const [node, watch] of watchedNodes(payload, amount)) {
      const strange = known.has(node) ? null : strangeAt(payload, node, watch, there, isTold);
      if (strange !== null)
        unseen.set(node, { path: "", node, because: strange === "free" ? "not-there-before" : null });
    }
  if (unseen.size === 0) return gone;
  // What is new with all its parts is asked about once.
  const isWhole = ({ node }: Unseen) => node === null || ![...containersOf(node)].some((around) => unseen.has(around));
  return [...unseen.values(), ...gone].filter(isWhole);
}
