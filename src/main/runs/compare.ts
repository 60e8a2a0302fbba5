import { decimalKey, decimalShift } from "../../shared/decimal.ts";
import type { ReadItem, ReadValue, WebhookReading } from "../../shared/reading.ts";
import type { ComparedField, Expectation, RunField } from "../../shared/run.ts";
import { tagsIn } from "../../shared/run-tag.ts";
import type { SignatureState } from "../../shared/signature-check.ts";
import { isWrittenOtherwise, meantOtherwise, tellsWhose } from "../payload/index.ts";

/** Code units of a value that evidence carries; compared is all of it. */
const SHOWN_AT_MOST = 1_000;
/** A shorter remark turns up within others by chance. */
const SHORTEST_REMARK_WITHIN = 4;

/** What of a delivery is held against an expectation: one item of its reading, and what holds for all of them. */
export interface Said {
  readonly item: ReadItem;
  readonly tags: readonly string[];
  /** Those of them that more than one call went out with. */
  readonly sharedTags: ReadonlySet<string>;
  /** null: the profile does not check it. */
  readonly signature: SignatureState | null;
  /** Nobody has confirmed how it is read, so what it is about and how it went is only guessed. */
  readonly isProposed: boolean;
}

export interface Comparison {
  /** As far as the values are what they are read to be. */
  readonly fit: "exact" | "mismatch" | "possible";
  readonly fields: readonly ComparedField[];
  /** Compares two runs that the same item fits: more agreeing values weigh more. */
  readonly strength: number;
  /** The values that agree, sorted. Runs that agree by the same ones cannot be told apart by this item. */
  readonly agreeing: readonly string[];
  /** What is wanted instead of the values that differ. */
  readonly missed: readonly string[];
  readonly byTag: boolean;
  /** It names nobody, so that any run with these values may be meant. */
  readonly anonymous: boolean;
}

const WEIGHTS: Readonly<Partial<Record<RunField, number>>> = {
  tag: 1_000,
  user: 10,
  from: 10,
  to: 10,
  remark: 10,
  amount: 5,
  currency: 3,
  purpose: 2,
};

/** Every value compared, whatever comes of it. */
export function compareAll(expectation: Expectation, said: Said): readonly ComparedField[] {
  const { item } = said;
  return [
    tag(expectation, said),
    amount(expectation, item),
    currency(expectation, item),
    person("user", expectation, item),
    person("from", expectation, item),
    person("to", expectation, item),
    remark(expectation, item),
    purpose(expectation, item),
    outcome(item),
    signature(said.signature),
  ].filter((each) => each !== null);
}

/** @returns null when the item has nothing to do with the expectation, or speaks for somebody else */
export function compare(expectation: Expectation, said: Said): Comparison | null {
  const fields = compareAll(expectation, said);
  const fit = fitOf(fields, said);
  if (fit === null) return null;
  const agreeing: string[] = [];
  const missed: string[] = [];
  let strength = 0;
  for (const { field, state, expected, hint } of fields) {
    if (state === "differs") missed.push(expected);
    const weight = state === "agrees" ? WEIGHTS[field] : undefined;
    if (weight === undefined) continue;
    agreeing.push(field === "currency" ? expected.toLowerCase() : expected);
    strength += weight - (hint === null ? 0 : 1);
  }
  const byTag = fields.some(({ field, state }) => field === "tag" && state === "agrees");
  return {
    fit,
    fields,
    strength,
    agreeing: agreeing.sort(),
    missed,
    byTag,
    anonymous: !byTag && namesNobody(said.item) && !fields.some(isTellingRemark),
  };
}

/** Whether an item names nobody at all. */
export function namesNobody({ user, from, to }: ReadItem): boolean {
  return user === null && from === null && to === null;
}

/** Fields that say who it is about. */
export const PEOPLE: ReadonlySet<RunField> = new Set(["user", "from", "to"]);

function fitOf(fields: readonly ComparedField[], { item, isProposed }: Said): Comparison["fit"] | null {
  const stateOf = (field: RunField) => fields.find((each) => each.field === field)?.state;
  const people = fields.filter(({ field }) => PEOPLE.has(field));
  // A signature says nothing about whose webhook it is.
  const wrong = fields.filter(({ field, state }) => state === "differs" && field !== "signature");
  const unclear = fields.some(
    ({ field, state, hint }) => state === "unclear" && field !== "tag" && hint !== "new-word",
  );
  const forged = stateOf("signature") === "differs";
  if (stateOf("tag") === "differs") return null;
  if (stateOf("tag") === "agrees") return unclear ? "possible" : wrong.length > 0 || forged ? "mismatch" : "exact";

  const known = people.some(({ state }) => state === "agrees") || fields.some(isTellingRemark);
  const sum = stateOf("amount");
  if (wrong.length === 0) {
    if (sum !== "agrees") return known ? "possible" : null;
    const nobody = namesNobody(item) && people.length > 0;
    return unclear || !(known || nobody) ? "possible" : forged ? "mismatch" : "exact";
  }
  // Another movement of the same person, as likely as not; without an amount it is about something else.
  if (sum === "differs" && stateOf("purpose") === "differs") return known ? "possible" : null;
  if (sum === "absent" && stateOf("purpose") === "differs" && !fields.some(isTellingRemark)) return null;
  if (known || people.some(({ hint }) => hint === "other-side")) return unclear ? "possible" : "mismatch";
  if (sum !== "agrees") return null;
  // The amount alone: with one thing wrong beside it, it is looked at; with two it is somebody else's.
  // What a proposal takes for the other purpose or a failure is only a word: many call each payment a charge.
  const isOfSomebody = ({ field }: ComparedField) =>
    PEOPLE.has(field) || (isProposed && (field === "purpose" || field === "outcome"));
  if (wrong.some(({ field }) => PEOPLE.has(field)))
    return !wrong.every(isOfSomebody) ? null : !unclear ? "mismatch" : isProposed ? "possible" : null;
  return unclear || wrong.length > 1 || !namesNobody(item) ? "possible" : "mismatch";
}

function isTellingRemark({ field, state, expected }: ComparedField): boolean {
  return field === "remark" && state === "agrees" && tellsWhose(expected);
}

/** Whether what its reading says can be trusted to the end; else why not. */
export function doubtOf(
  { by, newWords, incomplete, items }: WebhookReading,
  item: ReadItem,
): "reading" | "new-word" | "not-searched" | null {
  if (by === "proposed") return item.outcome?.means === null ? "new-word" : "reading";
  if (by === "nothing") return "not-searched";
  if (newWords.some(({ path }) => concerns(path, item, items))) return "new-word";
  if (item.purpose?.means === null || item.outcome?.means === null) return "new-word";
  const whole = item.amount !== null && !namesNobody(item) && item.purpose !== null && item.outcome !== null;
  return incomplete === null || whole ? null : "not-searched";
}

/** Whether a word at this path is about this item, and not about another one of the same list. */
function concerns(path: string, item: ReadItem, items: readonly ReadItem[]): boolean {
  const own = listPlaceOf(item);
  if (own !== "" && path.startsWith(own)) return true;
  return !items.some((other) => other !== item && listPlaceOf(other) !== "" && path.startsWith(listPlaceOf(other)));
}

function listPlaceOf({ amount: sum }: ReadItem): string {
  return /^.*\[[0-9]+\]/.exec(sum?.path ?? "")?.[0] ?? "";
}

function evidence(
  field: RunField,
  state: ComparedField["state"],
  expected: string,
  found: ReadValue | null,
  hint: ComparedField["hint"] = null,
): ComparedField {
  const actual = found === null ? null : found.text.slice(0, SHOWN_AT_MOST);
  return { field, state, expected: expected.slice(0, SHOWN_AT_MOST), actual, path: found?.path ?? null, hint };
}

/** The tag that was made for this call; another one is another run's. One that two calls went out with tells nothing. */
function tag({ tag: own, remark: sent }: Expectation, { tags, sharedTags }: Said): ComparedField | null {
  const [found] = tags;
  if (found === undefined) return own === null ? null : evidence("tag", "absent", own, null);
  if (own !== null && tags.includes(own) && !sharedTags.has(own))
    return evidence("tag", "agrees", own, { text: own, path: "" });
  const carried = tagsIn(sent ?? "");
  const known = tags.find((each) => carried.includes(each));
  if (known === undefined)
    return evidence("tag", "differs", own ?? "", own === null ? { text: found, path: "" } : null);
  return own === null ? null : evidence("tag", "unclear", own, { text: known, path: "" });
}

/** Equal as a decimal, never as a float. In another unit it is another amount. */
function amount({ amount: expected, operation }: Expectation, { amount: found }: ReadItem): ComparedField | null {
  const wanted = expected === null ? null : decimalKey(expected);
  if (expected === null || wanted === null) return null;
  if (found === null) return evidence("amount", "absent", expected, null);
  if (found.units === null) return evidence("amount", "unclear", expected, found);
  const meant = meantOtherwise(found);
  const compared = (state: ComparedField["state"], hint: ComparedField["hint"]): ComparedField => ({
    ...evidence("amount", state, expected, found, hint),
    ...(meant === null ? {} : { meant: meant.slice(0, SHOWN_AT_MOST) }),
  });
  if (decimalKey(found.units) === wanted) return compared("agrees", null);
  const unsigned = found.units.replace(/^-/, "");
  // Who is charged loses it: some services write that with a minus. Others write a reversal so.
  if (unsigned !== found.units && decimalKey(unsigned) === wanted)
    return compared(operation === "charge" ? "unclear" : "differs", "other-sign");
  const shift = decimalShift(found.units, expected);
  return compared("differs", shift === 2 ? "hundred-times" : shift === -2 ? "hundredth" : null);
}

function currency({ currency: expected }: Expectation, { currency: found }: ReadItem): ComparedField | null {
  if (expected === null || expected === "") return null;
  if (found === null) return evidence("currency", "absent", expected, null);
  const wanted = expected.trim().toUpperCase();
  if (found.text.trim().toUpperCase() === wanted || found.code === wanted)
    return evidence("currency", "agrees", expected, found);
  // A mere `$` may be any of a dozen.
  return evidence("currency", found.code === null ? "unclear" : "differs", expected, found);
}

/** The reference of a person: opaque text, equal to the last letter unless it was confirmed to be written otherwise. */
function person(role: "user" | "from" | "to", expectation: Expectation, item: ReadItem): ComparedField | null {
  const expected = expectation[role];
  if (expected === null || expected === "") return null;
  const found = placeOf(role, expectation, item);
  if (found === null) {
    const other = item.purpose === null ? partOf(role, expectation, item) : null;
    return other?.text === expected
      ? evidence(role, "unclear", expected, other)
      : evidence(role, "absent", expected, null);
  }
  if (found.text === expected) return evidence(role, "agrees", expected, found);
  if (found.written === "otherwise" && isWrappedIn(found.text, expected))
    return evidence(role, "agrees", expected, found, "written-otherwise");
  const other = role === "from" ? expectation.to : role === "to" ? expectation.from : null;
  if (found.text === other) return evidence(role, "differs", expected, found, "other-side");
  if (isWrappedIn(found.text, expected)) return evidence(role, "unclear", expected, found, "written-otherwise");
  return evidence(role, "differs", expected, found);
}

/** One that does not say what it is about may be about the other: a credit to somebody looks like a charge from the same. */
function placeOf(role: "user" | "from" | "to", expectation: Expectation, item: ReadItem): ReadItem["user"] {
  return item.purpose === null ? item[role] : partOf(role, expectation, item);
}

/** The payload's own user is who is charged; who gets a payment is the user of a credit. */
function partOf(role: "user" | "from" | "to", { operation }: Expectation, item: ReadItem): ReadItem["user"] {
  if (role === "from" && operation === "charge") return item.from ?? item.user;
  if (role === "user" && operation === "credit") return item.user ?? item.to;
  return item[role];
}

/** The remark of a charge; services may put more text around it, and write it in capitals. */
function remark({ remark: expected }: Expectation, { remark: found }: ReadItem): ComparedField | null {
  if (expected === null || expected === "") return null;
  if (found === null) return evidence("remark", "absent", expected, null);
  if (found.text === expected) return evidence("remark", "agrees", expected, found);
  if (expected.length >= SHORTEST_REMARK_WITHIN && standsWithin(found.text, expected))
    return evidence("remark", "agrees", expected, found, "within");
  const alike = isWrittenOtherwise(found.text, expected);
  return evidence("remark", alike ? "agrees" : "differs", expected, found, alike ? "written-otherwise" : null);
}

/** Whether a text stands within another one whole: `R 811` is no part of `R 8111`. */
function standsWithin(text: string, part: string): boolean {
  const isOfWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char);
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const before = isOfWord(part[0]) && isOfWord(text[at - 1]);
    const after = isOfWord(part.at(-1)) && isOfWord(text[at + part.length]);
    if (!before && !after) return true;
  }
  return false;
}

function purpose({ operation }: Expectation, { purpose: found }: ReadItem): ComparedField {
  if (found === null) return evidence("purpose", "absent", operation, null);
  if (found.means === null) return evidence("purpose", "unclear", operation, found, "new-word");
  return evidence("purpose", found.means === operation ? "agrees" : "differs", operation, found);
}

const OUTCOME_STATES = { "went-through": "agrees", failed: "differs", neither: "unclear" } as const;

function outcome({ outcome: found }: ReadItem): ComparedField {
  const expected = "went through";
  if (found === null) return evidence("outcome", "absent", expected, null);
  if (found.means === null) return evidence("outcome", "unclear", expected, found, "new-word");
  return evidence("outcome", OUTCOME_STATES[found.means], expected, found);
}

function signature(state: SignatureState | null): ComparedField | null {
  if (state === null) return null;
  return evidence("signature", state === "valid" ? "agrees" : "differs", "valid", { text: state, path: "" });
}

/** What a service puts between a reference and other words: a hyphen, a point or a digit may as well be part of one. */
const BETWEEN = /[\s:/|#@]/g;
/** A text of more parts is no reference. */
const PARTS_AT_MOST = 24;

/** Whether a reference is the same but for capitals, and what a service puts in front of it or behind it. */
function isWrappedIn(text: string, expected: string): boolean {
  return wrappedIn(text).includes(plainReference(expected));
}

/** All that may be the reference in a text: the whole, and what stands in it between two borders; as `plainReference`. */
export function wrappedIn(text: string): readonly string[] {
  const whole = plainReference(text);
  const borders = [...whole.matchAll(BETWEEN)].map(({ index }) => index);
  if (borders.length > PARTS_AT_MOST) return [whole];
  // In front of a telephone number, and nowhere else: what stands behind one may be somebody else (`ada+bob`).
  const starts = [0, ...borders.map((at) => at + 1)].flatMap((at) => (whole[at] === "+" ? [at, at + 1] : [at]));
  const ends = [...borders, whole.length];
  return starts.flatMap((start) => ends.flatMap((end) => (end > start ? [whole.slice(start, end)] : [])));
}

/** A reference without what differs in the way it is written. */
export function plainReference(text: string): string {
  return text.slice(0, 2_000).normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
