import { isDecimal } from "../../shared/decimal.ts";
import { isCurrencyCode } from "./currencies.ts";
import type { PayloadNode } from "./tree.ts";

// No amount is longer than that; a million digits from outside are not worth comparing.
const LONGEST_NUMBER = 400;
const BEFORE = /^(?:[A-Za-z]{1,3}\s?)?\p{Sc}\s{0,3}|^(?:[A-Za-z]{2,3}\s{0,3}|[A-Z]{3}:)(?=[-+0-9])/u;
const BEHIND = /\s{0,3}(?:\p{Sc}|[A-Za-z]{2,3}\p{Sc}?)$/u;

export type DecimalMark = "." | ",";

export interface NumberText {
  /** The number as a plain decimal text: a minus, digits, a point. */
  readonly decimal: string;
  /** What stands before or behind it, such as `NGN` or `₦`. */
  readonly unit: string | null;
}

/**
 * Reads a number, or a text such as `50,000.00`, `₦50 000`, `50000 NGN` or `NGN:500.00`; null when it is neither.
 *
 * @param mark what stands before its decimals; the other one, spaces and apostrophes stand between groups of digits
 */
export function readNumber(text: string, mark: DecimalMark): NumberText | null {
  if (text.length > LONGEST_NUMBER) return null;
  if (mark === "." && isDecimal(text)) return plain(text, null);
  // Banks write it behind the digits, too: `500.00-`.
  const sign = /^\s*([-+−])\s*/u.exec(text) ?? /(?<=[0-9])([-+−])$/u.exec(text);
  const signed =
    sign === null ? text.trim() : `${text.slice(0, sign.index)}${text.slice(sign.index + sign[0].length)}`.trim();
  const before = BEFORE.exec(signed)?.[0];
  const rest = before === undefined ? signed : signed.slice(before.length);
  const behind = before === undefined ? BEHIND.exec(rest)?.[0] : undefined;
  const digits = behind === undefined ? rest : rest.slice(0, -behind.length);
  if (before !== undefined && isOfId(before, rest)) return null;
  const unit = (before ?? behind)?.replace(":", "").trim() ?? null;
  const bare = ungrouped(digits, mark);
  if (bare === null) return null;
  return plain(sign === null || sign[1] === "+" ? bare : bare.startsWith("-") ? bare.slice(1) : `-${bare}`, unit);
}

/** Whether letters right before the digits are no currency, but the beginning of an id: `CUS-14`, `INV2041`. */
function isOfId(before: string, rest: string): boolean {
  if (!/^[A-Za-z]{2,3}$/.test(before) || isCurrencyCode(before.toUpperCase())) return false;
  return /^[-+]/.test(rest) || /^[A-Z]{3}$/.test(before);
}

function ungrouped(text: string, mark: DecimalMark): string | null {
  if (mark === "." && isDecimal(text)) return text;
  const at = text.lastIndexOf(mark);
  const whole = at === -1 ? text : text.slice(0, at);
  const fraction = at === -1 ? "" : text.slice(at + 1);
  if (!/^[0-9]*$/.test(fraction) || (at !== -1 && fraction === "")) return null;
  const separators = mark === "." ? /^[-+]?[0-9]{1,3}(?:([\s,'’_])[0-9]{2,3}(?:\1[0-9]{2,3})*)?$/u : GERMAN;
  if (!/^[-+]?[0-9]+$/.test(whole) && (!separators.test(whole) || !/[0-9]{3}$/.test(whole))) return null;
  const bare = whole.replaceAll(/[^-+0-9]/g, "");
  return fraction === "" ? bare : `${bare}.${fraction}`;
}

const GERMAN = /^[-+]?[0-9]{1,3}(?:([\s.'’_])[0-9]{3}(?:\1[0-9]{3})*)?$/u;

function plain(text: string, unit: string | null): NumberText | null {
  const decimal = shifted(text, 0);
  return decimal === null ? null : { decimal, unit };
}

/** A decimal text times a power of ten, written without exponent and without zeros that say nothing; null for none. */
export function shifted(text: string, power: number): string | null {
  const found = /^([+-]?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,4}))?$/.exec(text);
  if (found === null) return null;
  const [, sign, whole = "", fraction = "", exponent = "0"] = found;
  const move = Number(exponent) + power;
  if (Math.abs(move) > LONGEST_NUMBER) return null;
  let digits = whole + fraction;
  let point = whole.length + move;
  if (point <= 0) {
    digits = "0".repeat(1 - point) + digits;
    point = 1;
  }
  if (point > digits.length) digits += "0".repeat(point - digits.length);
  const left = digits.slice(0, point).replace(/^0+(?=[0-9])/, "");
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  const right = digits.slice(point, end);
  const number = right === "" ? left : `${left}.${right}`;
  return sign === "-" && number !== "0" ? `-${number}` : number;
}

/** A value that can be read as a number. */
export interface NumberValue {
  readonly node: PayloadNode;
  readonly mark: DecimalMark;
  readonly decimal: string;
  readonly unit: string | null;
}

/** Whether a value can be one at all. */
export function mayBeNumber({ kind, text }: PayloadNode): boolean {
  return (kind === "string" || kind === "number") && text.length <= 60 && /[0-9]/.test(text);
}

/** A value read as a number, with either mark before its decimals. */
export function numbersIn(node: PayloadNode): readonly NumberValue[] {
  if (!mayBeNumber(node)) return [];
  const marks = node.kind === "number" || !/[.,]/.test(node.text) ? (["."] as const) : ([".", ","] as const);
  return marks.flatMap((mark) => {
    const number = readNumber(node.text, mark);
    return number === null ? [] : [{ node, mark, ...number }];
  });
}

const DATE_AND_TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}|$)/;
// Seconds, milliseconds, microseconds or nanoseconds since 1970, for moments from 2017 to 2065.
const EPOCH = /^(?:1[5-9]|2[0-9])[0-9]{8}(?:\.[0-9]+|[0-9]{3}|[0-9]{6}|[0-9]{9})?$/;

/** Whether a value looks like a moment: ISO 8601, or a count since 1970. */
export function isMoment(text: string): boolean {
  return text.length <= 40 && (DATE_AND_TIME.test(text) || EPOCH.test(text));
}
