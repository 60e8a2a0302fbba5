import { pathText } from "../../shared/payload-path.ts";
import { noted, type Payload } from "./layout.ts";
import { HEADER_ROOT, isValue, type PayloadNode, QUERY_ROOT } from "./tree.ts";
import { keyWords } from "./words.ts";

const NAME_KEYS = new Set(["name", "key", "@name", "@key", "@id", "field", "code", "label", "param"]);
const VALUE_KEYS = new Set(["value", "val", "text", "content", "string", "@value"]);
const LONGEST_NAME = 100;

/** A member by whose text an item of a list is told from the others: `{"Name": "Amount", "Value": 500}`. */
export interface Pair {
  readonly name: string;
  readonly is: string;
  readonly value: PayloadNode;
}

/** What makes an item of a list a pair of name and value; null when it is none. */
export function pairOf(item: PayloadNode): Pair | null {
  if (item.children.length === 0 || item.children.length > 6) return null;
  const name = item.children.find(isNameOfPair);
  if (name === undefined || name.text === "" || name.text.length > LONGEST_NAME) return null;
  // An element of XML is its own value, unless that is an attribute too: `<param name="Amount" value="500"/>`.
  const own = isValue(item) && (item.text !== "" || !item.children.some(isPairValue)) ? item : undefined;
  const value = own ?? item.children.find(isPairValue);
  if (value === undefined || value === name) return null;
  return { name: String(name.step), is: name.text, value };
}

/** Whether a member says by its key that it is the name of a pair. */
export function isNameOfPair({ step, kind }: PayloadNode): boolean {
  return typeof step === "string" && kind === "string" && NAME_KEYS.has(step.toLowerCase());
}

function isPairValue(node: PayloadNode): boolean {
  return typeof node.step === "string" && isValue(node) && VALUE_KEYS.has(node.step.toLowerCase());
}

/** Gives the values of pairs the names that they go by. */
export function namePairs(root: PayloadNode): void {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const child of node.children) {
      if (child.children.length === 0) continue;
      open.push(child);
      const pair = node.kind === "array" || isValue(child) ? pairOf(child) : null;
      if (pair === null) continue;
      pair.value.words = keyWords(pair.is);
      child.isPair = true;
    }
  }
}

/** The place of a node as a reading writes it, good for other webhooks of the kind too. */
export function patternIn({ layout }: Payload, node: PayloadNode): string {
  return layout.patterns.get(node.place) ?? noted(layout.patterns, node.place, patternOf(node));
}

function patternOf(node: PayloadNode): string {
  const steps: string[] = [];
  let at = node;
  for (; at.parent !== null; at = at.parent) {
    const isItem = at.parent.kind === "array";
    const pair = isItem || isValue(at) ? pairOf(at) : null;
    if (pair !== null && (isItem || pair.value === at)) {
      const name = /^[^[\]="']+$/.test(pair.name) ? pair.name : "name";
      const selector = `[${name}=${JSON.stringify(pair.is)}]`;
      steps.push(isItem ? selector : `${dotted(at.step)}${selector}`);
    } else steps.push(isItem && (at.parent.children.length === 1 || !isValue(at)) ? "[*]" : dotted(at.step));
  }
  if (at.step === HEADER_ROOT) return `header ${String(node.step)}`;
  const path = steps.toReversed().join("").replace(/^\./, "");
  return at.step === QUERY_ROOT ? `?${path}` : path === "" ? "$" : path;
}

function dotted(step: string | number): string {
  const text = pathText([step]);
  return text.startsWith("[") ? text : `.${text}`;
}
