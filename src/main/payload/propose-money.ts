import type { Reading } from "../../shared/reading.ts";
import { currencyCode, currencyInName, isCurrencyCode } from "./currencies.ts";
import { scoresOf } from "./layout.ts";
import { type DecimalMark, type NumberValue, numbersIn } from "./numbers.ts";
import { isNameOfItem, patternIn } from "./patterns.ts";
import { type Awaited, amountsLike, type Candidates } from "./propose-awaited.ts";
import { isInList, type PayloadNode } from "./tree.ts";
import { SAYS } from "./words.ts";

export interface ProposedAmount {
  readonly node: PayloadNode;
  readonly scale: number;
  readonly mark: DecimalMark;
  readonly negative: boolean;
  readonly unit: string | null;
}

/**
 * The amount: what a simulation waits for is the strongest sign, and names decide between several.
 *
 * @param readings those of its profile: what another kind of webhook has in hundredths at the same place is so here, too
 */
export function proposeAmount(
  candidates: Candidates,
  expected: Awaited | null,
  readings: readonly Reading[],
): ProposedAmount | null {
  const { payload, values } = candidates;
  const awaited = new Map<PayloadNode, NumberValue & { readonly scale: number }>();
  for (const value of amountsLike(candidates, expected?.amount ?? null))
    if (!awaited.has(value.node)) awaited.set(value.node, value);
  const names = scoresOf(payload, "amount", null, nameScore);
  let best: { readonly value: NumberValue; readonly score: number } | null = null;
  // What each step of a movement repeats is the whole's: `amount_cents` beside `operations[*].amount`. A batch of one
  // movement has its amount once more as its total.
  const alike = [...awaited.values()].filter(({ scale }) => scale === 0).map((value) => value.node);
  const isWhole = alike.some(isOfWhole) && alike.filter(isInList).length > 1;
  for (const node of values) {
    if (isWhole && isInList(node)) continue;
    const scale = awaited.get(node)?.scale;
    const bonus = scale === undefined ? 0 : scale === 0 ? 90 : Math.abs(scale) === 2 ? 85 : 20;
    const score = (names[node.place] ?? 0) + bonus;
    // The name of a pair is no amount: `{"name": "20"}`.
    if (score <= (best?.score ?? 0) || isNameOfItem(node)) continue;
    const [value] = numbersIn(node);
    if (value !== undefined) best = { value, score };
  }
  if (best === null) return null;
  const { node } = best.value;
  const found = awaited.get(node);
  const { mark, decimal, unit } = found ?? best.value;
  const scale =
    found?.scale ??
    scaleOfOthers(patternIn(payload, node), readings) ??
    nearestScale(decimal, expected?.amount ?? null);
  return { node, scale, mark, unit, negative: decimal.startsWith("-") && !(expected?.amount ?? "").startsWith("-") };
}

/** An amount by its name that stands in no list. */
function isOfWhole(node: PayloadNode): boolean {
  return (
    !isInList(node) &&
    (node.words.says & (SAYS.amount | SAYS.someAmount)) !== 0 &&
    (node.words.says & SAYS.otherNumber) === 0
  );
}

/** null where no other kind has its amount there, or not all have it in the same unit. */
function scaleOfOthers(path: string, readings: readonly Reading[]): number | null {
  const scales = new Set(readings.flatMap(({ amount }) => (amount?.path === path ? amount.scale : [])));
  return scales.size === 1 ? ([...scales][0] ?? null) : null;
}

function nameScore(node: PayloadNode): number {
  const { says } = node.words;
  const parent = node.parent?.words.says ?? 0;
  let score = -node.depth;
  const isPart = (says & SAYS.part) !== 0 && (parent & (SAYS.amount | SAYS.someAmount)) !== 0;
  if ((says & SAYS.amount) !== 0 || isPart) score += 40;
  else if ((says & SAYS.someAmount) !== 0) score += 20;
  else if ((says & (SAYS.reference | SAYS.currency | SAYS.decimals | SAYS.outcome)) !== 0) score -= 40;
  if ((says & (SAYS.otherNumber | SAYS.before)) !== 0 && (says & SAYS.amount) === 0 && !isPart) score -= 60;
  for (let at = node.parent; at !== null && at.parent !== null; at = at.parent) {
    if ((at.words.says & (SAYS.before | SAYS.contrary)) !== 0) score -= 60;
    // A list of charges is no list of fees.
    else if ((at.words.says & SAYS.otherNumber) !== 0 && (at.words.says & SAYS.amount) === 0 && !isCharges(at))
      score -= 60;
    else if ((at.words.says & SAYS.otherThing) !== 0) score -= 15;
  }
  return score;
}

function isCharges({ words, kind, parent }: PayloadNode): boolean {
  return words.name === "charges" && (kind === "array" || parent?.kind === "array");
}

/**
 * The unit of an amount that is not the awaited one cannot be known. Taken is the one that brings it nearest to that.
 */
function nearestScale(decimal: string, awaited: string | null): number {
  const [sent, wanted] = [Math.abs(Number(decimal)), Math.abs(Number(awaited ?? Number.NaN))];
  if (!(sent > 0) || !(wanted > 0)) return 0;
  const apart = Math.log10(wanted / sent);
  return [0, 2, -2].reduce((best, scale) => (Math.abs(apart - scale) < Math.abs(apart - best) ? scale : best), 0);
}

export type ProposedCurrency = { readonly node: PayloadNode } | { readonly node: null; readonly fixed: string };

/** The currency that stands nearest to the amount under the best name, in its text, or in its name. */
export function proposeCurrency(
  { payload, values }: Candidates,
  amount: ProposedAmount | null,
  expected: Awaited | null,
): ProposedCurrency | null {
  const wanted = expected?.currency?.toUpperCase() ?? null;
  const named = scoresOf(payload, "currency name", null, (node) => (isCurrencyName(node) ? 1 : 0));
  const scores = scoresOf(payload, "currency", amount?.node ?? null, currencyScore);
  let best: { readonly node: PayloadNode; readonly score: number } | null = null;
  for (const node of values) {
    const { text, kind, place } = node;
    const isNamed = named[place] === 1;
    const isWanted = wanted !== null && text.length === wanted.length && text.toUpperCase() === wanted;
    if ((!isNamed && !isWanted && !isCurrencyCode(text)) || (kind !== "string" && kind !== "number")) continue;
    if (text.length > 20 || node === amount?.node) continue;
    const code = currencyCode(text);
    if (code !== null && !isCurrencyCode(code) && !((isNamed || isWanted) && /^[A-Za-z]{3,5}$/.test(text))) continue;
    const score = (scores[place] ?? 0) + (isWanted || (wanted !== null && code === wanted) ? 20 : 0);
    if (score > 0 && (best === null || score > best.score)) best = { node, score };
  }
  if (amount !== null && amount.unit !== null && (best === null || best.score < 30)) return { node: amount.node };
  if (best !== null) return { node: best.node };
  const code = amount === null ? null : (currencyInName(amount.node.words.words) ?? null);
  return code === null ? null : { node: null, fixed: code };
}

const PART = /^(?:code|iso|isocode|alpha|alphabetic|alphacode|numeric|id|symbol|short|value|text)$/;

/** `code` within `currency`. */
function isPartOfCurrency({ words, parent }: PayloadNode): boolean {
  return PART.test(words.name) && ((parent?.words.says ?? 0) & SAYS.currency) !== 0;
}

function isCurrencyName(node: PayloadNode): boolean {
  return (node.words.says & SAYS.currency) !== 0 || isPartOfCurrency(node);
}

/** @param around the objects and lists around the amount, the innermost first */
function currencyScore(node: PayloadNode, around: ReadonlySet<PayloadNode>): number {
  const { says } = node.words;
  let score = isCurrencyName(node) ? 30 : 3;
  const scope = isPartOfCurrency(node) ? (node.parent?.parent ?? null) : node.parent;
  const distance = scope === null ? -1 : [...around].indexOf(scope);
  score += distance === -1 ? -10 : 15 - 3 * distance;
  // Within the currency a code is the currency's.
  if ((says & SAYS.before) !== 0 || ((says & SAYS.otherNumber) !== 0 && !isPartOfCurrency(node))) score -= 25;
  if ((says & SAYS.sender) !== 0) score -= 5;
  return score;
}
