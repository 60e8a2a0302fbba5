import { amountForm, isFormKnown, usualForms } from "../../shared/amount-form.ts";
import {
  FILLED,
  type NewWord,
  type OutcomeMeaning,
  type Purpose,
  type ReadItem,
  type Reading,
  type ReadValue,
  SAME,
} from "../../shared/reading.ts";
import { currencyCode } from "./currencies.ts";
import { isOver } from "./history.ts";
import { idsOf } from "./ids.ts";
import { type Payload, pathIn } from "./layout.ts";
import { readNumber, shifted } from "./numbers.ts";
import {
  type CompiledPlace,
  compilePlace,
  type Found,
  isThere,
  nameAt,
  nodesAt,
  onlyValue,
  sameItems,
} from "./place-values.ts";
import { isSameNumber } from "./same-amount.ts";
import { failureNamed, isTellingName, type Signal, signalsOf } from "./telling-places.ts";
import { containersOf, type PayloadNode, wordOf } from "./tree.ts";
import { type People, unseenIn, type WatchedPlace } from "./watched-places.ts";
import { filledAs } from "./watched-word.ts";
import { codeSaid, outcomeSaid, purposeSaid } from "./word-meanings.ts";

export const ITEMS_AT_MOST = 50;
const NEW_WORDS_AT_MOST = 20;
const LONGEST_WORD = 200;

/** What a reading says of a payload. */
export interface Applied {
  readonly items: readonly ReadItem[];
  readonly newWords: readonly NewWord[];
  /** A batch of more items than are read. */
  readonly isCut: boolean;
}

type Means<Meaning> = ReadonlyMap<string, Meaning>;
interface WordPlace<Meaning> {
  readonly path: string;
  readonly place: CompiledPlace;
  readonly means: Means<Meaning>;
  /** Its name says that it tells something, whatever stands there. */
  readonly isTelling: boolean;
}
interface Compiled {
  readonly shape: readonly CompiledPlace[];
  readonly when: readonly { readonly place: CompiledPlace; readonly words: ReadonlySet<string> }[];
  readonly roles: Readonly<Record<Role, CompiledPlace | null>>;
  readonly purpose: readonly WordPlace<Purpose | "either">[];
  readonly outcome: readonly WordPlace<OutcomeMeaning>[];
  readonly watched: readonly WatchedPlace[] | null;
  readonly there: ReadonlySet<string> | null;
}

const ROLES = ["amount", "currency", "user", "from", "to", "remark", "eventId"] as const;
type Role = (typeof ROLES)[number];

// A profile's readings are the same objects from one webhook to the next.
const compiled = new WeakMap<Reading, Compiled>();

function compile(reading: Reading): Compiled {
  const known = compiled.get(reading);
  if (known !== undefined) return known;
  const role = (name: Role) => {
    const at = reading[name];
    return at !== null && "path" in at ? compilePlace(at.path) : null;
  };
  const made: Compiled = {
    shape: reading.shape.paths.map(compilePlace),
    when: reading.shape.when.map(({ path, words }) => ({ place: compilePlace(path), words: new Set(words) })),
    roles: {
      amount: role("amount"),
      currency: role("currency"),
      user: role("user"),
      from: role("from"),
      to: role("to"),
      remark: role("remark"),
      eventId: role("eventId"),
    },
    purpose: reading.purpose.places.map(wordPlace),
    outcome: reading.outcome.places.map(wordPlace),
    watched:
      reading.watched?.map(({ path, words }) => ({ path, place: compilePlace(path), words: new Set(words) })) ?? null,
    there: reading.there === undefined ? null : new Set(reading.there),
  };
  compiled.set(reading, made);
  return made;
}

function wordPlace<Meaning>({ path, words }: { readonly path: string; readonly words: Words<Meaning> }) {
  const place = compilePlace(path);
  return { path, place, means: meanings(words), isTelling: isTellingName(nameAt(place)) };
}

type Words<Meaning> = readonly { readonly text: string; readonly means: Meaning }[];

function meanings<Meaning>(words: Words<Meaning>): Means<Meaning> {
  return new Map(words.map(({ text, means }) => [text, means]));
}

/** Whether a payload has the shape that a reading is for. */
export function hasShape(reading: Reading, payload: Payload): boolean {
  const { shape, when } = compile(reading);
  if (!when.every(({ place, words }) => nodesAt(place, payload).some(({ node }) => words.has(node.text)))) return false;
  return shape.every((place) => isThere(place, payload));
}

/**
 * Reads a payload by a reading whose shape it has. Strict: a word that was never seen at its place is a new word, and
 * so is what stands at a place that the reading does not name, but that speaks of a failure or a refund.
 *
 * @param isSure it is a known or confirmed one, and no proposal
 * @returns null where one of its places stands there twice with different values, so that nobody knows which counts
 */
export function apply(reading: Reading, payload: Payload, isSure: boolean): Applied | null {
  const { roles, purpose, outcome, watched, there } = compile(reading);
  const leads = ROLES.find((role) => (roles[role]?.lists.length ?? 0) > 0) ?? "amount";
  const lead = roles[roles.amount !== null && roles.amount.lists.length > 0 ? "amount" : leads];
  const found = lead === null ? [] : nodesAt(lead, payload);
  const isBatch = lead !== null && lead.lists.length > 0;
  const starts: readonly (Found | null)[] = isBatch && found.length > 0 ? found.slice(0, ITEMS_AT_MOST) : [null];
  const items: ReadItem[] = [];
  const newWords: NewWord[] = [];
  for (const start of starts) {
    const own = (place: CompiledPlace | null) =>
      place === null ? [] : sameItems(place, nodesAt(place, payload), start === null ? null : lead, start);
    const ownOrAll = (place: CompiledPlace) =>
      sameItems(place, nodesAt(place, payload), start === null ? null : lead, start, found);
    const entries = new Set(found.flatMap((each) => each.items.filter((entry) => !start?.items.includes(entry))));
    const isOfAnother = (node: PayloadNode) =>
      entries.has(node) || [...containersOf(node)].some((at) => entries.has(at));
    const values = {} as Record<Role, PayloadNode | null>;
    for (const role of ROLES) {
      const there = own(roles[role]);
      const value = onlyValue(there);
      if (value === "several" && isSure) return null;
      values[role] = value === "several" ? (there[0]?.node ?? null) : value;
    }
    const from = values.amount ?? start?.node ?? null;
    const said = signalsOf(payload, from, null);
    const purposes = readPlaces(payload, purpose, ownOrAll, from);
    const outcomes = readPlaces(payload, outcome, ownOrAll, from);
    const about = purposeOf(reading, purposes);
    const ended = outcomeOf(outcomes);
    const named = [...purposes.nodes, ...outcomes.nodes, ...ROLES.map((role) => values[role])];
    // What a webhook was confirmed by is there in all of its kind.
    const isStrict = isSure && watched !== null;
    const isOther = ended?.means === "failed" || about?.means === "neither";
    const fresh: readonly NewWord[] = [
      ...(isOther ? [] : failuresIn(payload, purposes, outcomes)),
      ...unseen(payload, "purpose", purposes.unknown, said),
      ...(isStrict && reading.purpose.always === null ? lost("purpose", purposes.lost) : []),
      // What failed has failed, whatever else is said of it.
      ...(ended?.means === "failed" ? [] : unseen(payload, "outcome", outcomes.unknown, said)),
      ...(isStrict && !isOther ? lost("outcome", outcomes.lost) : []),
      ...strangers(payload, said, named, about?.means ?? null, ended?.means ?? null, reading.purpose.always !== null),
      ...(isStrict && !isOther
        ? unseenBeside(payload, watched, there, ownOrAll, from, values, said, named, ended !== null, isOfAnother)
        : []),
      ...(isSure && !isOther ? otherForm(payload, reading, values.amount) : []),
    ];
    for (const word of fresh) if (newWords.length < NEW_WORDS_AT_MOST) newWords.push(word);
    const isOpen = (which: "purpose" | "outcome") => fresh.some((word) => word.about === which);
    items.push({
      ...peopleOf(payload, reading, values, about?.means ?? null),
      amount: amountOf(payload, reading, values.amount),
      currency: currencyOf(payload, reading, values),
      remark: values.remark === null ? null : valueOf(payload, values.remark),
      purpose: isOpen("purpose") ? unknownAt(about, fresh, "purpose") : about,
      outcome: isOpen("outcome") ? unknownAt(ended, fresh, "outcome") : ended,
      ids: idsOf(payload, values.eventId, values.amount, [values.user, values.from, values.to]),
    });
  }
  return { items, newWords, isCut: isBatch && found.length > ITEMS_AT_MOST };
}

/** What stands at a place, as far as it may be shown and compared. */
function valueOf(payload: Payload, node: PayloadNode): ReadValue {
  return { text: node.kind === "null" ? "" : node.text, path: pathIn(payload, node) };
}

/**
 * What stands at watched places and was never seen there, or is gone.
 *
 * @param isOfAnother whether it stands in another item of a batch, and is looked at with that one
 */
function unseenBeside(
  payload: Payload,
  watched: readonly WatchedPlace[],
  there: ReadonlySet<string> | null,
  own: (place: CompiledPlace) => readonly Found[],
  amount: PayloadNode | null,
  people: People,
  said: readonly Signal[],
  named: readonly (PayloadNode | null)[],
  isTold: boolean,
  isOfAnother: (node: PayloadNode) => boolean,
): readonly NewWord[] {
  // A new code means nothing by the sentence beside it: `{"msg": "OK", "code": "51"}`.
  const speaking = said
    .filter(({ suggests, node }) =>
      suggests === "went-through" ? codeSaid(node.text.trim()) !== "failed" : suggests !== null,
    )
    .map(({ node }) => node);
  const explained = new Set([...named.flatMap((node) => node ?? []), ...speaking]);
  const unseen = unseenIn(payload, watched, there, own, amount, people, explained, isTold);
  const ofThis = unseen.filter(({ node }) => node === null || !isOfAnother(node));
  return ofThis.map(({ node, path, because }) => ({
    ...(node === null ? { text: "", path } : wordAt(payload, node)),
    about: "outcome",
    suggests: node === null ? null : outcomeSaid(node.text),
    ...(because === null ? {} : { because }),
  }));
}

/**
 * The amount where it is written in a form in which nobody has confirmed it: it may be meant in another unit. Where amounts
 * have decimals, how many is the serializer's business: 252 and 252.00 are one number (RFC 8259, 6). Where they have none,
 * 252.00 may be a hundred times as much.
 */
function otherForm(payload: Payload, { amount }: Reading, node: PayloadNode | null): readonly NewWord[] {
  if (amount === null || node === null || node.kind === "null") return [];
  if (node.kind !== "string" && amount.scale > 0) return [];
  const forms = amount.forms ?? usualForms(amount.scale);
  const hasDecimals = amount.scale > 0 && amount.forms !== undefined;
  if (isFormKnown(amountForm(node.text, amount.decimalMark), forms, hasDecimals)) return [];
  // What is no number at all agrees with nothing anyway.
  if (node.isCut || readNumber(node.text, amount.decimalMark) === null) return [];
  return [{ ...wordAt(payload, node), about: "amount", suggests: null }];
}

interface Read<Meaning> {
  readonly known: readonly { readonly at: ReadValue; readonly means: Meaning }[];
  readonly unknown: readonly PayloadNode[];
  readonly nodes: readonly PayloadNode[];
  /** Those of them that are words: where any id may stand, none is. */
  readonly words: readonly PayloadNode[];
  /** Places where nothing stands, and something did in all webhooks that were confirmed, as far as it matters. */
  readonly lost: readonly Lost[];
}

/** `node`: of an empty one; null where the place is gone. */
interface Lost {
  readonly node: PayloadNode | null;
  readonly path: string;
}

function readPlaces<Meaning>(
  payload: Payload,
  places: readonly WordPlace<Meaning>[],
  own: (place: CompiledPlace) => readonly Found[],
  amount: PayloadNode | null,
): Read<Meaning> {
  const known: { at: ReadValue; means: Meaning }[] = [];
  const unknown: PayloadNode[] = [];
  const nodes: PayloadNode[] = [];
  const words: PayloadNode[] = [];
  const lost: (Lost & { readonly isNeeded: boolean })[] = [];
  let isTold = false;
  for (const { path, place, means, isTelling } of places) {
    const found = own(place);
    const nothing = means.get("");
    const isNeeded = isTelling || isOfRow(path) || [...means.keys()].some(isGood);
    if (found.length === 0 && nothing !== undefined) known.push({ at: { text: "", path }, means: nothing });
    else if (found.length === 0) lost.push({ node: null, path, isNeeded });
    for (const { node } of found) {
      if (isOver(node)) continue;
      nodes.push(node);
      if (!means.has(FILLED)) words.push(node);
      const meaning = node.isCut ? undefined : meaningOf(means, node, amount);
      if (meaning !== undefined) known.push({ at: valueOf(payload, node), means: meaning });
      else if (wordOf(node) !== "") unknown.push(node);
      else lost.push({ node, path, isNeeded });
      isTold ||= isTelling && meaning !== undefined;
    }
  }
  // Under a name that nobody knows it may be the channel, which is left out where there is none.
  return { known, unknown, nodes, words, lost: isTold ? lost.filter(({ isNeeded }) => isNeeded) : lost };
}

/** A word that says by itself that it went through, or a switch that is on. */
function isGood(word: string): boolean {
  return word === "true" || outcomeSaid(word) === "went-through";
}

/** One of several values without names, of which each counts: `"halves": ["taken", "given"]`. */
function isOfRow(path: string): boolean {
  return /\[[0-9]+\]$/.test(path);
}

function lost(about: "purpose" | "outcome", places: readonly Lost[]): readonly NewWord[] {
  return places.map(({ node, path }) => ({
    text: "",
    path,
    about,
    suggests: null,
    because: node === null ? "gone" : "empty",
  }));
}

/** What stands there means by its word, by being the amount, or by standing there. */
function meaningOf<Meaning>(means: Means<Meaning>, node: PayloadNode, amount: PayloadNode | null): Meaning | undefined {
  const word = wordOf(node);
  const own = means.get(node.kind === "null" ? node.text : word) ?? means.get(word);
  if (own !== undefined || word === "") return own;
  return means.has(SAME) && amount !== null && isSameNumber(node, amount)
    ? means.get(SAME)
    : (means.get(filledAs(word)) ?? means.get(FILLED));
}

type Told<Meaning> = ReadValue & { readonly means: Meaning | null };

function purposeOf({ purpose }: Reading, { known }: Read<Purpose | "either">): Told<Purpose> | null {
  const neither = known.find(({ means }) => means === "neither");
  const sides = known.filter(({ means }) => means === "credit" || means === "charge");
  const [first] = sides;
  if (neither !== undefined) return { ...neither.at, means: "neither" };
  if (first !== undefined) {
    // One place says that money comes and another that it goes.
    const isPlain = sides.every(({ means }) => means === first.means);
    return { ...first.at, means: isPlain && first.means !== "either" ? first.means : "neither" };
  }
  return purpose.always === null ? null : { text: purpose.always, path: "", means: purpose.always };
}

function outcomeOf({ known }: Read<OutcomeMeaning>): Told<OutcomeMeaning> | null {
  for (const means of ["failed", "neither", "went-through"] as const) {
    const found = known.find((each) => each.means === means);
    if (found !== undefined) return { ...found.at, means };
  }
  return null;
}

function unknownAt<Meaning>(
  told: Told<Meaning> | null,
  fresh: readonly NewWord[],
  about: "purpose" | "outcome",
): Told<Meaning> | null {
  const word = fresh.find((each) => each.about === about);
  // What has failed stays so; nothing that is not known may pass as anything else.
  if (told?.means === "failed" || told?.means === "neither") return told;
  return word === undefined ? told : { text: word.text, path: word.path, means: null };
}

function wordAt(payload: Payload, node: PayloadNode): ReadValue {
  return { text: wordOf(node).slice(0, LONGEST_WORD), path: pathIn(payload, node) };
}

/** Words at the reading's own places that it has not seen there. */
function unseen(
  payload: Payload,
  about: "purpose" | "outcome",
  nodes: readonly PayloadNode[],
  said: readonly Signal[],
): readonly NewWord[] {
  return nodes.map((node) => {
    const value = wordAt(payload, node);
    const signal = said.find((each) => each.node === node && each.about === about);
    return about === "purpose"
      ? { ...value, about, suggests: signal?.about === "purpose" ? signal.suggests : null }
      : { ...value, about, suggests: signal?.about === "outcome" ? signal.suggests : null };
  });
}

/**
 * Words at places of the purpose alone that name a failure: which way the money goes says nothing of that. Of a refund it
 * is asked first whether it is about something else, and how it went only where it is not.
 */
function failuresIn(
  payload: Payload,
  purposes: Read<Purpose | "either">,
  outcomes: Read<OutcomeMeaning>,
): readonly NewWord[] {
  return purposes.words.flatMap((node): readonly NewWord[] => {
    const text = wordOf(node).trim();
    const isAsked = purposes.unknown.includes(node) && purposeSaid(text, null) === "neither";
    const suggests = isAsked || outcomes.nodes.includes(node) ? null : failureNamed(text);
    return suggests === null ? [] : [{ ...wordAt(payload, node), about: "outcome", suggests }];
  });
}

/** Places that the reading does not name, and that may speak against it: only what is known to be good may pass. */
function strangers(
  payload: Payload,
  said: readonly Signal[],
  named: readonly (PayloadNode | null)[],
  purpose: Purpose | null,
  outcome: OutcomeMeaning | null,
  isSaid: boolean,
): readonly NewWord[] {
  return said.flatMap((signal): readonly NewWord[] => {
    if (named.includes(signal.node)) return [];
    const value = wordAt(payload, signal.node);
    if (signal.about === "purpose") {
      const { suggests } = signal;
      if (suggests === "either" || (suggests !== null && suggests === purpose)) return [];
      // Somebody has said once for all whether it is a credit or a charge.
      if (isSaid && (suggests === "credit" || suggests === "charge")) return [];
      return purpose === "neither" ? [] : [{ ...value, about: "purpose", suggests }];
    }
    if (signal.suggests === "went-through" || outcome === "failed") return [];
    if (signal.isQuiet === true && signal.suggests === null) return [];
    return [{ ...value, about: "outcome", suggests: signal.suggests }];
  });
}

function amountOf(payload: Payload, { amount }: Reading, node: PayloadNode | null): ReadItem["amount"] {
  if (amount === null || node === null || node.kind === "null") return null;
  const number = node.isCut ? null : readNumber(node.text, amount.decimalMark);
  const units = number === null ? null : shifted(number.decimal, amount.scale);
  return { ...valueOf(payload, node), units: units === null || !amount.negative ? units : negated(units) };
}

function negated(decimal: string): string {
  if (decimal === "0") return decimal;
  return decimal.startsWith("-") ? decimal.slice(1) : `-${decimal}`;
}

function currencyOf(
  payload: Payload,
  { currency, amount }: Reading,
  values: Record<Role, PayloadNode | null>,
): ReadItem["currency"] {
  if (currency === null) return null;
  if ("fixed" in currency) return { text: currency.fixed, path: "", code: currencyCode(currency.fixed) };
  const node = values.currency;
  if (node === null || node.kind === "null") return null;
  if (amount === null || node !== values.amount) return { ...valueOf(payload, node), code: currencyCode(node.text) };
  // It stands in the same text as the amount: `₦50,000.00`.
  const unit = readNumber(node.text, amount.decimalMark)?.unit ?? null;
  return unit === null ? null : { text: unit, path: pathIn(payload, node), code: currencyCode(unit) };
}

/** One place may hold the user of a credit and who is charged: what it is about tells which of them it names. */
function peopleOf(payload: Payload, reading: Reading, values: Record<Role, PayloadNode | null>, about: Purpose | null) {
  const person = (role: "user" | "from" | "to"): ReadItem["user"] => {
    const node = values[role];
    return node === null || node.kind === "null"
      ? null
      : { ...valueOf(payload, node), written: reading[role]?.written ?? "same" };
  };
  const [user, from, to] = [person("user"), person("from"), person("to")];
  if (about === "credit" && user !== null) return { user, from: from?.path === user.path ? null : from, to };
  if (about === "charge" && user !== null)
    return { user: user.path === from?.path || user.path === to?.path ? null : user, from, to };
  return { user, from, to };
}
