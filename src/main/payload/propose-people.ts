import { scoresOf } from "./layout.ts";
import type { Awaited, Candidates } from "./propose-awaited.ts";
import type { PayloadNode } from "./tree.ts";
import { SAYS } from "./words.ts";
import { isWrittenOtherwise } from "./written-otherwise.ts";

/** A person's place in a payload. */
export interface Person {
  readonly node: PayloadNode;
  readonly written: "same" | "otherwise";
}

const TEXTS_COMPARED = 500;

/**
 * The place of a person's reference: where the awaited one stands, letter for letter or nearly so; else the place
 * whose name says so most clearly.
 *
 * @param taken the place that names the other side, and so does not name this one
 */
export function proposePerson(
  candidates: Candidates,
  role: "user" | "from" | "to",
  reference: string | null,
  amount: PayloadNode | null,
  taken: PayloadNode | null,
): Person | null {
  const { payload, values } = candidates;
  const scores = scoresOf(payload, role, amount, (node, around) => nameScore(node, role, around));
  const best = (nodes: readonly PayloadNode[], least: number, isMeant: (text: string) => boolean) => {
    let found: { readonly node: PayloadNode; readonly score: number } | null = null;
    for (const node of nodes) {
      const score = scores[node.place] ?? 0;
      if (score <= (found?.score ?? least) || node === amount || node === taken) continue;
      if ((node.kind === "string" || node.kind === "number") && isMeant(node.text)) found = { node, score };
    }
    return found?.node ?? null;
  };
  if (reference !== null && reference !== "") {
    const same = best(candidates.byText.get(reference) ?? [], isTelling(reference) ? -30 : 0, () => true);
    if (same !== null) return { node: same, written: "same" };
    const near = values.filter(({ text }) => text.length > 2 && text.length < 200).slice(0, TEXTS_COMPARED);
    const other = best(near, 0, (text) => isWrittenOtherwise(text, reference));
    if (other !== null) return { node: other, written: "otherwise" };
    // Under a name that nobody knows only the reference itself tells: one that is known may be the other side's.
    const unnamed = isTelling(reference) ? near.filter(({ words }) => words.says === 0) : [];
    const behind = best(unnamed, -30, (text) => isBehindKind(text, reference));
    if (behind !== null) return { node: behind, written: "otherwise" };
  }
  const named = best(values, 24, (text) => text !== "" && text.length <= 200);
  return named === null ? null : { node: named, written: "same" };
}

/** A plain word such as "test" or a short number turns up by chance. */
function isTelling(reference: string): boolean {
  return reference.length >= 4 && /[^\p{L}]/u.test(reference) && !/^[0-9]{1,5}$/.test(reference);
}

/** A reference right behind what it is of, which is as telling as the reference alone: `user:ref_ada`, `/users/ref_ada`. */
function isBehindKind(text: string, reference: string): boolean {
  return text.endsWith(reference) && /^\/?(?:[\p{L}_-]+[:/])+$/u.test(text.slice(0, -reference.length));
}

/** How deep an amount may stand without envelopes around the webhook, which tell nothing of whom it names. */
const DEEPEST = 5;

function nameScore(node: PayloadNode, role: "user" | "from" | "to", around: ReadonlySet<PayloadNode>): number {
  const { says } = node.words;
  let score = Math.max(0, around.size - DEEPEST) - node.depth;
  let person = (says & SAYS.person) !== 0;
  let side = sideOf(says);
  let isMentioned = (says & SAYS.before) !== 0;
  for (let at = node.parent; at !== null && at.parent !== null; at = at.parent) {
    if (around.has(at) && (at.words.says & (SAYS.sender | SAYS.recipient)) === 0) continue;
    person ||= (at.words.says & SAYS.person) !== 0;
    side ??= sideOf(at.words.says);
    isMentioned ||= (at.words.says & SAYS.before) !== 0;
    if (/^(?:peer|counterparty|counterpart)$/.test(at.words.name)) side ??= role === "to" ? "to" : "from";
  }
  if ((says & SAYS.reference) !== 0) score += person || side !== null ? 20 : 5;
  if (person) score += 12;
  if (/ref(?:erence)?$/.test(node.words.name) && (person || side !== null)) score += 4;
  if (side !== null) score += role === "user" ? (side === "to" ? 4 : -18) : side === role ? 18 : -40;
  else if (role === "to") score -= 12;
  if (isMentioned) score -= 25;
  if ((says & (SAYS.currency | SAYS.kind | SAYS.outcome)) !== 0 && !person) score -= 25;
  return score;
}

function sideOf(says: number): "from" | "to" | null {
  if ((says & SAYS.sender) !== 0) return (says & SAYS.recipient) !== 0 ? null : "from";
  return (says & SAYS.recipient) !== 0 ? "to" : null;
}

const SHORTEST_REMARK = 4;

/** Whether it is how something was before. */
function isBefore({ words, inherited }: PayloadNode): boolean {
  return ((words.says | inherited) & SAYS.before) !== 0;
}

/** Where the remark stands: letter for letter, within a longer text, else under a name for it. */
export function proposeRemark(candidates: Candidates, expected: Awaited | null, isStrong: boolean): PayloadNode | null {
  const { payload, values } = candidates;
  const remark = expected?.remark ?? null;
  const named = (nodes: readonly PayloadNode[]) =>
    nodes.find((node) => node.kind === "string" && (node.words.says & SAYS.remark) !== 0 && !isBefore(node)) ??
    nodes.find(({ kind }) => kind === "string");
  if (remark !== null && remark !== "") {
    const same = named(candidates.byText.get(remark) ?? []);
    if (same !== undefined) return same;
    if (remark.length >= SHORTEST_REMARK) {
      const within = named(values.filter(({ text }) => text.includes(remark)));
      if (within !== undefined) return within;
    }
    if (isStrong) return null;
  }
  const isRemark = scoresOf(payload, "remark", null, ({ words, kind }) =>
    kind === "string" && /^(?:remarks?|narration)$/.test(words.name) ? 1 : 0,
  );
  return values.find(({ place, text }) => isRemark[place] === 1 && text !== "") ?? null;
}
