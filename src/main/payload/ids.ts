import type { ReadValue } from "../../shared/reading.ts";
import { isMoment } from "./numbers.ts";
import { containersOf, type Payload, type PayloadNode, pathOf } from "./tree.ts";
import { SAYS } from "./words.ts";

const IDS_AT_MOST = 16;
// A shorter one counts something, and starts again at 1 somewhere else.
const SHORTEST_ID = 6;
const LONGEST_ID = 200;

/** Headers in which senders put the id of the event, not of the attempt (Standard Webhooks, and what is common). */
export const ID_HEADER = /^(?:(?:x-)?webhook-id|svix-id|(?:x-)?event-id|(?:x-)?idempotency-key)$/;

const ID_NAME =
  /(?:id|uuid|guid|reference|ref|rrn|receipt|receiptnumber|jti|token|kennung|referenz|referencia|编号|流水号|kenmerk|utr|stan|numero|номер|no)$|^id|^(?:tx|txn|trx)$/;
/** What has an id of its own, the same in one event and the next. */
const LASTING = new Set(
  `user customer client account acc merchant business company store shop wallet card bank mandate subscription plan product
  session device app tenant profile integration location payer payee sender recipient receiver beneficiary party terminal
  agent invoice conversation network batch group parent original settlement refund payout dispute link balance person member
  owner partner organization organisation project environment country channel method instrument address bill phone api key
  access auth owner operator staff cashier site entity kunde konto cliente usuario resource scheme contract bin category
  line product sku code`.split(/\s+/),
);

/** `merchantTransactionId` is the transaction's. */
const MOVEMENT = new Set("transaction txn tx trx trans payment transfer charge".split(" "));

/**
 * How well a place suits the id of an event: 3 for the event's own, 2 for an `id`, 1 for a reference; 0 for none.
 *
 * @param around the objects around the amount, whose names say nothing about the ids in them
 */
export function idRank(node: PayloadNode, around: ReadonlySet<PayloadNode>): number {
  const { words, name, says } = node.words;
  if (node.kind !== "string" && node.kind !== "number") return 0;
  if (node.text.length < SHORTEST_ID || node.text.length > LONGEST_ID || !ID_NAME.test(name)) return 0;
  if (
    (words.some((word) => LASTING.has(word)) && !words.some((word) => MOVEMENT.has(word))) ||
    (says & SAYS.before) !== 0
  )
    return 0;
  if (!/[0-9]/.test(node.text) || isMoment(node.text) || /[\s@]|^https?:/.test(node.text)) return 0;
  for (let at = node.parent; at !== null && at.parent !== null; at = at.parent)
    if (!around.has(at) && (at.words.words.some((word) => LASTING.has(word)) || (at.words.says & SAYS.before) !== 0))
      return 0;
  const isEvents = (says & SAYS.event) !== 0 || ((node.parent?.words.says ?? 0) & SAYS.event) !== 0;
  if (isEvents && node.depth <= 3) return 3;
  return /(?:id|uuid|guid)$|^id/.test(name) ? 2 : 1;
}

/** The ids of an event and its transaction, best first. */
export function idsOf(
  payload: Payload,
  first: PayloadNode | null,
  amount: PayloadNode | null,
  people: readonly (PayloadNode | null)[],
): readonly ReadValue[] {
  const around = containersOf(amount);
  const ranked: { readonly node: PayloadNode; readonly rank: number }[] = [];
  if (first !== null && first.text !== "" && first.kind !== "null") ranked.push({ node: first, rank: 5 });
  for (const node of payload.values) {
    if (node === first || people.includes(node)) continue;
    const rank = node.parent === payload.headers ? (ID_HEADER.test(String(node.step)) ? 4 : 0) : idRank(node, around);
    // Within a list, only of the item that is meant.
    if (rank > 0 && (amount === null || !isOfAnotherItem(node, around))) ranked.push({ node, rank });
  }
  ranked.sort((one, other) => other.rank - one.rank);
  const seen = new Set<string>();
  const ids: ReadValue[] = [];
  for (const { node } of ranked) {
    if (seen.has(node.text) || ids.length === IDS_AT_MOST) continue;
    seen.add(node.text);
    ids.push({ text: node.text.slice(0, LONGEST_ID), path: pathOf(node) });
  }
  return ids;
}

function isOfAnotherItem(node: PayloadNode, around: ReadonlySet<PayloadNode>): boolean {
  for (let at: PayloadNode | null = node; at !== null; at = at.parent)
    if (at.parent?.kind === "array" && !around.has(at) && !at.isPair) return true;
  return false;
}
