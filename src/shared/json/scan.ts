/**
 * The grammar of JSON (RFC 8259), and nothing but the grammar: it calls a sink with the offsets of what it finds
 * and keeps no text of its own. Reader, formatter and index are three sinks over this one scanner, so that they
 * can never disagree about what is valid. No recursion: 100,000 nested brackets from outside are just depth.
 */

/** All offsets are UTF-16 code units into the text; an `end` is exclusive. */
export interface JsonSink {
  open(kind: "object" | "array", start: number): void;
  /** A member's key with its quotes. `escaped`: there is a backslash in it, so it must be decoded to be read. */
  key(start: number, end: number, escaped: boolean): void;
  scalar(kind: JsonScalarKind, start: number, end: number, escaped: boolean): void;
  close(end: number): void;
}

export type JsonScalarKind = "string" | "number" | "true" | "false" | "null";

/** The first thing in the text that is not JSON, with the reason in words. */
export interface JsonFault {
  readonly offset: number;
  readonly message: string;
}

class Fault implements JsonFault {
  readonly offset: number;
  readonly message: string;

  constructor(offset: number, message: string) {
    this.offset = offset;
    this.message = message;
  }
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Scans a whole JSON text. A byte order mark is not accepted: strip it before, if it is wanted.
 *
 * @returns null for valid JSON; otherwise the fault, and what the sink was told until then is void
 */
export function scanJson(text: string, sink: JsonSink): JsonFault | null {
  try {
    scan(text, sink);
    return null;
  } catch (fault) {
    if (fault instanceof Fault) return { offset: fault.offset, message: fault.message };
    throw fault;
  }
}

function scan(text: string, sink: JsonSink): void {
  // One entry for each open bracket: the character that closes it. Grows by doubling.
  let closers = new Uint8Array(64);
  let depth = 0;
  let at = skipWhite(text, 0);
  for (;;) {
    // A value starts at `at`.
    const first = text.charCodeAt(at);
    if (first === OPEN_BRACE || first === OPEN_BRACKET) {
      const closer = first === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET;
      sink.open(first === OPEN_BRACE ? "object" : "array", at);
      at = skipWhite(text, at + 1);
      if (text.charCodeAt(at) === closer) {
        at += 1;
        sink.close(at);
      } else {
        if (depth === closers.length) closers = doubled(closers);
        closers[depth] = closer;
        depth += 1;
        if (closer === CLOSE_BRACE) at = scanKey(text, at, sink);
        continue;
      }
    } else at = scanScalar(text, at, first, sink);

    // A value has ended: close as many brackets as follow, up to the comma before the next value.
    for (;;) {
      const ended = at;
      at = skipWhite(text, at);
      if (depth === 0) {
        if (at < text.length) throw new Fault(at, "There is more text after the end of the JSON value.");
        return;
      }
      const closer = closers[depth - 1] as number;
      const next = text.charCodeAt(at);
      if (next === COMMA) {
        at = skipWhite(text, at + 1);
        if (closer === CLOSE_BRACE) at = scanKey(text, at, sink);
        break;
      }
      if (next !== closer) throw unclosed(text, ended, at, closer);
      at += 1;
      depth -= 1;
      sink.close(at);
    }
  }
}

function doubled(closers: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(closers.length * 2);
  larger.set(closers);
  return larger;
}

/** @param ended where the value before `at` ends: what is missing is looked for there, which may be a line further up */
function unclosed(text: string, ended: number, at: number, closer: number): Fault {
  const next = text.charCodeAt(at);
  const beginsNext = next === QUOTE || (closer === CLOSE_BRACKET && (next === OPEN_BRACE || next === OPEN_BRACKET));
  if (beginsNext) return new Fault(ended, "A comma is missing here.");
  const closing = String.fromCharCode(closer);
  return new Fault(at, at >= text.length ? endsEarly(closing) : `Expected a comma or ${closing} here.`);
}

function endsEarly(missing: string): string {
  return `The text ends where ${missing} is missing.`;
}

function skipWhite(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return at;
    at += 1;
  }
}

/** @returns where the member's value starts */
function scanKey(text: string, start: number, sink: JsonSink): number {
  if (text.charCodeAt(start) !== QUOTE)
    throw new Fault(start, start >= text.length ? endsEarly("}") : "Expected a key in double quotes here.");
  const close = closingQuote(text, start);
  const end = Math.abs(close);
  sink.key(start, end, close < 0);
  const colon = skipWhite(text, end);
  if (text.charCodeAt(colon) !== COLON) throw new Fault(colon, "Expected a colon after the key.");
  return skipWhite(text, colon + 1);
}

/** @returns the scalar's end */
function scanScalar(text: string, start: number, first: number, sink: JsonSink): number {
  if (first === QUOTE) {
    const close = closingQuote(text, start);
    const end = Math.abs(close);
    sink.scalar("string", start, end, close < 0);
    return end;
  }
  if (first === MINUS || isDigit(first)) {
    const end = numberEnd(text, start);
    sink.scalar("number", start, end, false);
    return end;
  }
  const word = first === 0x74 ? "true" : first === 0x66 ? "false" : first === 0x6e ? "null" : null;
  if (word !== null && text.startsWith(word, start)) {
    sink.scalar(word, start, start + word.length, false);
    return start + word.length;
  }
  throw new Fault(start, start >= text.length ? "The text ends where a value is missing." : "Expected a value here.");
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

/** The string's end, negated when it has an escape: one number instead of an object for each string. */
function closingQuote(text: string, start: number): number {
  let at = start + 1;
  let escaped = false;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return escaped ? -(at + 1) : at + 1;
    if (code === BACKSLASH) {
      escaped = true;
      at = escapeEnd(text, at);
    } else if (code >= SPACE) at += 1;
    else if (at >= text.length) throw new Fault(at, endsEarly('the closing "'));
    else throw new Fault(at, "A string has a control character that is not escaped.");
  }
}

function escapeEnd(text: string, start: number): number {
  const letter = text.charAt(start + 1);
  if (letter !== "" && '"\\/bfnrt'.includes(letter)) return start + 2;
  if (letter === "u") {
    let at = start + 2;
    while (at < start + 6 && isHexDigit(text.charCodeAt(at))) at += 1;
    if (at === start + 6) return at;
  }
  throw new Fault(start, "This escape is not one that JSON knows.");
}

function numberEnd(text: string, start: number): number {
  let at = text.charCodeAt(start) === MINUS ? start + 1 : start;
  // A leading zero stands alone: what follows it is the next thing, and refused below when it is a digit.
  at = text.charCodeAt(at) === ZERO ? at + 1 : digitsEnd(text, at);
  if (text.charCodeAt(at) === POINT) at = digitsEnd(text, at + 1);
  if ((text.charCodeAt(at) | 0x20) === 0x65) {
    const sign = text.charCodeAt(at + 1);
    at = digitsEnd(text, sign === PLUS || sign === MINUS ? at + 2 : at + 1);
  }
  const next = text.charCodeAt(at);
  if (isDigit(next) || next === POINT || next === PLUS || next === MINUS) throw badNumber(at);
  return at;
}

function digitsEnd(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  if (at === start) throw badNumber(at);
  return at;
}

function badNumber(offset: number): Fault {
  return new Fault(offset, "This is not a number as JSON writes it.");
}

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** What a scanned string says: the text between its quotes with the escapes resolved, lone surrogates and all. */
export function decodeString(text: string, start: number, end: number, escaped: boolean): string {
  const inner = text.slice(start + 1, end - 1);
  if (!escaped) return inner;
  return inner.replace(/\\(?:u(....)|(.))/g, (_, hex: string | undefined, letter: string) =>
    hex === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
