import { type Payload, scoresOf } from "./layout.ts";
import { isMoment } from "./numbers.ts";
import { type Awaited, behindKind, type Candidates } from "./propose-awaited.ts";
import type { PayloadNode } from "./tree.ts";
import { SAYS } from "./words.ts";
import { isWrittenOtherwise } from "./written-otherwise.ts";

/** A person's place in a payload. */
export interface Person {
  readonly node: PayloadNode;
  readonly written: "same" | "otherwise";
}

const TEXTS_COMPARED = 500;

type Role = "user" | "from" | "to";

/**
 * The place of a person's reference: where the awaited one stands, letter for letter or nearly so, unless its name says
 * the other side; else the place whose name says so most clearly.
 *
 * @param taken the place that names the other side, and so does not name this one
 */
export function proposePerson(
  candidates: Candidates,
  role: Role,
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
    const places = candidates.byText.get(reference) ?? [];
    const isOthers = areOthers(candidates, role, reference, amount);
    const same = best(places, isTelling(reference) ? -30 : 0, () => true);
    if (same !== null && !isOthers) return { node: same, written: "same" };
    const near = values.filter(({ text }) => text.length > 2 && text.length < 200).slice(0, TEXTS_COMPARED);
    const other = best(near, 0, (text) => isWrittenOtherwise(text, reference));
    if (other !== null) return { node: other, written: "otherwise" };
    // Under a name that nobody knows only the reference itself tells: one that is known may be the other side's.
    const unnamed = isTelling(reference) ? near.filter(({ words }) => words.says === 0) : [];
    const behind = best(unnamed, -30, (text) => behindKind(text) === reference);
    if (behind !== null) return { node: behind, written: "otherwise" };
    const others = taken === null ? null : (sidesOf(payload, role, amount)[taken.place] ?? 0);
    const clear = scoresOf(payload, `clearly ${role} ${others}`, amount, (node, around) =>
      clearScore(node, role, around, others === 1),
    );
    let somebody: PayloadNode | null = null;
    for (const node of values) {
      const score = clear[node.place] ?? 0;
      if (score <= (somebody === null ? 0 : (clear[somebody.place] ?? 0)) || node === amount || node === taken)
        continue;
      if (isOfTheKind(node, reference, score > NAMED)) somebody = node;
    }
    if (somebody !== null) return { node: somebody, written: "same" };
    if (same !== null) return { node: same, written: "same" };
  }
  const named = best(values, 24, (text) => text !== "" && text.length <= 200);
  return named === null ? null : { node: named, written: "same" };
}

/** A plain word such as "test" or a short number turns up by chance. */
function isTelling(reference: string): boolean {
  return reference.length >= 4 && /[^\p{L}]/u.test(reference) && !/^[0-9]{1,5}$/.test(reference);
}

/** How deep an amount may stand without envelopes around the webhook, which tell nothing of whom it names. */
const DEEPEST = 5;

/**
 * The places of who pays and who is paid. Where one's reference stands under the other's name alone, the webhook tells
 * of them exchanged.
 */
export function proposeSides(
  candidates: Candidates,
  { from, to }: Pick<Awaited, "from" | "to">,
  amount: PayloadNode | null,
): Readonly<Record<"from" | "to", Person | null>> {
  const sides = (payer: string | null, payee: string | null) => {
    const paying = proposePerson(candidates, "from", payer, amount, null);
    return { from: paying, to: proposePerson(candidates, "to", payee, amount, paying?.node ?? null) };
  };
  const areUnder = (payer: string | null, payee: string | null) =>
    areOthers(candidates, "from", payer, amount) || areOthers(candidates, "to", payee, amount);
  return areUnder(from, to) && !areUnder(to, from) ? sides(to, from) : sides(from, to);
}

/** Whether a reference stands in the payload, and only under names of the other side. */
function areOthers(
  { payload, byText }: Candidates,
  role: Role,
  reference: string | null,
  amount: PayloadNode | null,
): boolean {
  const places = reference === null ? undefined : byText.get(reference);
  if (role === "user" || places === undefined) return false;
  const others = sidesOf(payload, role, amount);
  return places.every(({ place }) => others[place] === 1);
}

/** 1 for each place whose name says the other side. */
function sidesOf(payload: Payload, role: Role, amount: PayloadNode | null): readonly number[] {
  return scoresOf(payload, `not ${role}`, amount, (node, around) => {
    const side = namedAs(node, role, around).side ?? (isMerchants(node) ? "to" : null);
    return side === null || side === role ? 0 : 1;
  });
}

/**
 * Whether a text is written as references like the awaited one are: no word, moment, name or address.
 *
 * @param isNamed its own name says a reference, so that it may be one of another kind
 */
function isOfTheKind({ text, kind }: PayloadNode, reference: string, isNamed: boolean): boolean {
  if ((kind !== "string" && kind !== "number") || !/^\S{2,200}$/.test(text) || isMoment(text)) return false;
  if (isTelling(reference) && !isTelling(text)) return false;
  if (isNamed) return true;
  if (text.includes("@") !== reference.includes("@")) return false;
  if (/^[0-9]+$/.test(reference) !== /^\+?[0-9]+$/.test(text)) return false;
  const beginning = /^\p{L}+[^\p{L}\p{N}]/u.exec(reference)?.[0] ?? "";
  return /[0-9@]/.test(text) || (beginning === "" ? !isTelling(reference) : text.includes(beginning));
}

/**
 * How clearly a name in the movement's own object says a person, so that another text than the awaited one there is
 * somebody else: `from`, `payer.partyId`. 0 where it does not.
 *
 * @param isBeside the other side is named elsewhere, so that a name without a side may say this one: `account_number`
 * beside `sender_account`
 */
function clearScore(node: PayloadNode, role: Role, around: ReadonlySet<PayloadNode>, isBeside: boolean): number {
  const { says } = node.words;
  const { person, side, isMentioned } = namedAs(node, role, around);
  const isMerchant = isMerchants(node);
  const isMeant =
    role === "user"
      ? person || side === "to"
      : side === role || (side === null && (role === "from" ? person : isMerchant || (person && isBeside)));
  if (!isMeant || isMentioned || (says & (SOMEBODY | SAYS.reference)) === 0 || (says & TELLS_ELSE) !== 0) return 0;
  for (let at: PayloadNode | null = node; at !== null && at.parent !== null && !around.has(at); at = at.parent) {
    if (at.parent.kind === "array" && around.has(at.parent) && !at.isNamed) return 0;
    const isSomebodys = (at.words.says & SOMEBODY) !== 0 || (isMerchant && at === node.parent);
    if ((at.words.says & SAYS.otherThing) !== 0 && !isSomebodys) return 0;
  }
  const isNamed = (says & SAYS.reference) !== 0 && (side !== null || role !== "to" || isMerchant);
  return (isNamed ? 2 * NAMED : NAMED / 2) + node.depth + nameScore(node, role, around);
}

/** Of what `clearScore` gives a name that says whose reference it is, and not only whose side: more than this. */
const NAMED = 200;

const TELLS_ELSE = SAYS.kind | SAYS.outcome | SAYS.currency | SAYS.remark | SAYS.direction;

/** Of who pays, a shop is the other side: `merchant.id`. */
function isMerchants({ words, parent }: PayloadNode): boolean {
  return (words.says & SAYS.reference) !== 0 && parent?.words.name === "merchant";
}

const SOMEBODY = SAYS.person | SAYS.sender | SAYS.recipient;

/** What the names of a value and of what stands around it say of a person. */
function namedAs(node: PayloadNode, role: Role, around: ReadonlySet<PayloadNode>) {
  const { says } = node.words;
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
  return { person, side, isMentioned };
}

function nameScore(node: PayloadNode, role: Role, around: ReadonlySet<PayloadNode>): number {
  const { says } = node.words;
  const { person, side, isMentioned } = namedAs(node, role, around);
  let score = Math.max(0, around.size - DEEPEST) - node.depth;
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
