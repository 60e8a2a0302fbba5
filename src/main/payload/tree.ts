import { pathStep } from "../../shared/payload-path.ts";
import { entriesWord, type Incomplete, PARTS } from "../../shared/reading.ts";
import { type KeyWords, keyWords } from "./words.ts";

/** Values of a payload that are looked at, and objects and lists; with more it is incomplete. */
export const VALUES_AT_MOST = 10_000;
/** UTF-16 code units of a body that are looked at. */
export const TEXT_AT_MOST = 2_097_152;
/** Objects and lists within each other. */
export const DEPTH_AT_MOST = 200;
/** UTF-16 code units of one value that are kept. */
export const VALUE_AT_MOST = 10_000;
/** UTF-16 code units of a key that are kept, and of a path that is written. */
const KEY_AT_MOST = 300;
const PATH_AT_MOST = 1_000;
/** Formats within formats: JSON within a form within Base64. */
export const WRAPS_AT_MOST = 4;

export type NodeKind = "object" | "array" | "string" | "number" | "boolean" | "null";

/**
 * A value of a payload, or an object or list of them. An element of XML with attributes is a value with children. Nodes
 * know their parents and not their paths: a path is made when it is asked for, since deep ones would fill the memory.
 */
export interface PayloadNode {
  parent: PayloadNode | null;
  /** The key or place within the parent. */
  step: string | number;
  kind: NodeKind;
  /** A number's digits as sent; a string's text; null and truth values as their JSON text; empty for the others. */
  text: string;
  children: PayloadNode[];
  readonly depth: number;
  /** Words of the key; of an item of a list those of the list or its side, and of a pair's value those of the pair's name. */
  words: KeyWords;
  /** Its text was longer than what is kept of it. */
  isCut: boolean;
  /** An item of a list that goes by one of its members: a pair of name and value, or the part of a payer. */
  isNamed: boolean;
  /** What the names of all that stands around it say, as bits of `SAYS`. */
  readonly inherited: number;
  /** Which of all nodes of the payload it is. */
  place: number;
}

export type Format = "json" | "form" | "xml" | "text" | "empty";

const NO_CHILDREN: PayloadNode[] = [];

/** Builds the nodes of one payload, and counts them. */
export class TreeBuilder {
  incomplete: Incomplete | null = null;
  #room: number;

  constructor(room = VALUES_AT_MOST) {
    this.#room = room;
  }

  /** A node that no other stands around. */
  root(kind: NodeKind, step = ""): PayloadNode {
    return {
      parent: null,
      step,
      kind,
      text: "",
      children: [],
      depth: 0,
      words: keyWords(""),
      isCut: false,
      isNamed: false,
      inherited: 0,
      place: 0,
    };
  }

  /** A node under another; null, and the payload incomplete, where there is no room for it. */
  add(parent: PayloadNode, step: string | number, kind: NodeKind, text: string): PayloadNode | null {
    const depth = parent.depth + 1;
    if (depth > DEPTH_AT_MOST) {
      this.incomplete ??= "too-deep";
      return null;
    }
    if (this.#room === 0) {
      this.incomplete ??= "too-many-values";
      return null;
    }
    this.#room -= 1;
    const isCut = text.length > VALUE_AT_MOST;
    const node: PayloadNode = {
      parent,
      step: typeof step === "string" && step.length > KEY_AT_MOST ? step.slice(0, KEY_AT_MOST) : step,
      kind,
      text: isCut ? text.slice(0, VALUE_AT_MOST) : text,
      children: kind === "object" || kind === "array" ? [] : NO_CHILDREN,
      depth,
      words: typeof step === "number" ? parent.words : keyWords(step),
      isCut,
      isNamed: false,
      inherited: parent.inherited | parent.words.says,
      place: 0,
    };
    parent.children.push(node);
    return node;
  }

  /** Turns a node into what its text carries. */
  become(node: PayloadNode, kind: NodeKind, text: string): void {
    node.kind = kind;
    node.isCut = text.length > VALUE_AT_MOST;
    node.text = node.isCut ? text.slice(0, VALUE_AT_MOST) : text;
    node.children = kind === "object" || kind === "array" ? [] : NO_CHILDREN;
  }

  /** Tries to read something into a node, and leaves no trace where it is not what it seemed to be. */
  tryReading<Result>(node: PayloadNode, read: () => Result | null): Result | null {
    const { kind, text, children, isCut } = node;
    const { incomplete } = this;
    const room = this.#room;
    const result = read();
    if (result === null) {
      Object.assign(node, { kind, text, children, isCut });
      this.incomplete = incomplete;
      this.#room = room;
    }
    return result;
  }
}

/** A text that looks as if it carries a format of its own. */
export interface Carrier {
  readonly node: PayloadNode;
  readonly text: string;
}

/** A quick look: a brace, a bracket or an angle bracket, as such or as the first letter of its Base64 or percent code. */
export function mayCarry(text: string): boolean {
  if (text.length < 8) return false;
  switch (text.charCodeAt(0)) {
    case 0x7b: // {
    case 0x5b: // [
    case 0x3c: // <
    case 0x65: // e
    case 0x57: // W
    case 0x50: // P
    case 0x20:
    case 0x0a:
    case 0xfeff:
      return true;
    default:
      return false;
  }
}

export function isValue({ kind }: PayloadNode): boolean {
  return kind !== "object" && kind !== "array";
}

/** What stands there as one word; an empty one for nothing. Of a list of things that nobody knows, how many there are. */
export function wordOf(node: PayloadNode): string {
  if (isValue(node)) return node.kind === "null" || node.text.trim() === "" ? "" : node.text;
  const { kind, words, children } = node;
  if (children.length === 0) return "";
  const isOfThings = kind === "array" && children.every((entry) => !isValue(entry) && !entry.isNamed);
  return isOfThings && words.says === 0 ? entriesWord(children.length) : PARTS;
}

/** Collects a node and all below it, in order. No recursion: the sender decides how deep it goes. */
export function collectNodes(root: PayloadNode, nodes: PayloadNode[]): void {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    node.place = nodes.length;
    nodes.push(node);
    const { children } = node;
    for (let at = children.length - 1; at >= 0; at -= 1) open.push(children[at] as PayloadNode);
  }
}

/** The objects and lists around a node. */
export function containersOf(node: PayloadNode | null): ReadonlySet<PayloadNode> {
  const around = new Set<PayloadNode>();
  for (let at = node?.parent ?? null; at !== null; at = at.parent) around.add(at);
  return around;
}

/** The path of a node, as payload-path.ts writes it. */
export function pathOf(node: PayloadNode): string {
  const steps: (string | number)[] = [];
  let root = node;
  for (; root.parent !== null; root = root.parent) steps.push(root.step);
  if (root.step === HEADER_ROOT) return `header ${steps[0] ?? ""}`;
  if (steps.length === 0) return "$";
  let path = root.step === QUERY_ROOT ? QUERY_ROOT : "";
  for (let at = steps.length - 1; at >= 0 && path.length < PATH_AT_MOST; at -= 1)
    path = pathStep(path, steps[at] ?? "");
  return path;
}

export const QUERY_ROOT = "?";
export const HEADER_ROOT = "header";

/** Lists have more entries or fewer, and each says what it says; pairs of names and values are no such list. */
export function isInList(node: PayloadNode): boolean {
  for (let at = node; at.parent !== null; at = at.parent)
    if (at.parent.kind === "array" && !at.parent.isNamed && !at.isNamed) return true;
  return false;
}
