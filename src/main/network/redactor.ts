import { SECRET_MASK } from "../../shared/primitives.ts";

/** Shorter ones are not looked for: masking every `a` would destroy the answer and hide nothing. */
const SHORTEST_SECRET = 6;
/** Longer ones are looked for in their usual forms only: the pattern of every mixture would be huge. */
const LONGEST_PATTERN = 200;
const SHORTEST_BASE64 = 8;

export interface Redacted<T> {
  readonly value: T;
  readonly redacted: boolean;
}

/** Puts the mask wherever an answer repeats a secret of ours. */
export interface Redactor {
  /** Whether there is anything to look for. */
  readonly active: boolean;
  text(text: string): Redacted<string>;
  /** Bytes that are read as Latin-1, so that any encoding of the rest passes unchanged. */
  bytes(bytes: Uint8Array): Redacted<Uint8Array>;
  /** All texts of a value that is data, keys among them. */
  deep<T>(value: T): Redacted<T>;
}

/**
 * A redactor for these secrets: as they are, JSON-escaped or percent-encoded (each character in any of the ways),
 * in hexadecimal, and in base64 (also in the middle of a longer text that was encoded).
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST_SECRET);
  // Longest first: of `Token abc` and `abc` the whole must go.
  known.sort((a, b) => b.length - a.length);
  const pattern = known.length === 0 ? null : new RegExp(known.flatMap(formsOf).join("|"), "g");
  const mask = Buffer.from(SECRET_MASK, "utf8").toString("latin1");

  function replace(text: string, by: string): Redacted<string> {
    if (pattern === null) return { value: text, redacted: false };
    let redacted = false;
    const value = text.replace(pattern, () => {
      redacted = true;
      return by;
    });
    return { value, redacted };
  }
  const redactor: Redactor = {
    active: pattern !== null,
    text: (text) => replace(text, SECRET_MASK),
    bytes(bytes) {
      if (pattern === null) return { value: bytes, redacted: false };
      const { value, redacted } = replace(
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1"),
        mask,
      );
      return { value: redacted ? Uint8Array.from(Buffer.from(value, "latin1")) : bytes, redacted };
    },
    deep(value) {
      let redacted = false;
      const visit = (each: unknown): unknown => {
        if (typeof each === "string") {
          const result = redactor.text(each);
          redacted ||= result.redacted;
          return result.value;
        }
        if (Array.isArray(each)) return each.map(visit);
        if (typeof each !== "object" || each === null) return each;
        return Object.fromEntries(Object.entries(each).map(([key, inner]) => [visit(key), visit(inner)]));
      };
      const masked = visit(value) as typeof value;
      return { value: masked, redacted };
    },
  };
  return redactor;
}

/** Patterns for the forms of a secret, over text in which bytes beyond ASCII stand as Latin-1. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const plain =
    secret.length <= LONGEST_PATTERN ? [Array.from(secret, anyWay).join("")] : usualForms(secret).map(quote);
  const hex = [bytes.toString("hex"), bytes.toString("hex").toUpperCase()];
  return [...plain, ...hex, ...base64Forms(bytes).map(quote)];
}

/** The signs that HTML and XML have names for. */
const ENTITIES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/**
 * One character: as it is, percent-encoded (RFC 3986), as an escape of JSON (RFC 8259, section 7) or of HTML. A log line
 * in JSON in JSON has the backslashes doubled at each step, so any number of them is taken.
 */
function anyWay(character: string): string {
  const ways = [quote(character), quote(latin1(character)), percent(Buffer.from(character, "utf8"))];
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  ways.push(units.map((unit) => `\\\\{1,31}u${anyCase(unit.toString(16).padStart(4, "0"))}`).join(""));
  if (/["\\/]/.test(character)) ways.push(`\\\\{1,31}${quote(character)}`);
  const entity = ENTITIES[character];
  const code = character.codePointAt(0) ?? 0;
  if (entity !== undefined) ways.push(`&(?:${entity}|#0{0,4}${code}|#[xX]0{0,4}${anyCase(code.toString(16))});`);
  if (character === " ") ways.push("\\+");
  return `(?:${[...new Set(ways)].join("|")})`;
}

function usualForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const percentEncoded = encodeURIComponent(secret.toWellFormed());
  return [...new Set([secret, latin1(secret), json, latin1(json), json.replaceAll("/", "\\/"), percentEncoded])];
}

/**
 * Base64 (RFC 4648, both alphabets): whole, and at each of the three positions within something longer that was
 * encoded, less the characters that depend on the neighbours.
 */
function base64Forms(bytes: Buffer): string[] {
  const within = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  // A few characters of base64 stand in any text by chance.
  const telling = within.filter((part) => part.length >= SHORTEST_BASE64);
  return [bytes.toString("base64"), ...telling].flatMap((form) => [
    form,
    form.replaceAll("+", "-").replaceAll("/", "_"),
  ]);
}

function latin1(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function percent(bytes: Uint8Array): string {
  return [...bytes].map((byte) => `%(?:25){0,3}${anyCase(byte.toString(16).padStart(2, "0"))}`).join("");
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
