import type { OutcomeMeaning, PurposeMeaning } from "../../shared/reading.ts";
import { isMoment } from "./numbers.ts";
import { type Payload, type PayloadNode, valuesBelow } from "./tree.ts";
import { codeSaid, directionSaid, isNothing, outcomeSaid, purposeSaid, switchSaid } from "./word-meanings.ts";
import { SAYS } from "./words.ts";

/**
 * A place whose name says that it tells what the webhook is about, or how it went. `suggests`: what its word would be
 * taken for; null where nobody can say.
 */
export type Signal =
  | { readonly about: "purpose"; readonly node: PayloadNode; readonly suggests: PurposeMeaning | null }
  | { readonly about: "outcome"; readonly node: PayloadNode; readonly suggests: OutcomeMeaning | null };

const ANY = SAYS.kind | SAYS.direction | SAYS.outcome | SAYS.failure | SAYS.contrary | SAYS.success;
/** What a container beside the amount may be called for its values to be the transaction's own. */
const OWN = SAYS.own | SAYS.outcome | SAYS.failure | SAYS.contrary | SAYS.success;

/** The nodes of a payload that may be signals, whatever the amount is. */
export function speaking(payload: Payload): readonly PayloadNode[] {
  const found: PayloadNode[] = [];
  for (const root of [payload.headers, payload.query, payload.body])
    for (const node of valuesBelow(root)) if (saysWithParents(node) !== 0) found.push(node);
  return found;
}

function saysWithParents(node: PayloadNode): number {
  let says = node.words.says & ANY;
  for (let at = node.parent; at !== null && says === 0; at = at.parent)
    says = at.words.says & (SAYS.failure | SAYS.contrary | SAYS.outcome);
  return says;
}

/**
 * Of those, the ones that speak of the movement with this amount: they stand in an object around it, or beside such a
 * one under a name of the event or the transaction. The status of a customer, or the one before, is nobody's outcome.
 *
 * @param amount null: of the payload as a whole
 */
export function signalsOf(
  nodes: readonly PayloadNode[],
  amount: PayloadNode | null,
  awaited: "credit" | "charge" | null,
): readonly Signal[] {
  const around = new Set<PayloadNode>();
  for (let at = amount?.parent ?? null; at !== null; at = at.parent) around.add(at);
  return nodes.flatMap((node) => signalsAt(node, around, awaited));
}

function signalsAt(
  node: PayloadNode,
  around: ReadonlySet<PayloadNode>,
  awaited: "credit" | "charge" | null,
): readonly Signal[] {
  const { says, words } = node.words;
  if ((says & SAYS.before) !== 0 || ((says & SAYS.otherThing) !== 0 && !isCalledOnlyThat(node))) return [];
  let inherited = 0;
  for (let at = node.parent; at !== null && at.parent !== null && !around.has(at); at = at.parent) {
    if ((at.words.says & (SAYS.before | SAYS.otherThing)) !== 0 || (at.words.says & OWN) === 0) return [];
    inherited |= at.words.says;
  }
  const text = node.text.trim();
  const last = words.at(-1) ?? "";
  const isProse = PROSE_ENDS.has(last) || /^https?:/i.test(text);
  if (((says | inherited) & SAYS.contrary) !== 0 && (says & SAYS.outcome) === 0) {
    if (isNothing(text) || /^https?:/i.test(text)) return [];
    return [{ about: "purpose", node, suggests: "neither" }];
  }
  if (((says | inherited) & SAYS.failure) !== 0) {
    if (isNothing(text) || /^https?:/i.test(text) || outcomeSaid(text) === "went-through") return [];
    return codeSaid(text) === "went-through" ? [] : [{ about: "outcome", node, suggests: "failed" }];
  }
  if (isProse) return [];
  if ((says & SAYS.outcome) !== 0 || ((inherited & SAYS.outcome) !== 0 && STATUS_PARTS.has(words.join("")))) {
    if (text === "" || node.kind === "null") return [];
    return [{ about: "outcome", node, suggests: statusSaid(node, text) }];
  }
  if ((says & SAYS.success) !== 0) {
    const on = switchSaid(text);
    if (on === null) return [];
    return [{ about: "outcome", node, suggests: on ? "went-through" : "failed" }];
  }
  if ((says & SAYS.direction) !== 0) {
    const said = directionSaid(text);
    if (said !== null) return [{ about: "purpose", node, suggests: said }];
    if (
      /^(?:direction|drcr|crdr|cdtdbtind|debitcredit|creditdebit|indicator)$/.test(node.words.name) &&
      !isNothing(text)
    )
      return [{ about: "purpose", node, suggests: null }];
  }
  if ((says & SAYS.kind) === 0 || !isKind(node) || !isName(text)) return [];
  const purpose: Signal = { about: "purpose", node, suggests: purposeSaid(text, awaited) };
  const outcome = outcomeSaid(text);
  return outcome === null ? [purpose] : [purpose, { about: "outcome", node, suggests: outcome }];
}

const PROSE_ENDS = new Set(
  `url uri href at date time datetime on timestamp description desc message text reason detail details by id email name label
  title count reference note hash version`.split(/\s+/),
);
const STATUS_PARTS = new Set("code name value type status state text id key success".split(" "));

/** A key such as `account` alone names a thing; `account_status` speaks of it. */
function isCalledOnlyThat({ words: { words, says } }: PayloadNode): boolean {
  return words.length === 1 && (says & (SAYS.kind | SAYS.direction | SAYS.outcome | SAYS.success)) !== 0;
}

function statusSaid(node: PayloadNode, text: string): OutcomeMeaning | null {
  const said = outcomeSaid(text);
  if (said !== null) return said;
  if ((node.words.says & SAYS.code) !== 0 || node.words.name === "code") return codeSaid(text);
  const on = node.kind === "boolean" ? switchSaid(text) : null;
  if (on !== null) return on ? "went-through" : "failed";
  return /^0{1,4}$|^200$/.test(text) ? "went-through" : null;
}

/** Its name ends in a word for the kind of an event; the kind of payment is a way of paying. */
function isKind({ words: { words, name, says }, parent }: PayloadNode): boolean {
  if (/^(?:payment|pay|identifier|id|method|channel|card|account|content|mime|currency)type$/.test(name)) return false;
  if (words.at(-1) === "name") return ((says | (parent?.words.says ?? 0)) & SAYS.event) !== 0;
  return true;
}

/** What can be the name of a kind: no id, no moment, no sentence. */
function isName(text: string): boolean {
  return text.length <= 80 && /\p{L}{2}|^[CD]$/u.test(text) && !isMoment(text) && !/^[0-9a-f-]{20,}$/i.test(text);
}
