/**
 * JSON (RFC 8259) read without losing anything: numbers keep their digits, objects keep the order and the
 * duplicates of their keys, and every node knows where it stands in the text. `JSON.parse` loses all of that.
 * No recursion, so that 100,000 nested brackets from a stranger do not end in a stack overflow.
 */

interface Span {
  /** Offsets into the text, in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

export interface JsonMember {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: JsonNode;
}

export type JsonNode =
  | (Span & { readonly kind: "object"; readonly members: readonly JsonMember[] })
  | (Span & { readonly kind: "array"; readonly items: readonly JsonNode[] })
  | (Span & { readonly kind: "string"; readonly value: string })
  | (Span & { readonly kind: "number"; readonly text: string })
  | (Span & { readonly kind: "true" | "false" | "null" });

export type JsonObject = Extract<JsonNode, { kind: "object" }>;

export type JsonResult =
  | { readonly ok: true; readonly root: JsonNode }
  | { readonly ok: false; readonly offset: number; readonly message: string };

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
// A run of characters that need no decoding inside a string.
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const WHITE = /[ \t\n\r]*/y;
const WORDS = { t: "true", f: "false", n: "null" } as const;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

class Fault {
  readonly offset: number;
  readonly message: string;

  constructor(offset: number, message: string) {
    this.offset = offset;
    this.message = message;
  }
}

type OpenObject = { kind: "object"; start: number; members: JsonMember[]; key: string; keySpan: Span };
type OpenArray = { kind: "array"; start: number; items: JsonNode[] };

/**
 * Reads a whole JSON text. A byte order mark is not accepted: strip it before, if it is wanted.
 *
 * @returns the root node, or the offset and the reason in words of the first thing that is not JSON
 */
export function parseJson(text: string): JsonResult {
  try {
    return { ok: true, root: read(text) };
  } catch (fault) {
    if (fault instanceof Fault) return { ok: false, offset: fault.offset, message: fault.message };
    throw fault;
  }
}

function read(text: string): JsonNode {
  const open: (OpenObject | OpenArray)[] = [];
  let at = skip(text, 0);
  for (;;) {
    // A value starts at `at`.
    const first = text[at];
    let value: JsonNode | null = null;
    if (first === "{") {
      const inside = skip(text, at + 1);
      if (text[inside] === "}") value = { kind: "object", start: at, end: inside + 1, members: [] };
      else {
        const frame: OpenObject = { kind: "object", start: at, members: [], key: "", keySpan: { start: 0, end: 0 } };
        open.push(frame);
        at = readKey(text, inside, frame);
        continue;
      }
    } else if (first === "[") {
      const inside = skip(text, at + 1);
      if (text[inside] === "]") value = { kind: "array", start: at, end: inside + 1, items: [] };
      else {
        open.push({ kind: "array", start: at, items: [] });
        at = inside;
        continue;
      }
    } else value = readScalar(text, at);

    // A value has ended: hand it to what surrounds it, closing as many brackets as follow.
    for (;;) {
      at = skip(text, value.end);
      const parent = open.at(-1);
      if (parent === undefined) {
        if (at < text.length) throw new Fault(at, "There is more text after the end of the JSON value.");
        return value;
      }
      if (parent.kind === "object") parent.members.push({ key: parent.key, keySpan: parent.keySpan, value });
      else parent.items.push(value);
      const next = text[at];
      if (next === ",") {
        at = skip(text, at + 1);
        if (parent.kind === "object") at = readKey(text, at, parent);
        break;
      }
      const closing = parent.kind === "object" ? "}" : "]";
      if (next !== closing)
        throw new Fault(at, at >= text.length ? endsEarly(closing) : `Expected a comma or ${closing} here.`);
      open.pop();
      value =
        parent.kind === "object"
          ? { kind: "object", start: parent.start, end: at + 1, members: parent.members }
          : { kind: "array", start: parent.start, end: at + 1, items: parent.items };
    }
  }
}

function endsEarly(missing: string): string {
  return `The text ends where ${missing} is missing.`;
}

function skip(text: string, at: number): number {
  WHITE.lastIndex = at;
  WHITE.test(text);
  return WHITE.lastIndex;
}

function readKey(text: string, at: number, frame: OpenObject): number {
  if (text[at] !== '"')
    throw new Fault(at, at >= text.length ? endsEarly("}") : "Expected a key in double quotes here.");
  const key = readString(text, at);
  frame.key = key.value;
  frame.keySpan = { start: at, end: key.end };
  const colon = skip(text, key.end);
  if (text[colon] !== ":") throw new Fault(colon, "Expected a colon after the key.");
  return skip(text, colon + 1);
}

function readScalar(text: string, at: number): JsonNode {
  const first = text[at];
  if (first === '"') {
    const { value, end } = readString(text, at);
    return { kind: "string", start: at, end, value };
  }
  if (first === "t" || first === "f" || first === "n") {
    const word = WORDS[first];
    if (text.startsWith(word, at)) return { kind: word, start: at, end: at + word.length };
  }
  NUMBER.lastIndex = at;
  const number = NUMBER.exec(text);
  if (number !== null) {
    const end = at + number[0].length;
    if (/[0-9.eE+-]/.test(text[end] ?? "")) throw new Fault(end, "This is not a number as JSON writes it.");
    return { kind: "number", start: at, end, text: number[0] };
  }
  throw new Fault(at, at >= text.length ? "The text ends where a value is missing." : "Expected a value here.");
}

function readString(text: string, start: number): { value: string; end: number } {
  let at = start + 1;
  let value = "";
  for (;;) {
    PLAIN.lastIndex = at;
    const plain = PLAIN.exec(text)?.[0] ?? "";
    value += plain;
    at += plain.length;
    const stop = text[at];
    if (stop === '"') return { value, end: at + 1 };
    if (stop === undefined) throw new Fault(at, endsEarly('the closing "'));
    if (stop !== "\\") throw new Fault(at, "A string has a control character that is not escaped.");
    const letter = text[at + 1] ?? "";
    const escaped = ESCAPES[letter];
    if (escaped !== undefined) {
      value += escaped;
      at += 2;
    } else if (letter === "u" && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))) {
      value += String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16));
      at += 6;
    } else throw new Fault(at, "This escape is not one that JSON knows.");
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
