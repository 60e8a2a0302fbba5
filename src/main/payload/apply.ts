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
  nodesAt,
  onlyValue,
  sameItems,
} from "./place-values.ts";
import { isSameNumber } from "./same-amount.ts";
import { type Signal, signalsOf } from "./telling-places.ts";
import { type PayloadNode, wordOf } from "./tree.ts";
import { unseenIn, type WatchedPlace } from "./watched-places.ts";
import { outcomeSaid } from "./word-meanings.ts";

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
  readonly place: CompiledPlace;
  readonly means: Means<Meaning>;
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
    purpose: reading.purpose.places.map(({ path, words }) => ({ place: compilePlace(path), means: meanings(words) })),
    outcome: reading.outcome.places.map(({ path, words }) => ({ place: compilePlace(path), means: meanings(words) })),
    watched: reading.watched?.map(({ path, words }) => ({ place: compilePlace(path), words: new Set(words) })) ?? null,
    there: reading.there === undefined ? null : new Set(reading.there),
  };
  compiled.set(reading, made);
  return made;
}

function meanings<Meaning>(words: readonly { readonly text: string; readonly means: Meaning }[]): Means<Meaning> {
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
    const values = {} as Record<Role, PayloadNode | null>;
    for (const role of ROLES) {
      const there = own(roles[role]);
      const value = onlyValue(there);
      if (value === "several" && isSure) return null;
      values[role] = value === "several" ? (there[0]?.node ?? null) : value;
    }
    const from = values.amount ?? start?.node ?? null;
    const said = signalsOf(payload, from, null);
    const purposes = readPlaces(purpose, own, from);
    const outcomes = readPlaces(outcome, own, from);
    const about = purposeOf(payload, reading, purposes);
    const ended = outcomeOf(payload, outcomes);
    const named = [...purposes.nodes, ...outcomes.nodes, ...ROLES.map((role) => values[role])];
    const fresh = [
      ...unseen(payload, "purpose", purposes.unknown, said),
      // What failed has failed, whatever else is said of it.
      ...(ended?.means === "failed" ? [] : unseen(payload, "outcome", outcomes.unknown, said)),
      ...strangers(payload, said, named, about?.means ?? null, ended?.means ?? null, reading.purpose.always !== null),
    ];
    if (isSure && watched !== null && ended?.means !== "failed" && about?.means !== "neither") {
      const speaking = said.filter(({ suggests }) => suggests !== null).map(({ node }) => node);
      const explained = new Set([...named.flatMap((node) => node ?? []), ...speaking]);
      for (const { node, because } of unseenIn(payload, watched, there, own, from, explained))
        fresh.push({
          ...wordAt(payload, node),
          about: "outcome",
          suggests: outcomeSaid(node.text),
          ...(because === null ? {} : { because }),
        });
    }
    for (const word of fresh) if (newWords.length < NEW_WORDS_AT_MOST) newWords.push(word);
    const isOpen = (which: NewWord["about"]) => fresh.some((word) => word.about === which);
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

interface Read<Meaning> {
  readonly known: readonly { readonly node: PayloadNode; readonly means: Meaning }[];
  readonly unknown: readonly PayloadNode[];
  readonly nodes: readonly PayloadNode[];
}

function readPlaces<Meaning>(
  places: readonly WordPlace<Meaning>[],
  own: (place: CompiledPlace) => readonly Found[],
  amount: PayloadNode | null,
): Read<Meaning> {
  const known: { node: PayloadNode; means: Meaning }[] = [];
  const unknown: PayloadNode[] = [];
  const nodes: PayloadNode[] = [];
  for (const { place, means } of places)
    for (const { node } of own(place)) {
      if (isOver(node)) continue;
      nodes.push(node);
      const meaning = node.isCut ? undefined : meaningOf(means, node, amount);
      if (meaning !== undefined) known.push({ node, means: meaning });
      else if (wordOf(node) !== "") unknown.push(node);
    }
  return { known, unknown, nodes };
}

/** What stands there means by its word, by being the amount, or by standing there. */
function meaningOf<Meaning>(means: Means<Meaning>, node: PayloadNode, amount: PayloadNode | null): Meaning | undefined {
  const word = wordOf(node);
  const own = means.get(node.kind === "null" ? node.text : word) ?? means.get(word);
  if (own !== undefined || word === "") return own;
  return means.has(SAME) && amount !== null && isSameNumber(node, amount) ? means.get(SAME) : means.get(FILLED);
}

type Told<Meaning> = ReadValue & { readonly means: Meaning | null };

function purposeOf(payload: Payload, { purpose }: Reading, { known }: Read<Purpose | "either">): Told<Purpose> | null {
  const neither = known.find(({ means }) => means === "neither");
  const sides = known.filter(({ means }) => means === "credit" || means === "charge");
  const [first] = sides;
  if (neither !== undefined) return { ...valueOf(payload, neither.node), means: "neither" };
  if (first !== undefined) {
    // One place says that money comes and another that it goes.
    const isPlain = sides.every(({ means }) => means === first.means);
    return { ...valueOf(payload, first.node), means: isPlain && first.means !== "either" ? first.means : "neither" };
  }
  return purpose.always === null ? null : { text: purpose.always, path: "", means: purpose.always };
}

function outcomeOf(payload: Payload, { known }: Read<OutcomeMeaning>): Told<OutcomeMeaning> | null {
  for (const means of ["failed", "neither", "went-through"] as const) {
    const found = known.find((each) => each.means === means);
    if (found !== undefined) return { ...valueOf(payload, found.node), means };
  }
  return null;
}

function unknownAt<Meaning>(
  told: Told<Meaning> | null,
  fresh: readonly NewWord[],
  about: NewWord["about"],
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
  about: NewWord["about"],
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
