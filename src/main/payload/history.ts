import { isValue, type PayloadNode } from "./tree.ts";
import { purposeSaid } from "./word-meanings.ts";
import { SAYS, wordSet } from "./words.ts";

/**
 * Lists of what became of one movement, an entry for each change: `"timeline": [{"time": …, "status": "NEW"}, …]`. Of
 * their words only the latest entry's counts; those before it are how it was.
 */

const HISTORY = wordSet("history timeline trail lifecycle transitions log logs statuses states");
const MOMENT = wordSet("time timestamp ts at date datetime on when created updated occurred");
const OLDER = wordSet("previous prev old before prior former parent");

/** Whether a list, or what stands around it alone, is called a history by its name. */
function isCalledHistory({ words: { words } }: PayloadNode): boolean {
  return words.some((word) => HISTORY.has(word)) && !words.some((word) => OLDER.has(word));
}

/** Senders decide how many ask the same of one list. */
function remembered(ask: (node: PayloadNode) => boolean): (node: PayloadNode) => boolean {
  const known = new WeakMap<PayloadNode, boolean>();
  return (node) => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const answer = ask(node);
    known.set(node, answer);
    return answer;
  };
}

/** By its names alone: whether a list holds the states of one thing. A list of payments holds several things. */
const isHistory = remembered((list) => {
  const { words, says } = list.words;
  if (list.kind !== "array" || list.children.length === 0 || words.some((word) => OLDER.has(word))) return false;
  const isCalled = isCalledHistory(list) || (list.parent !== null && isCalledHistory(list.parent));
  if (!isCalled && (says & SAYS.otherThing) !== 0) return false;
  if (!isCalled && purposeSaid(words.join(" "), null) !== null) return false;
  return list.children.every((entry) => {
    const says = (bit: number) => entry.children.some(({ words }) => (words.says & bit) !== 0);
    if (says(SAYS.amount)) return false;
    // What is called by its type has a state of its own: `{"type": "Posted", "status": "True", "at": …}`.
    if (!isCalled && entry.children.some(({ words }) => words.name === "type")) return false;
    const isDated = isCalled || momentNodeOf(entry) !== undefined;
    const isAroundState = ((list.parent?.words.says ?? 0) | list.words.says) & SAYS.outcome;
    return isDated && (says(SAYS.outcome) || (isValue(entry) && (isCalled || isAroundState !== 0)));
  });
});

function momentNodeOf({ children }: PayloadNode): PayloadNode | undefined {
  return children.find((child) => isValue(child) && MOMENT.has(child.words.words.at(-1) ?? ""));
}

/** The entry of a history that a node is or belongs to; null for none. Names decide it, and no text. */
export function entryAround(node: PayloadNode): PayloadNode | null {
  for (let at = node; at.parent !== null; at = at.parent)
    if (at.parent.kind === "array" && isHistory(at.parent)) return at;
  return null;
}

/**
 * Whether an object or list is a history, an entry of it or only holds it. What is in it belongs to the movement,
 * whatever it is called.
 */
export const isAroundHistory = remembered(
  (node) =>
    isHistory(node) ||
    (node.parent !== null && isHistory(node.parent)) ||
    (isCalledHistory(node) && node.children.some(isHistory)),
);

/** Whether a value stands in an entry of a history that a later one has replaced. */
export function isOver(node: PayloadNode): boolean {
  const entry = entryAround(node);
  return entry?.parent != null && latestOf(entry.parent) !== entry;
}

const latest = new WeakMap<PayloadNode, PayloadNode | undefined>();

/** The entry with the latest moment; the last one where not all of them say a moment. */
function latestOf(list: PayloadNode): PayloadNode | undefined {
  const known = latest.get(list);
  if (known !== undefined) return known;
  const { children } = list;
  const moments = children.map(momentOf);
  const [first = 0] = moments;
  const isNewestFirst = first > (moments.at(-1) ?? 0);
  let best = children.length - 1;
  if (!moments.some(Number.isNaN)) {
    best = 0;
    for (const [at, moment] of moments.entries()) {
      const [one, other] = [moment, moments[best] ?? 0];
      if (one > other || (one === other && !isNewestFirst)) best = at;
    }
  }
  const found = children[best];
  latest.set(list, found);
  return found;
}

function momentOf(entry: PayloadNode): number {
  const text = momentNodeOf(entry)?.text ?? "";
  return /^[0-9]{1,20}$/.test(text) ? Number(text) : Date.parse(text);
}
