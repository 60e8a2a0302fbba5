import { type HeaderList, joinedHeader } from "../../../shared/primitives.ts";
import { textInPieces, uncoded } from "../../payload/index.ts";
import { KINDS, wordOf } from "../columns/codec.ts";
import type { Row } from "../columns/column.ts";
import { headersIn } from "../columns/packed-detail.ts";
import { freeMemory } from "../free-memory.ts";

/** The columns that a search looks at. */
export const HAYSTACK_COLUMNS =
  "events.id, kind, note, tags, path, amount, currency, facts, outcome, notice, on_purpose, rest, request_body, answer_body";
export const HAYSTACK_TABLES = "events LEFT JOIN contents ON contents.id = events.id";

/** Bytes up to which a compressed body is decoded to be searched. */
const DECODED_LIMIT = 1_048_576;
// Stands between two parts, so that nothing is found across them. It is no character (Unicode 23.7).
const GAP = "\uffff";

/**
 * Makes letter case irrelevant. Both sides of every comparison, and the index, go through this one function:
 * what it makes equal is found, whatever the script. Accents and composed forms stay different.
 */
export function fold(text: string): string {
  // A capital sigma becomes one of two small ones depending on what follows; a search should not.
  return text.toLowerCase().replaceAll("ς", "σ");
}

/** The headers of a row, one `name: value` a line, folded; request, trailers and answer. */
export function headerLines(row: Row): readonly string[] {
  return headersOf(row)
    .flat()
    .map(([name, value]) => fold(`${name}: ${value}`));
}

/** So much of a body is decoded, folded and unescaped at once: as a whole, ten mebibytes took ninety more. */
const PIECE_BYTES = 262_144;
/** So many units once more with the next piece: what is looked for may lie across. Folded, a filter's is no longer. */
const OVERLAP = 4_096;

/**
 * Everything about an event that words are searched in, folded: path, headers, bodies and what was found in them.
 * Besides the text as it was sent there is the text as it was meant, where the two differ: escapes of a JSON
 * body, percent signs in a path, UTF-8 in a header. Nothing is found across two of these texts. A body's come in pieces,
 * one after the other: whoever has looked through one can let go of it. The row's bodies are used up by it.
 */
export function* haystackOf(row: Row): Generator<string, void, undefined> {
  const path = typeof row["path"] === "string" ? row["path"] : "";
  const [request, answer, ...others] = headersOf(row);
  const lines = [request ?? [], answer ?? [], ...others].flat().map(([name, value]) => `${name}: ${value}`);
  const short = [
    row["note"],
    row["tags"],
    path,
    path.includes("%") ? decodePath(path) : "",
    ...lines,
    meantLatin(lines.join(GAP)),
    row["amount"],
    row["currency"],
    jsonStrings(row["facts"]),
    ...["outcome", "notice", "on_purpose"].map((column) => jsonStrings(row[column])),
  ];
  yield fold(short.filter((part) => typeof part === "string" && part !== "").join(GAP));
  for (const [body, headers] of [
    [row["request_body"], request ?? []],
    [row["answer_body"], answer ?? []],
  ] as const) {
    if (!(body instanceof Uint8Array)) continue;
    try {
      yield* textsOf(body, headers);
    } finally {
      freeMemory(body);
    }
  }
}

function* textsOf(body: Uint8Array, headers: HeaderList): Generator<string, void, undefined> {
  const { bytes } = uncoded(body, headers, DECODED_LIMIT);
  const pieces = () => textInPieces(bytes, joinedHeader(headers, "content-type"), PIECE_BYTES);
  let hasEscapes = false;
  for (const piece of overlapping(pieces())) {
    hasEscapes ||= piece.includes("\\");
    yield fold(piece);
  }
  if (hasEscapes) for (const piece of overlapping(unescaped(pieces()))) yield fold(piece);
}

function* overlapping(pieces: Iterable<string>): Generator<string, void, undefined> {
  let before = "";
  for (const piece of pieces) {
    const text = before + piece;
    yield text;
    before = text.slice(-OVERLAP);
  }
}

/** Request, answer, trailers. */
function headersOf(row: Row): readonly HeaderList[] {
  const kind = wordOf(KINDS, row["kind"]);
  if (typeof row["rest"] !== "string" || kind === undefined || kind === "notice") return [];
  return headersIn(kind, parseOwn(row["rest"]));
}

/** A JSON text that we wrote; null when the file was damaged, since one such row must not end every search. */
function parseOwn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll("+", " "));
  } catch {
    return "";
  }
}

const BACKSLASH = 0x5c;
const HEX = /^[0-9a-fA-F]{4}$/;
const ESCAPED: ReadonlyMap<string, number> = new Map(
  Object.entries({ '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }).map(
    ([letter, meant]) => [letter, meant.charCodeAt(0)],
  ),
);

/**
 * Resolves JSON's escapes wherever they stand; many senders write every slash and every accent as one. Unit by unit:
 * `replace` would hold an object for each escape, and a body may be ten mebibytes of backslashes.
 */
function* unescaped(pieces: Iterable<string>): Generator<string, void, undefined> {
  let rest = "";
  for (const piece of pieces) {
    const text = rest + piece;
    const { meant, end } = unescape(text, false);
    yield meant;
    rest = text.slice(end);
  }
  yield unescape(rest, true).meant;
}

const LONGEST_ESCAPE = 6;

/** @returns also where it ended: what begins at the end may go on in the next piece */
function unescape(text: string, isLast: boolean): { readonly meant: string; readonly end: number } {
  const units = new Uint16Array(text.length);
  let length = 0;
  let at = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH && !isLast && at + LONGEST_ESCAPE > text.length) break;
    const escaped = unit === BACKSLASH ? text.charAt(at + 1) : "";
    const hex = escaped === "u" ? text.slice(at + 2, at + 6) : "";
    const isHex = hex !== "" && HEX.test(hex);
    const meant = isHex ? Number.parseInt(hex, 16) : ESCAPED.get(escaped);
    units[length] = meant ?? unit;
    length += 1;
    at += isHex ? LONGEST_ESCAPE : meant === undefined ? 1 : 2;
  }
  return { meant: Buffer.from(units.buffer, 0, 2 * length).toString("utf16le"), end: at };
}

/** Header values are kept byte by byte as Latin-1; many senders mean UTF-8. */
function meantLatin(lines: string): string {
  // Everything beyond ASCII is what is asked for.
  return /[^\x00-\x7f\uffff]/.test(lines) ? Buffer.from(lines, "latin1").toString("utf8") : "";
}

/** All texts of a small JSON of our own, at any depth. */
function jsonStrings(text: unknown): string {
  if (typeof text !== "string") return "";
  const found: string[] = [];
  const open: unknown[] = [parseOwn(text)];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === "string") found.push(value);
    else if (typeof value === "object" && value !== null) open.push(...Object.values(value));
  }
  return found.join(GAP);
}
