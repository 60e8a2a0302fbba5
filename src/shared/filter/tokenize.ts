import type { TextRange } from "./ast.ts";

/** One term of the text, before it is understood: `-field:value`, `word`, `"a phrase"`, `not`. */
export interface Token extends TextRange {
  readonly negated: boolean;
  /** The name before the colon, as written; null for a word. */
  readonly field: (TextRange & { readonly name: string }) | null;
  /** Without quotation marks and escapes. `exact`: an equals sign stands before it, which is not part of the text. */
  readonly value: TextRange & { readonly text: string; readonly quoted: boolean; readonly exact: boolean };
  /** A quotation mark that is never closed; the value goes to the end of the text. */
  readonly unclosed: boolean;
  /** Where something follows a closing quotation mark without a space; null when nothing does. */
  readonly trailing: TextRange | null;
}

// A colon after letters makes a field; but an address is a word: people paste them.
const FIELD = /([A-Za-z][A-Za-z-]*):(?!\/\/)/y;
const BARE = /\S*/y;
// Digits in groups are one amount, `amount:>50 000`: after 1 to 3 of them, three more.
const AMOUNT = /\S*(?:(?<=(?:[:<>\s-]|\.\.)[0-9]{1,3})\s[0-9]{3}(?![^\s.])\S*)*/y;
// As a word only where it can be nothing else: with a space of ours, from a row, or with decimals. `404 500` is two words.
const WORD = /[0-9]{1,3}(?:(?:[\u00a0\u2009\u202f][0-9]{3})+(?:\.[0-9]+)?|(?:\s[0-9]{3})+\.[0-9]+)(?!\S)|\S*/y;
// Pasted from a body: a key with its colon, and what follows, with the spaces in its texts.
const MEMBER = /"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[^\s"])*/y;
const SPACE = /\s*/y;

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Splits a filter into its terms. Takes any text and never fails; what is odd is noted in the token. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at += match(SPACE, text, at)?.[0].length ?? 0;
    if (at >= text.length) return tokens;
    const token = readToken(text, at);
    tokens.push(token);
    at = token.end;
  }
}

function readToken(text: string, start: number): Token {
  const negated = text[start] === "-" && /[^\s]/.test(text[start + 1] ?? " ");
  let at = negated ? start + 1 : start;
  const name = match(FIELD, text, at);
  const field = name === null ? null : { start: at, end: at + name[0].length - 1, name: name[1] ?? "" };
  if (name !== null) at += name[0].length;
  const member = field === null ? match(MEMBER, text, at)?.[0] : undefined;
  if (member !== undefined) {
    const value = { start: at, end: at + member.length, text: member.trimEnd(), quoted: true, exact: false };
    return { start, end: value.end, negated, field, value, unclosed: false, trailing: null };
  }
  if (text[at] === '"') return readQuoted(text, start, at, negated, field);
  const exact = field !== null && text[at] === "=";
  if (exact && text[at + 1] === '"') return readQuoted(text, start, at, negated, field);
  const pattern = field === null ? WORD : field.name.toLowerCase() === "amount" ? AMOUNT : BARE;
  const bare = match(pattern, text, at)?.[0] ?? "";
  const end = at + bare.length;
  const value = { start: at, end, text: exact ? bare.slice(1) : bare, quoted: false, exact };
  return { start, end, negated, field, value, unclosed: false, trailing: null };
}

function readQuoted(text: string, start: number, open: number, negated: boolean, field: Token["field"]): Token {
  const exact = text[open] === "=";
  let at = open + (exact ? 2 : 1);
  let value = "";
  while (at < text.length && text[at] !== '"') {
    // A backslash takes the quotation mark or backslash after it as text; before anything else it is itself text.
    if (text[at] === "\\" && (text[at + 1] === '"' || text[at + 1] === "\\")) at += 1;
    value += text[at];
    at += 1;
  }
  const unclosed = at >= text.length;
  const closed = unclosed ? at : at + 1;
  const rest = match(BARE, text, closed)?.[0].length ?? 0;
  return {
    start,
    end: closed + rest,
    negated,
    field,
    value: { start: open, end: closed, text: value, quoted: true, exact },
    unclosed,
    trailing: rest === 0 ? null : { start: closed, end: closed + rest },
  };
}
