import { decodeString, type JsonScalarKind, type JsonSink, scanJson } from "../../shared/json/scan.ts";
import { type Carrier, mayCarry, type NodeKind, type PayloadNode, type TreeBuilder } from "./tree.ts";

/** Reads a JSON text into a node: the texts in it that may carry a format of their own; null where it is no JSON. */
export function readJson(text: string, node: PayloadNode, tree: TreeBuilder): readonly Carrier[] | null {
  const sink = new TreeSink(text, node, tree);
  return scanJson(text, sink) === null ? sink.carriers : null;
}

class TreeSink implements JsonSink {
  readonly carriers: Carrier[] = [];
  readonly #text: string;
  readonly #tree: TreeBuilder;
  readonly #root: PayloadNode;
  /** Open objects and lists; `next` counts the items of a list. */
  readonly #open: { readonly node: PayloadNode; next: number }[] = [];
  /** Further ones within, for which there was no room: only counted, since there may be millions. */
  #beyond = 0;
  #key = "";

  constructor(text: string, root: PayloadNode, tree: TreeBuilder) {
    this.#text = text;
    this.#root = root;
    this.#tree = tree;
  }

  open(kind: "object" | "array"): void {
    const node = this.#beyond > 0 ? null : this.#node(kind, "");
    if (node === null) this.#beyond += 1;
    else this.#open.push({ node, next: 0 });
  }

  key(start: number, end: number, escaped: boolean): void {
    if (this.#beyond === 0) this.#key = decodeString(this.#text, start, end, escaped);
  }

  scalar(kind: JsonScalarKind, start: number, end: number, escaped: boolean): void {
    if (this.#beyond > 0) return;
    if (kind === "number") this.#node("number", this.#text.slice(start, end));
    else if (kind === "null") this.#node("null", "null");
    else if (kind !== "string") this.#node("boolean", kind);
    else {
      const text = decodeString(this.#text, start, end, escaped);
      const node = this.#node("string", text);
      if (node !== null && mayCarry(text)) this.carriers.push({ node, text });
    }
  }

  close(): void {
    if (this.#beyond > 0) this.#beyond -= 1;
    else this.#open.pop();
  }

  /** The node of a value that begins here. */
  #node(kind: NodeKind, text: string): PayloadNode | null {
    const around = this.#open.at(-1);
    if (around === undefined) {
      this.#tree.become(this.#root, kind, text);
      return this.#root;
    }
    const step = around.node.kind === "array" ? around.next : this.#key;
    around.next += 1;
    return this.#tree.add(around.node, step, kind, text);
  }
}
