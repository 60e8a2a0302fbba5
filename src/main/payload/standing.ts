import { isAroundHistory } from "./history.ts";
import type { PayloadNode } from "./tree.ts";
import { isMeta, keyWords, SAYS } from "./words.ts";

/** Whose a value is, by the names of all that stands around it: the movement's with an amount, or something else's. */

/** What a container beside the amount may be called for its values to be the transaction's own. */
const OWN = SAYS.own | SAYS.outcome | SAYS.failure | SAYS.contrary | SAYS.success;

/** What a container is called that belongs to a person or to the currency, whatever else it is called. */
const SOMEBODYS = SAYS.person | SAYS.sender | SAYS.recipient | SAYS.currency | SAYS.reference;

/**
 * Whether a container is named after a person or the currency. `RspnToAuthstn` is not: “to” between two words that say
 * nothing joins two things, and names no recipient.
 */
function isSomebodys({ words: { words, says } }: PayloadNode): boolean {
  const isBetween = says === SAYS.recipient && words.length === 3 && words[1] === "to";
  return (says & SOMEBODYS) !== 0 && !isBetween;
}

/** What the parts of a status are called. */
export const STATUS_PARTS = new Set(
  "code cd name value status state text success codevalue shortname longname".split(" "),
);

/** Of a value that belongs to something other than the movement, and so tells nothing about it. */
export const SILENT = -1;
/** Of a value within what the money came from: it counts only where it names a movement in words of its own. */
export const FROM_SOURCE = -2;

/**
 * What the names around a value add to its own, as bits of `SAYS`; `SILENT` or `FROM_SOURCE` where it does not count.
 *
 * @param unknown whether lists whose name says nothing, and objects whose name says something but not whose they are,
 * count as the movement's own: `steps`, `PROCESSING`
 */
export function inheritedBy(
  node: PayloadNode,
  around: ReadonlySet<PayloadNode>,
  unknown: "own" | "others" = "others",
): number {
  const { says } = node.words;
  const isTopic = (says & SAYS.event) !== 0 && (says & SAYS.kind) !== 0;
  let inherited = 0;
  for (let at = node.parent; at !== null && at.parent !== null && !around.has(at); at = at.parent) {
    // Of several transactions in one webhook each has its own.
    if (at.parent.kind === "array" && around.has(at.parent) && !at.isNamed) return SILENT;
    if (isAroundHistory(at)) {
      inherited |= at.words.says & SAYS.outcome;
      continue;
    }
    // A name that says nothing does not make it somebody else's: `_embedded`. In a list it may be one of many things.
    const isOneOfMany = at.parent.kind === "array" && at.parent.children.length > 1;
    if (at.words.says === 0 && (unknown === "own" || !isOneOfMany)) continue;
    // A pair of name and value, and the list of them, are no objects of their own.
    if (at.isNamed || at.children[0]?.isNamed === true) continue;
    // `Status.Code.Code`
    if (STATUS_PARTS.has(at.words.name) && ((at.parent?.words.says ?? 0) & SAYS.outcome) !== 0) continue;
    // The event's own name may stand in what is said about the event.
    if (isTopic && isMeta(at.words)) continue;
    // A state in it that changes may be the movement's: `meta.status`.
    if (unknown === "own" && (says & SAYS.outcome) !== 0 && isMeta(at.words)) continue;
    // What a movement's source is called may be all that tells what it was: `source.category`.
    if ((at.words.says & SAYS.sender) !== 0 && (says & SAYS.kind) !== 0) return FROM_SOURCE;
    // What was answered to several of them in one is about each: `batchResponse`.
    const isAnswer = unknown === "own" && (keyWords(at.words.words.at(-1) ?? "").says & SAYS.outcome) !== 0;
    if ((at.words.says & SAYS.before) !== 0 || ((at.words.says & SAYS.otherThing) !== 0 && !isAnswer)) return SILENT;
    if ((at.words.says & OWN) === 0 && (unknown === "others" || isSomebodys(at))) return SILENT;
    inherited |= at.words.says;
  }
  return inherited;
}
