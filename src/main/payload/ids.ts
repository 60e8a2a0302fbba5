import type { ReadValue } from "../../shared/reading.ts";
import { isMoment } from "./numbers.ts";
import { type Payload, type PayloadNode, pathOf, valuesBelow } from "./tree.ts";
import { SAYS } from "./words.ts";

const IDS_AT_MOST = 16;
// A shorter one counts something, and starts again at 1 somewhere else.
const SHORTEST_ID = 6;
const LONGEST_ID = 200;

/** Headers in which senders put the id of the event, not of the attempt (Standard Webhooks, and what is common). */
export const ID_HEADER = /^(?:(?:x-)?webhook-id|svix-id|(?:x-)?event-id|(?:x-)?idempotency-key)$/;

const ID_NAME = /(?:id|uuid|guid|reference|ref|rrn|stan|receipt|receiptnumber)$/;
const OWN_WORDS = new Set(
  `id uuid guid reference ref rrn event transaction txn tx trans trx payment transfer charge webhook message msg notification
  unique receipt number external internal merchant session request flw psp provider system financial mpesa order checkout
  key end to e2e instr acct svcr transid txid idempotency`.split(/\s+/),
);
const LASTING = /merchant(?:id|uuid|code)?$|^(?:order|checkout|session)id$|invoice|^merchantrequestid$|^externalid$/;

/** How well a place suits the id of an event: 3 for the event's own, 2 for an `id`, 1 for a reference; 0 for none. */
export function idRank(node: PayloadNode): number {
  const { words, name, says } = node.words;
  if (node.kind !== "string" && node.kind !== "number") return 0;
  if (node.text.length < SHORTEST_ID || node.text.length > LONGEST_ID || !ID_NAME.test(name)) return 0;
  if (!words.every((word) => OWN_WORDS.has(word)) || LASTING.test(name) || (says & SAYS.person) !== 0) return 0;
  if (isMoment(node.text) || /[\s@]|^https?:/.test(node.text)) return 0;
  for (let at = node.parent; at !== null && at.parent !== null; at = at.parent)
    if ((at.words.says & (SAYS.otherThing | SAYS.before | SAYS.person | SAYS.sender | SAYS.recipient)) !== 0) return 0;
  const isEvents = (says & SAYS.event) !== 0 || ((node.parent?.words.says ?? 0) & SAYS.event) !== 0;
  if (isEvents && node.depth <= 3) return 3;
  return /(?:id|uuid|guid)$/.test(name) ? 2 : 1;
}

/** The ids of an event and its transaction, best first. */
export function idsOf(
  payload: Payload,
  first: PayloadNode | null,
  amount: PayloadNode | null,
  people: readonly (PayloadNode | null)[],
): readonly ReadValue[] {
  const around = new Set<PayloadNode>();
  for (let at = amount?.parent ?? null; at !== null; at = at.parent) around.add(at);
  const ranked: { readonly node: PayloadNode; readonly rank: number }[] = [];
  for (const header of payload.headers.children)
    if (ID_HEADER.test(String(header.step))) ranked.push({ node: header, rank: 4 });
  if (first !== null && first.text !== "" && first.kind !== "null") ranked.push({ node: first, rank: 5 });
  for (const root of [payload.body, payload.query])
    for (const node of valuesBelow(root)) {
      if (node === first || people.includes(node)) continue;
      const rank = idRank(node);
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
    if (at.parent?.kind === "array" && !around.has(at)) return true;
  return false;
}
