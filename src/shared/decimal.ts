import { withoutEnd } from "./text-ends.ts";

// Decimal numbers of any length, as they stand in a JSON text or a form: compared by their digits, since a
// JavaScript number would take 9007199254740993 for 9007199254740992.
const DECIMAL = /^([+-]?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,15}))?$/;

interface Decimal {
  readonly negative: boolean;
  /** Digits without zeros at either end; empty for zero. */
  readonly digits: string;
  /** How many digits stand before the point: the number is 0.DIGITS × 10^point. */
  readonly point: number;
}

function read(text: string): Decimal | null {
  const found = DECIMAL.exec(text);
  if (found === null) return null;
  const [, sign, whole = "", fraction = "", exponent = "0"] = found;
  const all = whole + fraction;
  const leading = all.length - all.replace(/^0+/, "").length;
  const digits = withoutEnd(all.slice(leading), "0");
  return { negative: sign === "-" && digits !== "", digits, point: whole.length - leading + Number(exponent) };
}

/** A name that two numbers share exactly when they are equal: `50000`, `50000.00` and `5e4` have one. null: no number. */
export function decimalKey(text: string): string | null {
  const number = read(text);
  if (number === null) return null;
  return number.digits === "" ? "0" : `${number.negative ? "-" : ""}${number.digits}e${number.point}`;
}

/** How many places the point of `left` stands further right than that of `right`; null when their digits differ. */
export function decimalShift(left: string, right: string): number | null {
  const a = read(left);
  const b = read(right);
  if (a === null || b === null || a.digits === "" || a.digits !== b.digits || a.negative !== b.negative) return null;
  return a.point - b.point;
}

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/**
 * Compares two decimal numbers exactly: negative, zero or positive as `Array.sort` wants it; null when either
 * text is no decimal number. `10`, `10.00` and `1e1` are equal.
 */
export function compareDecimals(left: string, right: string): number | null {
  const a = read(left);
  const b = read(right);
  if (a === null || b === null) return null;
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  const size = compareSizes(a, b);
  return a.negative ? -size : size;
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.digits === "" || b.digits === "") return (a.digits === "" ? 0 : 1) - (b.digits === "" ? 0 : 1);
  if (a.point !== b.point) return a.point < b.point ? -1 : 1;
  // Both start with a digit of the same place, so the order of the texts is the order of the numbers.
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -1 : 1;
}
