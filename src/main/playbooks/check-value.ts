import { decimalKey, isDecimal } from "../../shared/decimal.ts";
import type { ValueCheck } from "../../shared/playbook.ts";

/** A value that is held against a check: numbers are compared by value, whatever way they are written. */
export interface CheckedValue {
  readonly text: string;
  readonly isNumber: boolean;
}

/**
 * @param before the value of the step before, for `changed`; null where there is none to compare with
 * @returns whether it holds; null when nobody can tell
 */
export function holds(check: ValueCheck, value: CheckedValue, before: CheckedValue | null): boolean | null {
  switch (check.is) {
    case "any":
      return true;
    case "equals":
      return isSame(value, check.value);
    case "contains":
      return value.text.includes(check.value);
    case "one-of":
      return check.values.some((each) => isSame(value, each));
    case "matches":
      return fits(value.text, check.pattern);
    case "changed":
      return before === null ? null : !isSame(value, before.text);
    case "absent":
      return false;
  }
}

function isSame({ text, isNumber }: CheckedValue, expected: string): boolean {
  if (text === expected) return true;
  return isNumber && isDecimal(text) && isDecimal(expected) && decimalKey(text) === decimalKey(expected);
}

/**
 * Whether a text fits a pattern of `*` (any text) and `?` (one character). Goes back to the last star only, so that no
 * pattern takes longer than its length times that of the text.
 */
function fits(text: string, pattern: string): boolean {
  let at = 0;
  let place = 0;
  let star = -1;
  let from = 0;
  while (at < text.length) {
    if (pattern[place] === "*") {
      star = place;
      place += 1;
      from = at;
    } else if (place < pattern.length && (pattern[place] === "?" || pattern[place] === text[at])) {
      place += 1;
      at += 1;
    } else if (star >= 0) {
      place = star + 1;
      from += 1;
      at = from;
    } else return false;
  }
  while (pattern[place] === "*") place += 1;
  return place === pattern.length;
}
