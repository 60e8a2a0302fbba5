import { amountForm, usualForms } from "./amount-form.ts";
import { pathText, readPlace } from "./payload-path.ts";
import {
  FILLED,
  type NewWord,
  type OutcomeMeaning,
  type PayloadValue,
  type PurposeMeaning,
  type Reading,
  THERE_AT_MOST,
  type WebhookReading,
} from "./reading.ts";
import type { Expectation } from "./run.ts";
import { withoutEnd } from "./text-ends.ts";

/** What a value of a payload can be told to be. */
export const VALUE_ROLES = [
  "amount",
  "currency",
  "user",
  "from",
  "to",
  "remark",
  "eventId",
  "purpose",
  "outcome",
] as const;
export type ValueRole = (typeof VALUE_ROLES)[number];

type Words<Meaning> = readonly { readonly text: string; readonly means: Meaning }[];

/** One thing that the user says of a kind of webhook. `nothing`: the place is none of those that count. */
export type Correction =
  | {
      readonly is: "amount";
      readonly path: string;
      readonly scale: number;
      readonly decimalMark: "." | ",";
      readonly negative: boolean;
    }
  | { readonly is: "currency" | "remark" | "eventId"; readonly path: string }
  | { readonly is: "user" | "from" | "to"; readonly path: string; readonly written: "same" | "otherwise" }
  | { readonly is: "purpose"; readonly path: string; readonly words: Words<PurposeMeaning> }
  | { readonly is: "outcome"; readonly path: string; readonly words: Words<OutcomeMeaning> }
  | { readonly is: "nothing"; readonly path: string };

/** A reading that says nothing yet but what its webhooks are called: corrections begin with it where none is proposed. */
export function blankReading(name: string): Reading {
  return {
    version: 1,
    id: "new",
    name: name.trim() === "" ? "Webhook" : name.trim().slice(0, 200),
    shape: { paths: [], when: [] },
    amount: null,
    currency: null,
    user: null,
    from: null,
    to: null,
    remark: null,
    eventId: null,
    purpose: { always: null, places: [] },
    outcome: { places: [] },
    watched: null,
  };
}

/** The reading after a correction. A place means one thing only; a word of the kind may tell purpose and outcome both. */
export function correctReading(reading: Reading, correction: Correction): Reading {
  const { is, path } = correction;
  if (is === "nothing") return without(reading, path, VALUE_ROLES);
  const words = is === "purpose" || is === "outcome";
  const freed = without(
    reading,
    path,
    words ? VALUE_ROLES.filter((role) => role !== "purpose" && role !== "outcome") : VALUE_ROLES,
  );
  const named = withPath(freed, path, is);
  switch (correction.is) {
    case "amount": {
      const { scale, decimalMark, negative } = correction;
      return { ...named, amount: { path, scale, decimalMark, negative } };
    }
    case "user":
    case "from":
    case "to":
      return { ...named, [correction.is]: { path, written: correction.written } };
    case "currency":
    case "remark":
    case "eventId":
      return { ...named, [correction.is]: { path } };
    case "purpose": {
      const { always, places } = named.purpose;
      return { ...named, purpose: { always, places: put(places, { path, words: correction.words }) } };
    }
    case "outcome":
      return { ...named, outcome: { places: put(named.outcome.places, { path, words: correction.words }) } };
    default:
      return correction;
  }
}

/** A new word that somebody has to explain; of an amount in another form it is asked only whether it is right. */
export type UnknownWord = Exclude<NewWord, { about: "amount" }>;

/** The reading once somebody has said that an amount is read correctly as it is written. */
export function learnForm(reading: Reading, { text }: Pick<NewWord, "text">): Reading {
  const { amount } = reading;
  if (amount === null) return reading;
  const known = amount.forms ?? usualForms(amount.scale);
  const forms = [...new Set([amountForm(text, amount.decimalMark), ...known])].slice(0, FORMS_AT_MOST);
  return { ...reading, amount: { ...amount, forms } };
}

const FORMS_AT_MOST = 20;

/** Whether a word that nobody knows may be an id, which is another each time and says nothing of what a webhook is about. */
export function mayBeId({ about, suggests, text }: UnknownWord): boolean {
  return about === "purpose" && suggests === null && /[0-9]|\p{Lu}{6}/u.test(text);
}

/**
 * The reading once somebody has said what a new word means. The meaning is one that its place knows; of a purpose, `either`
 * says that it is an id, and any may stand there.
 *
 * @param place where the word stands in all webhooks of the kind
 */
export function learnWord(
  reading: Reading,
  word: UnknownWord,
  means: OutcomeMeaning | PurposeMeaning,
  place: string,
): Reading {
  const learn = <Place extends { readonly path: string; readonly words: Words<unknown> }>(
    places: readonly Place[],
    before: Words<unknown>,
  ) => {
    const has = places.some(({ path }) => isAtPlace(path, word.path));
    return (has ? places : [...places, { path: place, words: before } as Place]).map((each) =>
      isAtPlace(each.path, word.path)
        ? { ...each, words: [...each.words.filter(({ text }) => text !== word.text), { text: word.text, means }] }
        : each,
    ) as readonly Place[];
  };
  if (word.about === "purpose" && means === "either") {
    const kept = reading.purpose.places.filter(({ path }) => !isAtPlace(path, word.path));
    const anyId = { path: place, words: [{ text: FILLED, means }] };
    return { ...reading, purpose: { ...reading.purpose, places: [...kept, anyId] } };
  }
  if (word.about === "purpose")
    return { ...reading, purpose: { ...reading.purpose, places: learn(reading.purpose.places, []) } };
  if (word.because === "not-there-before" && means === "went-through")
    return { ...reading, there: [...new Set([...(reading.there ?? []), place])].slice(0, THERE_AT_MOST) };
  const watched = reading.watched?.find(({ path }) => isAtPlace(path, word.path));
  if (watched === undefined) {
    // What else a place of the purpose said so far spoke against no webhook.
    const said = reading.purpose.places.find(({ path }) => isAtPlace(path, word.path))?.words ?? [];
    const fine = said
      .filter((each) => each.means !== "neither" && each.text !== FILLED)
      .map(({ text }) => ({ text, means: "went-through" as const }));
    return { ...reading, outcome: { places: learn(reading.outcome.places, fine) } };
  }
  if (means === "went-through")
    return {
      ...reading,
      watched: put(reading.watched ?? [], { path: watched.path, words: [...watched.words, word.text] }),
    };
  const fine = watched.words.map((text) => ({ text, means: "went-through" as const }));
  return {
    ...reading,
    outcome: { places: learn(reading.outcome.places, fine) },
    watched: withoutWatched(reading, watched.path),
  };
}

/**
 * The new words that one answer explains. If the movement went through, so say all of them, but for what is known to say
 * otherwise; in a batch each item has an outcome of its own.
 */
export function explainedBy(
  word: UnknownWord,
  means: OutcomeMeaning | PurposeMeaning,
  { items, newWords }: Pick<WebhookReading, "items" | "newWords">,
): readonly UnknownWord[] {
  if (word.about !== "outcome" || means !== "went-through" || items.length > 1) return [word];
  const others = newWords.filter(
    (each): each is UnknownWord =>
      each !== word && each.about === "outcome" && (each.suggests === null || each.suggests === means),
  );
  return [word, ...others];
}

function withoutWatched({ watched }: Pick<Reading, "watched">, gone: string): Reading["watched"] {
  return watched?.filter(({ path }) => path !== gone) ?? null;
}

/** Whether a value's own path is among those that a reading's place means. */
export function isAtPlace(place: string, path: string): boolean {
  const [wanted, found] = [readPlace(place), readPlace(path)];
  if (wanted === null || found === null || wanted.source !== found.source) return place === path;
  return (
    wanted.steps.length === found.steps.length &&
    wanted.steps.every((step, index) => {
      const own = found.steps[index];
      if (typeof step !== "object") return step === own;
      return typeof own === "number" || JSON.stringify(own) === JSON.stringify(step);
    })
  );
}

function put<Place extends { readonly path: string }>(places: readonly Place[], place: Place): readonly Place[] {
  return places.some(({ path }) => path === place.path)
    ? places.map((each) => (each.path === place.path ? place : each))
    : [...places, place];
}

/** Webhooks that lack what a verdict rests on are another kind; a remark or an id may be missing now and then. */
function withPath(reading: Reading, path: string, is: ValueRole): Reading {
  const { paths, when } = reading.shape;
  const needed = paths.length === 0 || is === "amount" || is === "user" || is === "from" || is === "to";
  return needed && !paths.includes(path) && paths.length < 60
    ? { ...reading, shape: { paths: [...paths, path], when } }
    : reading;
}

function without(reading: Reading, path: string, roles: readonly ValueRole[]): Reading {
  const next: { -readonly [Name in keyof Reading]: Reading[Name] } = { ...reading };
  for (const role of roles) {
    if (role === "purpose")
      next.purpose = { ...next.purpose, places: next.purpose.places.filter((place) => place.path !== path) };
    else if (role === "outcome") next.outcome = { places: next.outcome.places.filter((place) => place.path !== path) };
    else if (placeOfRole(next, role) === path) next[role] = null;
  }
  next.watched = withoutWatched(next, path);
  return next;
}

/** Where a reading has this value; null where it has none, or a fixed one. */
function placeOfRole(reading: Reading, role: Exclude<ValueRole, "purpose" | "outcome">): string | null {
  const place = reading[role];
  return place !== null && "path" in place ? place.path : null;
}

/**
 * The place that a value of one webhook has in all of its kind: in a list of things any of them, in a list of pairs the
 * one with this name, in a list of bare values its number.
 */
export function placeOfValue({ path }: Pick<PayloadValue, "path">, values: readonly PayloadValue[]): string {
  const place = readPlace(path);
  if (place?.source !== "body") return path;
  const steps = place.steps.filter((step) => typeof step !== "object");
  if (steps.length < place.steps.length) return path;
  const texts = new Map(values.map((value) => [value.path, value]));
  let text = "";
  let walked: (string | number)[] = [];
  for (const [index, step] of steps.entries()) {
    if (typeof step === "number" && index < steps.length - 1) {
      const member = steps[index + 1];
      const name =
        steps.length === index + 2 && typeof member === "string" ? pairName(walked, step, member, texts) : null;
      text += name === null ? "[*]" : `[${name.member}=${JSON.stringify(name.text)}]`;
    } else if (typeof step === "number") text += `[${step}]`;
    else text = pathOfKey(text, step);
    walked = [...walked, step];
  }
  return text;
}

function pathOfKey(before: string, key: string): string {
  const alone = pathText([key]);
  return before === "" || alone.startsWith("[") ? `${before}${alone}` : `${before}.${alone}`;
}

const NAME_MEMBERS = /^@?(name|key|field|label|param|parameter|code|id|type|title)$/i;
const VALUE_MEMBERS = /^@?(value|val|text|content|data|string_?value|#text)$/i;

/** The member that names an item of a list of pairs, such as `{"Name":"Amount","Value":100}`. */
function pairName(
  list: readonly (string | number)[],
  item: number,
  member: string,
  texts: ReadonlyMap<string, PayloadValue>,
): { readonly member: string; readonly text: string } | null {
  if (!VALUE_MEMBERS.test(member)) return null;
  const prefix = pathText([...list, item]);
  for (const [path, { text, kind }] of texts) {
    if (kind !== "string" || !path.startsWith(prefix)) continue;
    const steps = readPlace(path)?.steps ?? [];
    const last = steps.at(-1);
    if (steps.length === list.length + 2 && steps[list.length] === item && typeof last === "string")
      if (NAME_MEMBERS.test(last)) return { member: last, text };
  }
  return null;
}

/** How an amount stands to the one that was asked for. */
export interface AmountUnit {
  /** As `Reading.amount.scale`: 0 for the same digits, -2 for a hundred times as much, 2 for a hundredth. */
  readonly scale: number;
  readonly decimalMark: "." | ",";
  readonly negative: boolean;
}

/** Powers of ten that services are known to write amounts in: minor units of two, three and no decimals. */
const SCALES = [0, -2, 2, -3, 3] as const;

/**
 * In which unit an amount is written, judged by what the simulation asked for; null when no unit makes the one out of
 * the other, so that somebody has to say it.
 */
export function unitOfAmount(text: string, expected: string | null): AmountUnit | null {
  const trimmed = text.trim();
  const negative = /^[-−(]/.test(trimmed);
  if (expected === null) return null;
  const wanted = digitsOf(expected, ".");
  for (const scale of SCALES)
    for (const decimalMark of marksOf(trimmed)) {
      const read = digitsOf(trimmed, decimalMark);
      if (read !== null && wanted !== null && shifted(read, scale) === shifted(wanted, 0))
        return { scale, decimalMark, negative };
    }
  return null;
}

/** The mark before decimals as far as the text itself tells; the point where it does not. */
export function marksOf(text: string): readonly ("." | ",")[] {
  const comma = text.lastIndexOf(",");
  const point = text.lastIndexOf(".");
  if (comma >= 0 && point >= 0) return comma > point ? [","] : ["."];
  if (comma < 0) return point >= 0 && /^\D*\d{1,3}(\.\d{3})+\D*$/.test(text) ? [".", ","] : ["."];
  return /,\d{3}(?!\d)/.test(text) ? [".", ","] : [","];
}

/** A decimal number as its digits and the places after the mark; null for what is none. */
function digitsOf(text: string, mark: "." | ","): { readonly digits: string; readonly places: number } | null {
  const bare = text.replace(/[^\d.,]/g, "");
  const [whole = "", fraction = "", ...rest] = bare.split(mark);
  if (rest.length > 0 || !/\d/.test(bare)) return null;
  const other = mark === "." ? /,/g : /\./g;
  return { digits: whole.replace(other, "") + fraction.replace(other, ""), places: fraction.length };
}

/** A canonical text of a number times a power of ten: `500.00` times 100 and `50000` give the same. */
function shifted({ digits, places }: { readonly digits: string; readonly places: number }, scale: number): string {
  const exponent = scale - places;
  const significant = digits.replace(/^0+/, "");
  const stripped = withoutEnd(significant, "0");
  return stripped === "" ? "0" : `${stripped}e${exponent + significant.length - stripped.length}`;
}

/** What the user says by pointing at a value, with what follows from the simulation that it belongs to. */
export function correctionOf(
  role: Exclude<ValueRole, "purpose" | "outcome">,
  path: string,
  text: string,
  expected: Expectation | null,
): Correction {
  switch (role) {
    case "amount": {
      const given = unitOfAmount(text, expected?.amount ?? null);
      const mark = marksOf(text)[0] ?? ".";
      return { is: role, path, ...(given ?? { scale: 0, decimalMark: mark, negative: /^\s*[-−(]/.test(text) }) };
    }
    case "user":
    case "from":
    case "to": {
      const wanted = expected?.[role] ?? null;
      const contained = wanted !== null && wanted !== text && text.toLowerCase().includes(wanted.toLowerCase());
      return { is: role, path, written: contained ? "otherwise" : "same" };
    }
    case "currency":
    case "remark":
    case "eventId":
      return { is: role, path };
    default:
      return role;
  }
}
