import { type JsonNode, parseJson } from "../../../shared/json/parse.ts";
import { scanJson } from "../../../shared/json/scan.ts";
import { assertNever } from "../../../shared/primitives.ts";
import type { JsonStyle } from "../../../shared/signature-doctor.ts";
import { withoutEnd } from "../../../shared/text-ends.ts";

/** Deeper than this nobody re-serialises, and recursion stays safe. */
const DEPTH_AT_MOST = 100;

/**
 * A JSON text written again in a style; what the style does not name stays as it is in the text, letter by letter.
 * null for what is not JSON, or nested too deep.
 */
export function restyled(text: string, style: JsonStyle): string | null {
  if (style.spacing === undefined && style.order === undefined) return restyledInPlace(text, style);
  const parsed = parseJson(text);
  if (!parsed.ok) return null;
  const write = createWriter(text, style);
  return write(parsed.root, 0);
}

function restyledInPlace(text: string, style: JsonStyle): string | null {
  let written = "";
  let copied = 0;
  const put = (start: number, end: number, token: string): void => {
    written += text.slice(copied, start) + token;
    copied = end;
  };
  const fault = scanJson(text, {
    open: () => {},
    close: () => {},
    key: (start, end) => put(start, end, stringToken(text.slice(start, end), style)),
    scalar(kind, start, end) {
      if (kind === "string") put(start, end, stringToken(text.slice(start, end), style));
      else if (kind === "number") put(start, end, numberToken(text.slice(start, end), style));
    },
  });
  return fault === null ? written + text.slice(copied) : null;
}

function createWriter(text: string, style: JsonStyle): (node: JsonNode, depth: number) => string | null {
  const { spacing = "compact" } = style;
  const indent = { compact: null, spaced: null, "indent-2": "  ", "indent-4": "    ", "indent-tab": "\t" }[spacing];
  const colon = spacing === "compact" ? ":" : ": ";

  function joined(open: string, close: string, pieces: readonly (string | null)[], depth: number): string | null {
    if (pieces.includes(null)) return null;
    if (pieces.length === 0) return open + close;
    if (indent === null) return open + pieces.join(spacing === "spaced" ? ", " : ",") + close;
    const inner = `\n${indent.repeat(depth + 1)}`;
    return `${open}${inner}${pieces.join(`,${inner}`)}\n${indent.repeat(depth)}${close}`;
  }

  function write(node: JsonNode, depth: number): string | null {
    if (depth > DEPTH_AT_MOST) return null;
    switch (node.kind) {
      case "object": {
        const members = node.members.map(({ key, keySpan, value }) => ({ key, keySpan, value }));
        // By code units, as JavaScript, and for plain keys everybody, sorts them.
        if (style.order === "sorted")
          members.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
        const pieces = members.map(({ keySpan, value }) => {
          const written = write(value, depth + 1);
          return written === null ? null : stringToken(text.slice(keySpan.start, keySpan.end), style) + colon + written;
        });
        return joined("{", "}", pieces, depth);
      }
      case "array":
        return joined(
          "[",
          "]",
          node.items.map((item) => write(item, depth + 1)),
          depth,
        );
      case "string":
        return stringToken(text.slice(node.start, node.end), style);
      case "number":
        return numberToken(node.text, style);
      case "true":
      case "false":
      case "null":
        return node.kind;
    }
  }
  return write;
}

function stringToken(token: string, { slashes, unicode, html }: JsonStyle): string {
  let body = token.slice(1, -1);
  // Pieces are either one escape or one character, so that no replacement reaches into an escape.
  const each = (change: (piece: string) => string): void => {
    body = body.replace(/\\u[0-9a-fA-F]{4}|\\.|[^\\]/gs, change);
  };
  if (slashes === "slashes-escaped") each((piece) => (piece === "/" ? "\\/" : piece));
  if (slashes === "slashes-plain") each((piece) => (piece === "\\/" ? "/" : piece));
  if (unicode === "unicode-plain")
    each((piece) => (codeOf(piece) >= 0x80 && piece.startsWith("\\u") ? String.fromCharCode(codeOf(piece)) : piece));
  if (unicode === "unicode-escaped" || unicode === "unicode-escaped-upper")
    each((piece) => (codeOf(piece) >= 0x80 ? escaped(codeOf(piece), unicode === "unicode-escaped-upper") : piece));
  if (html === "html-plain")
    each((piece) => (piece.startsWith("\\u") && isHtml(codeOf(piece)) ? String.fromCharCode(codeOf(piece)) : piece));
  if (html === "html-escaped" || html === "html-escaped-upper")
    each((piece) => (isHtml(codeOf(piece)) ? escaped(codeOf(piece), html === "html-escaped-upper") : piece));
  return `"${body}"`;
}

/** The character that a piece stands for; -1 for the short escapes, which nobody writes otherwise. */
function codeOf(piece: string): number {
  if (piece.startsWith("\\u")) return Number.parseInt(piece.slice(2), 16);
  return piece.startsWith("\\") ? -1 : piece.charCodeAt(0);
}

function isHtml(code: number): boolean {
  return code === 0x3c || code === 0x3e || code === 0x26;
}

function escaped(code: number, upper: boolean): string {
  const digits = code.toString(16).padStart(4, "0");
  return `\\u${upper ? digits.toUpperCase() : digits}`;
}

function numberToken(token: string, { numbers }: JsonStyle): string {
  switch (numbers) {
    case undefined:
      return token;
    // Read as a double and written as ECMAScript does.
    case "numbers-rounded":
      return Number.isFinite(Number(token)) ? JSON.stringify(Number(token)) : token;
    // As Python, PHP and Ruby write a decimal: one digit behind the point stays.
    case "numbers-shortened":
      return /^-?\d+\.\d+$/.test(token) ? shortened(token) : token;
    case "numbers-point-0":
      return /^-?\d+$/.test(token) ? `${token}.0` : token;
    case "numbers-point-00":
      return /^-?\d+$/.test(token) ? `${token}.00` : token.replace(/^(-?\d+\.\d)$/, "$10");
    case "numbers-quoted":
      return `"${token}"`;
    // What does not fit 64 bits becomes a double with an exponent in PHP and Go.
    case "numbers-exponent":
      return /^-?\d{16,}$/.test(token) ? Number(token).toExponential() : token;
    default:
      return assertNever(numbers);
  }
}

function shortened(token: string): string {
  const short = withoutEnd(token, "0");
  return short.endsWith(".") ? `${short}0` : short;
}
