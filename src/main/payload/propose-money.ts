import { currencyCode, currencyInName, isCurrencyCode } from "./currencies.ts";
import { type DecimalMark, isMoment } from "./numbers.ts";
import type { Awaited } from "./propose.ts";
import { amountsLike, type Candidates, type NumberValue } from "./propose-awaited.ts";
import type { PayloadNode } from "./tree.ts";
import { SAYS } from "./words.ts";

export interface ProposedAmount {
  readonly node: PayloadNode;
  readonly scale: number;
  readonly mark: DecimalMark;
  readonly negative: boolean;
  readonly unit: string | null;
}

/** The amount: what a simulation waits for is the strongest sign, and names decide between several. */
export function proposeAmount(candidates: Candidates, expected: Awaited | null): ProposedAmount | null {
  const like = amountsLike(candidates, expected?.amount ?? null);
  const scales = new Map<PayloadNode, (typeof like)[number]>();
  for (const value of like) if (!scales.has(value.node)) scales.set(value.node, value);
  let best: { readonly value: NumberValue; readonly score: number } | null = null;
  for (const value of candidates.numbers) {
    const found = scales.get(value.node);
    const bonus = found === undefined ? 0 : found.scale === 0 ? 50 : Math.abs(found.scale) === 2 ? 45 : 20;
    const score = nameScore(value.node) + bonus;
    if (score > 0 && (best === null || score > best.score)) best = { value, score };
  }
  if (best === null) return null;
  const { node, mark, decimal, unit } = scales.get(best.value.node) ?? best.value;
  const scale = scales.get(node)?.scale ?? nearestScale(decimal, expected?.amount ?? null);
  return { node, scale, mark, unit, negative: decimal.startsWith("-") && !(expected?.amount ?? "").startsWith("-") };
}

function nameScore(node: PayloadNode): number {
  const { says } = node.words;
  const parent = node.parent?.words.says ?? 0;
  let score = -node.depth;
  const isPart = (says & SAYS.part) !== 0 && (parent & (SAYS.amount | SAYS.someAmount)) !== 0;
  if ((says & SAYS.amount) !== 0 || isPart) score += 40;
  else if ((says & SAYS.someAmount) !== 0) score += 20;
  else if ((says & (SAYS.reference | SAYS.currency | SAYS.decimals | SAYS.outcome)) !== 0) score -= 40;
  if ((says & (SAYS.otherNumber | SAYS.before)) !== 0 && (says & SAYS.amount) === 0) score -= 60;
  for (let at = node.parent; at !== null && at.parent !== null; at = at.parent) {
    if ((at.words.says & (SAYS.before | SAYS.contrary)) !== 0) score -= 60;
    // A list of charges is no list of fees.
    else if ((at.words.says & SAYS.otherNumber) !== 0 && (at.words.says & SAYS.amount) === 0 && !isCharges(at))
      score -= 60;
    else if ((at.words.says & SAYS.otherThing) !== 0) score -= 15;
  }
  if ((says & SAYS.amount) === 0 && isMoment(node.text)) score -= 50;
  return score;
}

function isCharges({ words, kind, parent }: PayloadNode): boolean {
  return words.name === "charges" && (kind === "array" || parent?.kind === "array");
}

/** Of a wrong amount nobody can say the unit: the one that brings it nearest to what is awaited. */
function nearestScale(decimal: string, awaited: string | null): number {
  const [sent, wanted] = [Math.abs(Number(decimal)), Math.abs(Number(awaited ?? Number.NaN))];
  if (!(sent > 0) || !(wanted > 0)) return 0;
  const apart = Math.log10(wanted / sent);
  return [0, 2, -2].reduce((best, scale) => (Math.abs(apart - scale) < Math.abs(apart - best) ? scale : best), 0);
}

type ProposedCurrency = { readonly node: PayloadNode } | { readonly node: null; readonly fixed: string };

/** The currency that stands nearest to the amount under the best name, in its text, or in its name. */
export function proposeCurrency(
  { values }: Candidates,
  amount: ProposedAmount | null,
  expected: Awaited | null,
): ProposedCurrency | null {
  const around: PayloadNode[] = [];
  for (let at = amount?.node.parent ?? null; at !== null; at = at.parent) around.push(at);
  const wanted = expected?.currency?.toUpperCase() ?? null;
  let best: { readonly node: PayloadNode; readonly score: number } | null = null;
  for (const node of values) {
    if ((node.kind !== "string" && node.kind !== "number") || node.text.length > 20 || node === amount?.node) continue;
    const score = currencyScore(node, around, wanted);
    if (score > 0 && (best === null || score > best.score)) best = { node, score };
  }
  if (amount !== null && amount.unit !== null && (best === null || best.score < 30)) return { node: amount.node };
  if (best !== null) return { node: best.node };
  const code = amount === null ? null : (currencyInName(amount.node.words.words) ?? null);
  return code === null ? null : { node: null, fixed: code };
}

function currencyScore(node: PayloadNode, around: readonly PayloadNode[], wanted: string | null): number {
  const { says, name } = node.words;
  const isPart = /^(?:code|iso|isocode|alpha|alphabetic|alphacode|numeric|id|symbol|short|value|text)$/.test(name);
  const parent = node.parent?.words.says ?? 0;
  const isNamed = (says & SAYS.currency) !== 0 || (isPart && (parent & SAYS.currency) !== 0);
  const code = currencyCode(node.text);
  const looksLike = code === null || isCurrencyCode(code) || (isNamed && /^[A-Za-z]{3,5}$/.test(node.text));
  if (!looksLike || (!isNamed && !isCurrencyCode(node.text))) return 0;
  let score = isNamed ? 30 : 3;
  if (wanted !== null && code === wanted) score += 20;
  const scope = isPart && (parent & SAYS.currency) !== 0 ? (node.parent?.parent ?? null) : node.parent;
  const distance = scope === null ? -1 : around.indexOf(scope);
  score += distance === -1 ? -10 : 15 - 3 * distance;
  if ((says & (SAYS.otherNumber | SAYS.before)) !== 0) score -= 25;
  if ((says & SAYS.sender) !== 0) score -= 5;
  for (let at = node.parent; at !== null && at.parent !== null; at = at.parent)
    if (!around.includes(at) && (at.words.says & (SAYS.otherThing | SAYS.before | SAYS.otherNumber)) !== 0) score -= 20;
  return score;
}
