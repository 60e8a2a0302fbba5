import { pathText } from "../../shared/payload-path.ts";
import { entryAround } from "./history.ts";
import { noted, type Payload } from "./layout.ts";
import { HEADER_ROOT, isValue, type PayloadNode, QUERY_ROOT } from "./tree.ts";
import { directionSaid } from "./word-meanings.ts";
import { keyWords, SAYS } from "./words.ts";

const NAME_KEYS = new Set([
  "name",
  "key",
  "@name",
  "@key",
  "@id",
  "field",
  "code",
  "label",
  "title",
  "param",
  "tag",
  "n",
  "k",
]);
const VALUE_KEYS = new Set(["value", "val", "text", "content", "string", "@value", "v"]);
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
  const name = (item.kind === "array" ? undefined : item.children.find(isNameOfPair)) ?? nameInRow(item);
  if (name === undefined || name.text === "" || name.text.length > LONGEST_NAME) return null;
  // An element of XML is its own value, unless that is an attribute too: `<param name="Amount" value="500"/>`. An empty
  // one with several attributes is none: `<Txn id="…" type="CREDIT" custRef="…"/>`.
  const own = isValue(item) && (item.text !== "" || item.children.length === 1) ? item : undefined;
  const value =
    own ??
    item.children.find(isPairValue) ??
    item.children.find(isAroundPairValue)?.children[0] ??
    (nameInRow(item) === name ? item.children[1] : undefined);
  if (value === undefined || value === name) return null;
  return { name: String(name.step), is: name.text, value };
}

const ROWS_AT_MOST = 60;

/**
 * The name in a row of two, where the rows beside it have other names: `[["amount", 500], ["currency", "NGN"]]`, or in
 * objects whose keys nobody knows: `[{"clave": "importe", "valor": 500}, …]`. An id of words is a name beside a value.
 */
function nameInRow({ parent, children }: PayloadNode): PayloadNode | undefined {
  const rows = parent?.kind === "array" ? parent.children : [];
  const [first, second] = children;
  if (children.length !== 2 || rows.length < 3 || rows.length > ROWS_AT_MOST) return undefined;
  const isId = first?.step === "id" && second !== undefined && isPairValue(second);
  if (typeof first?.step === "string" && first.words.says !== 0 && !isId) return undefined;
  const names = rows.map(({ kind, children: [name, value], children: { length } }) =>
    kind === parent?.children[0]?.kind && length === 2 && name?.step === first?.step && value?.step === second?.step
      ? name
      : undefined,
  );
  const written = isId ? /^[\p{L}_.-]+$/u : /^[\p{L}_][\p{L}\p{N}_.-]*$/u;
  const isNames = names.every((name) => name?.kind === "string" && written.test(name.text));
  return isNames && new Set(names.map((name) => name?.text)).size === rows.length ? first : undefined;
}

/** Whether a member says by its key that it is the name of a pair. */
function isNameOfPair({ step, kind, parent }: PayloadNode): boolean {
  if (typeof step !== "string" || kind !== "string") return false;
  // What a patch changes (RFC 6902): `{"op": "replace", "path": "/state", "value": "executed"}`.
  const isPatched = step === "path" && parent?.children.some((beside) => beside.step === "op") === true;
  return isPatched || NAME_KEYS.has(step.toLowerCase());
}

function isPairValue(node: PayloadNode): boolean {
  return typeof node.step === "string" && isValue(node) && VALUE_KEYS.has(node.step.toLowerCase());
}

/** Its value with its type around it: `{"key": "amount", "value": {"intValue": 500}}`. */
function isAroundPairValue({ step, children }: PayloadNode): boolean {
  const [value] = children;
  const isValueKey = typeof step === "string" && VALUE_KEYS.has(step.toLowerCase());
  return isValueKey && children.length === 1 && value !== undefined && isValue(value);
}

const SIDE_KEYS = new Set(["side", "role", "party", "type", "direction", "drcr", "entrytype", "indicator"]);
/** `{"account_id": …, "credit": false}` */
const SIDE_SWITCH = /^(?:is)?(?:credit|debit)$/;
const SIDES_AT_MOST = 6;

/** The member that says whose part of the movement an object is: `{"role": "PAYER", "account": …}`; null for none. */
function sideMember({ children }: PayloadNode): { readonly member: PayloadNode; readonly side: string } | null {
  for (const member of children) {
    if (member.kind === "boolean" && SIDE_SWITCH.test(member.words.name)) {
      const isCredited = member.words.name.endsWith("credit") === (member.text === "true");
      return { member, side: isCredited ? "payee" : "payer" };
    }
    if (member.kind !== "string" || member.text.length > LONGEST_NAME || !SIDE_KEYS.has(member.words.name)) continue;
    const says = keyWords(member.text).says & (SAYS.sender | SAYS.recipient);
    const direction = directionSaid(member.text);
    if (says === SAYS.sender || (says === 0 && direction === "charge")) return { member, side: "payer" };
    if (says === SAYS.recipient || (says === 0 && direction === "credit")) return { member, side: "payee" };
  }
  return null;
}

/** Gives the items of a list that are the sides of one movement, each its own, the names that they go by. */
function nameSides({ children }: PayloadNode): void {
  if (children.length < 2 || children.length > SIDES_AT_MOST) return;
  const sides = children.map(sideMember);
  if (new Set(sides.map((each) => each?.member.text)).size < children.length || sides.includes(null)) return;
  for (const [at, child] of children.entries()) {
    child.words = keyWords(sides[at]?.side ?? "");
    child.isNamed = true;
  }
}

/** Whether a member says what the item goes by that it stands in, and nothing else. */
export function isNameOfItem(node: PayloadNode): boolean {
  const item = node.parent;
  if (item?.isNamed !== true) return false;
  if (item.kind === "array") return node.step === 0;
  return isNameOfPair(node) || (pairOf(item) === null && sideMember(item)?.member === node);
}

/** Gives the values of pairs, and the sides of a movement in a list, the names that they go by. */
export function nameItems(root: PayloadNode): void {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === "array") nameSides(node);
    for (const child of node.children) {
      if (child.children.length === 0) continue;
      open.push(child);
      const pair = node.kind === "array" || isValue(child) ? pairOf(child) : null;
      if (pair === null) continue;
      pair.value.words = keyWords(pair.is);
      child.isNamed = true;
    }
    // A name without a value among pairs is no word of its own: `{"Name": "Balance"}`.
    if (node.kind === "array" && node.children.some(({ isNamed }) => isNamed))
      for (const child of node.children)
        if (child.children.length === 1) child.isNamed ||= child.children.every(isNameOfPair);
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
    const side = isItem && at.isNamed && pair === null ? sideMember(at)?.member : undefined;
    const named = side === undefined ? pair : { name: String(side.step), is: side.text };
    if (named !== null && (isItem || pair?.value === at)) {
      const name = /^[^[\]="']+$/.test(named.name) ? named.name : "name";
      const selector = `[${name}=${JSON.stringify(named.is)}]`;
      steps.push(isItem ? selector : `${dotted(at.step)}${selector}`);
    } else steps.push(isItem && isAnyItem(at, at.parent) ? "[*]" : dotted(at.step));
  }
  if (at.step === HEADER_ROOT) return `header ${String(node.step)}`;
  const path = steps.toReversed().join("").replace(/^\./, "");
  return at.step === QUERY_ROOT ? `?${path}` : path === "" ? "$" : path;
}

/** Things of one kind, of which the next webhook may have more or fewer; the places in a row of values mean something. */
function isAnyItem(item: PayloadNode, list: PayloadNode): boolean {
  return list.children.length === 1 || !isValue(item) || entryAround(item) === item;
}

function dotted(step: string | number): string {
  const text = pathText([step]);
  return text.startsWith("[") ? text : `.${text}`;
}
