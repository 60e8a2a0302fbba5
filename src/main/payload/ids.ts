import type { ReadValue } from "../../shared/reading.ts";
import { type Payload, pathIn, scoresOf } from "./layout.ts";
import { isMoment } from "./numbers.ts";
import type { PayloadNode } from "./tree.ts";
import { SAYS, wordSet } from "./words.ts";

const IDS_AT_MOST = 16;
// A shorter one counts something, and starts again at 1 somewhere else.
const SHORTEST_ID = 6;
const LONGEST_ID = 200;

/** Headers in which senders put the id of the event, not of the attempt (Standard Webhooks, and what is common). */
export const ID_HEADER = /^(?:(?:x-)?webhook-id|svix-id|(?:x-)?event-id|(?:x-)?idempotency-key)$/;

/** `amountPaid` and `valid` end in no id. */
const PROPER_ID = /(?:(?<!pa|vo|val)id|uuid|guid)$|^id/;
const REFERENCE_NAME =
  /(?:reference|ref|rrn|receipt|receiptnumber|jti|token|kennung|referenz|referencia|编号|流水号|kenmerk|utr|stan|numero|номер|no|nr|(?:reference|operation|transaction|txn|payment)number)$|^(?:tx|txn|trx|transaction)$/;
/** What has an id of its own, the same in one event and the next. */
const HAS_OWN_ID = wordSet(
  `user customer client account acc merchant business company store shop wallet card bank mandate subscription plan product
  session device app tenant profile integration location payer payee sender recipient receiver beneficiary party terminal
  agent invoice conversation network batch group parent original settlement refund payout dispute link balance person member
  owner partner organization organisation project environment country channel method instrument address bill phone api key
  access auth owner operator staff cashier site entity kunde konto cliente usuario resource scheme contract bin category
  line product sku code`,
);

/** `merchantTransactionId` is the transaction's. */
const MOVEMENT = wordSet("transaction txn tx trx trans payment transfer charge");

/**
 * How well a place suits the id of an event by its name: 3 for the event's own, 2 for an `id`, 1 for a reference; 0 for
 * none.
 *
 * @param around the objects around the amount, whose names say nothing about the ids in them
 */
function rankOf(node: PayloadNode, around: ReadonlySet<PayloadNode>): number {
  const { words, name, says } = node.words;
  if (
    (node.kind !== "string" && node.kind !== "number") ||
    !(PROPER_ID.test(name) || REFERENCE_NAME.test(name)) ||
    (says & SAYS.before) !== 0
  )
    return 0;
  if (words.some((word) => HAS_OWN_ID.has(word)) && !words.some((word) => MOVEMENT.has(word))) return 0;
  for (let at = node.parent; at !== null && at.parent !== null; at = at.parent)
    if (!around.has(at) && (at.words.words.some((word) => HAS_OWN_ID.has(word)) || (at.words.says & SAYS.before) !== 0))
      return 0;
  const isEvents = (says & SAYS.event) !== 0 || ((node.parent?.words.says ?? 0) & SAYS.event) !== 0;
  if (isEvents && node.depth <= 3) return 3;
  return PROPER_ID.test(name) ? 2 : 1;
}

/** Whether a text can be an id: a name, a moment or an address is none. */
function mayBeId(text: string): boolean {
  if (text.length < SHORTEST_ID || text.length > LONGEST_ID || !/[0-9]/.test(text)) return false;
  return !isMoment(text) && !/[\s@]|^https?:/.test(text);
}

/** Where the id of an event stands most likely, beside this amount. `not`: the places of references. */
export function eventIdIn(
  payload: Payload,
  amount: PayloadNode | null,
  not: readonly (PayloadNode | null | undefined)[],
): PayloadNode | null {
  const ranks = scoresOf(payload, "id", amount, rankOf);
  let best: { readonly node: PayloadNode; readonly score: number } | null = null;
  for (const node of payload.values) {
    const rank = ranks[node.place] ?? 0;
    if (rank === 0 || node.parent === payload.headers || node === amount) continue;
    const score = rank * 100 - node.depth;
    if ((best === null || score > best.score) && mayBeId(node.text) && !not.includes(node)) best = { node, score };
  }
  return best?.node ?? null;
}

/** The ids of an event and its transaction, best first. */
export function idsOf(
  payload: Payload,
  first: PayloadNode | null,
  amount: PayloadNode | null,
  people: readonly (PayloadNode | null)[],
): readonly ReadValue[] {
  const ranks = scoresOf(payload, "ids", amount, (node, around) => {
    // Of headers only those with an id's name.
    if (node.parent === payload.headers) return ID_HEADER.test(String(node.step)) ? 4 : 0;
    // Within a list, only of the item that is meant.
    return amount === null || !isOfAnotherItem(node, around) ? rankOf(node, around) : 0;
  });
  const byRank: PayloadNode[][] = [];
  if (first !== null && first.text !== "" && first.kind !== "null") byRank[5] = [first];
  for (const node of payload.values) {
    const rank = ranks[node.place] ?? 0;
    if (rank === 0 || node === first || people.includes(node) || (rank < 4 && !mayBeId(node.text))) continue;
    (byRank[rank] ??= []).push(node);
  }
  const ids: ReadValue[] = [];
  for (let rank = 5; rank > 0; rank -= 1)
    for (const node of byRank[rank] ?? []) {
      if (ids.length === IDS_AT_MOST) return ids;
      const text = node.text.slice(0, LONGEST_ID);
      if (!ids.some((id) => id.text === text)) ids.push({ text, path: pathIn(payload, node) });
    }
  return ids;
}

/** Whether a node is of an item of a list that is not around what it is seen from. */
export function isOfAnotherItem(node: PayloadNode, around: ReadonlySet<PayloadNode>): boolean {
  for (let at: PayloadNode | null = node; at !== null; at = at.parent)
    if (at.parent?.kind === "array" && !around.has(at) && !at.isNamed) return true;
  return false;
}
