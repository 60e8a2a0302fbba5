import { type Carrier, mayCarry, type PayloadNode, type TreeBuilder } from "./tree.ts";

/**
 * Reads XML 1.0 into a node, the names of its elements as keys without their prefixes and attributes with `@`; several
 * elements of one name are a list. A small strict scanner instead of a library: none of those looked at keeps digits,
 * bounds depth and count while it reads, and leaves entities alone all at once. A document type that declares anything
 * is refused, so nothing can multiply.
 *
 * @returns the texts in it that may carry a format of their own; null where it is not XML
 */
export function readXml(text: string, node: PayloadNode, tree: TreeBuilder): readonly Carrier[] | null {
  const carriers: Carrier[] = [];
  tree.become(node, "object", "");
  const open: Element[] = [{ name: "", node, text: "", places: new Map() }];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let hasRoot = false;
  while (at < text.length) {
    const next = text.indexOf("<", at);
    const around = open.at(-1) as Element;
    const between = text.slice(at, next === -1 ? text.length : next);
    if (open.length > 1) around.text += unescaped(between);
    else if (between.trim() !== "") return null;
    if (next === -1) break;
    if (text.startsWith("<!--", next)) at = behind(text, "-->", next + 4);
    else if (text.startsWith("<![CDATA[", next)) {
      const end = text.indexOf("]]>", next);
      if (end === -1 || open.length === 1) return null;
      around.text += text.slice(next + 9, end);
      at = end + 3;
    } else if (text.startsWith("<?", next)) at = behind(text, "?>", next + 2);
    else if (text.startsWith("<!DOCTYPE", next)) {
      at = behind(text, ">", next);
      if (hasRoot || text.slice(next, at).includes("[")) return null;
    } else if (text.charCodeAt(next + 1) === 0x2f) {
      at = behind(text, ">", next);
      if (open.length === 1 || localName(text.slice(next + 2, at - 1).trim()) !== around.name) return null;
      open.pop();
      close(around, carriers, tree);
    } else {
      if (open.length === 1 && hasRoot) return null;
      hasRoot = true;
      const tag = readTag(text, next);
      if (tag === null) return null;
      at = tag.end;
      const element = begin(around, tag, tree);
      if (!tag.isEmpty) open.push({ name: tag.name, node: element, text: "", places: new Map() });
      // In a property list it is its own value.
      else if (element !== null && /^(?:true|false)$/.test(tag.name)) element.text = tag.name;
    }
    if (at === 0) return null;
  }
  return open.length === 1 && hasRoot ? carriers : null;
}

/** An open element; `node` is null for what there is no room for. */
interface Element {
  readonly name: string;
  readonly node: PayloadNode | null;
  text: string;
  /** Where the first element of each name stands among the children. */
  readonly places: Map<string, number>;
}

interface Tag {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly isEmpty: boolean;
  readonly end: number;
}

/** Where the text goes on behind an end mark; 0 where it is missing. */
function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? 0 : found + mark.length;
}

const NAME = /[\p{L}_][\p{L}\p{N}_.:-]*/uy;
const ATTRIBUTE = /\s+([\p{L}_][\p{L}\p{N}_.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/uy;
const TAG_END = /\s*(\/?)>/y;
const ATTRIBUTES_AT_MOST = 100;

function readTag(text: string, start: number): Tag | null {
  NAME.lastIndex = start + 1;
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return null;
  const attributes: (readonly [string, string])[] = [];
  let at = NAME.lastIndex;
  while (attributes.length <= ATTRIBUTES_AT_MOST) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(text);
    if (found === null) break;
    at = ATTRIBUTE.lastIndex;
    const [, key = "", double, single] = found;
    if (!key.startsWith("xmlns")) attributes.push([localName(key), unescaped(double ?? single ?? "")]);
  }
  TAG_END.lastIndex = at;
  const end = TAG_END.exec(text);
  if (end === null) return null;
  return { name: localName(name), attributes, isEmpty: end[1] === "/", end: TAG_END.lastIndex };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Puts an element under another; the second of a name makes a list of both. */
function begin({ node: parent, places }: Element, { name, attributes }: Tag, tree: TreeBuilder): PayloadNode | null {
  if (parent === null) return null;
  if (parent.kind === "string") {
    parent.kind = "object";
    parent.text = "";
  }
  const earlier = places.get(name) ?? -1;
  const first = parent.children[earlier];
  if (first === undefined) places.set(name, parent.children.length);
  const list = first === undefined || first.kind === "array" ? first : listOf(first, parent, earlier, tree);
  const element = tree.add(list ?? parent, list === undefined ? name : list.children.length, "string", "");
  if (element === null) return null;
  element.children = [];
  for (const [key, value] of attributes) tree.add(element, `@${key}`, "string", value);
  return element;
}

function listOf(first: PayloadNode, parent: PayloadNode, place: number, tree: TreeBuilder): PayloadNode {
  const list: PayloadNode = { ...tree.root("array"), parent, step: first.step, depth: first.depth, words: first.words };
  list.children.push(first);
  parent.children[place] = list;
  first.parent = list;
  first.step = 0;
  return list;
}

/** An element without elements within is a value; space around it is the writer's indentation. */
function close({ node, text }: Element, carriers: Carrier[], tree: TreeBuilder): void {
  if (node === null) return;
  const value = text.trim();
  if (node.kind !== "string") return;
  const { children } = node;
  tree.become(node, "string", value);
  node.children = children;
  if (mayCarry(value)) carriers.push({ node, text: value });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The five entities that every XML has, and characters by number; whatever else begins with & stays as it stands. */
function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&(?:#([0-9]{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
    if (typeof name === "string") return ENTITIES[name] ?? whole;
    const code = typeof decimal === "string" ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
