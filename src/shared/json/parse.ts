import { decodeString, type JsonFault, type JsonScalarKind, type JsonSink, scanJson } from "./scan.ts";

/**
 * JSON (RFC 8259) read without losing anything: numbers keep their digits, objects keep the order and the
 * duplicates of their keys, and every node knows where it stands in the text. `JSON.parse` loses all of that.
 * No recursion, so that 100,000 nested brackets from outside do not end in a stack overflow.
 */

interface TextRange {
  /** Offsets into the text, in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

export interface JsonMember {
  readonly key: string;
  readonly keySpan: TextRange;
  readonly value: JsonNode;
}

export type JsonNode =
  | (TextRange & { readonly kind: "object"; readonly members: readonly JsonMember[] })
  | (TextRange & { readonly kind: "array"; readonly items: readonly JsonNode[] })
  | (TextRange & { readonly kind: "string"; readonly value: string })
  | (TextRange & { readonly kind: "number"; readonly text: string })
  | (TextRange & { readonly kind: "true" | "false" | "null" });

export type JsonObject = Extract<JsonNode, { kind: "object" }>;

export type JsonResult =
  | { readonly ok: true; readonly root: JsonNode }
  | { readonly ok: false; readonly offset: number; readonly message: string };

/** So many values are read at most: each takes a hundred bytes and more, and in the text as little as one. */
export const VALUES_AT_MOST = 500_000;

/**
 * Reads a whole JSON text. A byte order mark is not accepted: strip it before, if it is wanted.
 *
 * @returns the root node, or the offset and the reason in words of the first thing that is not JSON
 */
export function parseJson(text: string): JsonResult {
  const problem = text.length > VALUES_AT_MOST ? problemOf(text) : null;
  if (problem !== null) return { ok: false, ...problem };
  const builder = new TreeBuilder(text);
  const fault = scanJson(text, builder);
  return fault === null ? { ok: true, root: builder.root() } : { ok: false, ...fault };
}

/** Before anything is built: ten mebibytes of brackets are a gigabyte of arrays, of which only the end says that none is closed. */
function problemOf(text: string): { readonly offset: number; readonly message: string } | null {
  const { values, fault } = countValues(text, VALUES_AT_MOST);
  if (fault !== null || values <= VALUES_AT_MOST) return fault;
  return { offset: 0, message: "There are more than half a million values in it." };
}

/** Whether a text that somebody else may have made has more values than are read; of a short one that needs no look. */
export function hasTooManyValues(text: string): boolean {
  return text.length > VALUES_AT_MOST && countValues(text, VALUES_AT_MOST).values > VALUES_AT_MOST;
}

/**
 * What `JSON.parse` makes of a text that somebody else may have made, with or without the byte order mark that editors on
 * Windows put in front. Four megabytes of open brackets took it two seconds and 160 MiB to find that none is closed.
 *
 * @throws SyntaxError also for a text with more values than are read
 */
export function parseForeign(text: string): unknown {
  const bare = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (hasTooManyValues(bare)) throw new SyntaxError("There are more than half a million values in it.");
  return JSON.parse(bare);
}

const ENOUGH = Symbol("enough");

/**
 * The values of a JSON text, lists and objects among them, without any being made; up to its first fault, or to one more
 * than `atMost`.
 */
export function countValues(
  text: string,
  atMost: number,
): { readonly values: number; readonly fault: JsonFault | null } {
  let values = 0;
  const one = (): void => {
    values += 1;
    if (values > atMost) throw ENOUGH;
  };
  try {
    const fault = scanJson(text, { open: one, scalar: one, key: () => undefined, close: () => undefined });
    return { values, fault };
  } catch (thrown) {
    if (thrown !== ENOUGH) throw thrown;
    return { values, fault: null };
  }
}

// The builder's own view of what is not complete yet: an open bracket, and a member whose value is still to come.
type OpenObject = { kind: "object"; start: number; end: number; members: OpenMember[] };
type OpenArray = { kind: "array"; start: number; end: number; items: JsonNode[] };
type OpenMember = { readonly key: string; readonly keySpan: TextRange; value: JsonNode };
const TO_COME: JsonNode = { kind: "null", start: 0, end: 0 };

class TreeBuilder implements JsonSink {
  readonly #text: string;
  readonly #open: (OpenObject | OpenArray)[] = [];
  #root: JsonNode | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  root(): JsonNode {
    if (this.#root === null) throw new Error("A valid JSON text has a value.");
    return this.#root;
  }

  open(kind: "object" | "array", start: number): void {
    this.#open.push(
      kind === "object"
        ? { kind: "object", start, end: start, members: [] }
        : { kind: "array", start, end: start, items: [] },
    );
  }

  key(start: number, end: number, escaped: boolean): void {
    const parent = this.#open.at(-1);
    if (parent?.kind !== "object") throw new Error("A key stands in an object.");
    const key = decodeString(this.#text, start, end, escaped);
    parent.members.push({ key, keySpan: { start, end }, value: TO_COME });
  }

  scalar(kind: JsonScalarKind, start: number, end: number, escaped: boolean): void {
    if (kind === "string") this.#add({ kind, start, end, value: decodeString(this.#text, start, end, escaped) });
    else if (kind === "number") this.#add({ kind, start, end, text: this.#text.slice(start, end) });
    else this.#add({ kind, start, end });
  }

  close(end: number): void {
    const node = this.#open.pop();
    if (node === undefined) throw new Error("A bracket is closed that was never opened.");
    node.end = end;
    this.#add(node);
  }

  #add(value: JsonNode): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = value;
    else if (parent.kind === "array") parent.items.push(value);
    else (parent.members.at(-1) as OpenMember).value = value;
  }
}

/** The value under a key; of duplicates the last one, as `JSON.parse` would take it. */
export function member(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind !== "object") return undefined;
  return node.members.findLast((each) => each.key === key)?.value;
}

/** The text of a string node; undefined for anything else. */
export function stringOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === "string" ? node.value : undefined;
}
