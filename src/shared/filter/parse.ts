import type { FilterError, FilterResult, Term, Test } from "./ast.ts";
import { findField } from "./fields.ts";
import { type Token, tokenize } from "./tokenize.ts";
import { otherSpellings } from "./values.ts";

/**
 * The search index knows runs of three characters; fewer would have to be looked for in every body there is, unless a
 * longer word says in which.
 */
export const SHORTEST_WORD = 3;

/**
 * Understands the text of the filter bar: words and fields, all of which must hold.
 *
 * @returns the filter, or every term that is not understood, with its place in the text
 */
export function parseFilter(text: string): FilterResult {
  const terms: Term[] = [];
  const errors: FilterError[] = [];
  const tooShort: FilterError[] = [];
  let not: Token | null = null;
  for (const token of tokenize(text)) {
    if (not === null && isNot(token)) {
      not = token;
      continue;
    }
    const test = understand(token);
    if ("message" in test) errors.push(isUnfinished(token, text) ? { ...test, unfinished: true } : test);
    else {
      terms.push({ span: spanOf(not ?? token, token), negated: (not !== null) !== token.negated, test });
      if ((test.field === "text" || test.field === "word") && test.text.length < SHORTEST_WORD)
        tooShort.push({ start: token.start, end: token.end, message: "A word needs at least three characters." });
    }
    not = null;
  }
  const narrowed = terms.some(
    ({ negated, test }) =>
      !negated && (test.field === "text" || test.field === "word") && test.text.length >= SHORTEST_WORD,
  );
  if (!narrowed) errors.push(...tooShort);
  errors.sort((one, other) => one.start - other.start);
  if (not !== null) errors.push({ start: not.start, end: not.end, message: "Write what is not wanted after not." });
  const [first, ...others] = errors;
  return first === undefined ? { ok: true, filter: { terms } } : { ok: false, errors: [first, ...others] };
}

/** A value at the end of the text that is not typed yet, or the beginning of one that is offered there. */
function isUnfinished({ field, value, end }: Token, text: string): boolean {
  const found = field === null ? "" : findField(field.name);
  if (typeof found === "string" || end !== text.length) return false;
  const last = value.text.slice(value.text.lastIndexOf(",") + 1).toLowerCase();
  const isBare = !value.quoted && /^[=<>]*$/.test(value.text);
  return isBare || (last !== "" && found.offers.some((offer) => offer.startsWith(last)));
}

function isNot(token: Token): boolean {
  return token.field === null && !token.negated && !token.value.quoted && token.value.text.toLowerCase() === "not";
}

function spanOf(first: Token, last: Token) {
  return { start: first.start, end: last.end };
}

/** A field without its colon would be searched for as a text, and nothing found: "amount>800". */
function comparedField(text: string): string | null {
  const [, name, condition] = /^([a-z]+)([<>]=?.*)$/i.exec(text) ?? [];
  if (name === undefined || condition === undefined) return null;
  const found = findField(name);
  return typeof found === "string" ? null : `Put a colon after the field: ${found.name}:${condition}`;
}

/** As a text to be searched for, whatever it would mean without its quotation marks. */
export function inQuotes(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, "\\$&")}"`;
}

function understand(token: Token): Test | FilterError {
  const { field, value } = token;
  if (token.unclosed) return { start: value.start, end: value.end, message: 'The closing " is missing.' };
  if (token.trailing !== null) return { ...token.trailing, message: 'Put a space after the closing ".' };
  if (field === null) {
    const compared = value.quoted ? null : comparedField(value.text);
    if (compared !== null) return { start: token.start, end: token.end, message: compared };
    const otherwise = otherSpellings(value.text);
    if (value.text !== "") return { field: "text", text: value.text, ...(otherwise.length === 0 ? {} : { otherwise }) };
    return { start: token.start, end: token.end, message: "A word needs at least three characters." };
  }
  const found = findField(field.name);
  if (typeof found === "string") {
    const place = { start: field.start, end: token.end };
    const instead = value.text.length < SHORTEST_WORD ? {} : { instead: inQuotes(value.text) };
    return { ...place, message: found, ...instead };
  }
  if (value.text === "")
    return { start: field.start, end: token.end, message: `Write a value after ${found.name}: (${found.summary}).` };
  // Of numbers the sign is part of how they are compared: `amount:=500`.
  const written = value.exact && found.whole === undefined ? `=${value.text}` : value.text;
  const test = value.exact && found.whole !== undefined ? found.whole(value.text) : found.read(written, value.quoted);
  return typeof test === "string" ? { start: value.start, end: value.end, message: test } : test;
}
