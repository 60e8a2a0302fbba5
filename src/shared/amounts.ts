/**
 * Amounts as text. The service takes an integer of any length, so no amount ever becomes a JavaScript number:
 * `9007199254740993` would leave as `9007199254740992`.
 */

const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
/** Between groups of digits: U+202F, the narrow no-break space (ISO 80000-1 wants a thin space there). */
const GROUP_SPACE = "\u202f";
/** What people and spreadsheets put between digits; a point or a comma may also stand before decimals. */
const SEPARATORS = /[\s.,'’_]/g;
/** A suggestion longer than this would be longer than the sentence that carries it. */
const LONGEST_SUGGESTION = 40;

/**
 * Why a text cannot go out as an amount, in a sentence for beside the field; null when it can. Whole numbers of
 * any length are fine, negative ones too: the specification says "integer" and nothing of a lowest one.
 */
export function amountProblem(text: string): string | null {
  if (INTEGER.test(text)) return null;
  if (text.trim() === "") return "Enter an amount: a whole number of units, for example 50000.";
  const bare = text.trim();
  const meant = wholeNumber(bare);
  if (meant !== null) return `Leave out ${meant.without}${suggestion(meant.digits)}`;
  if (/^[+-]?[0-9\s'’_]*[.,][0-9]*$/.test(bare) || /^[+-]?[0-9][0-9\s,.'’_]*$/.test(bare))
    return "Enter a whole number of units: digits only, no separators and no decimals.";
  if (/^[+-]?[0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]+$/.test(bare))
    return "Write the number out in digits, without an exponent.";
  if (/^\p{Nd}+$/u.test(bare)) return "Write the number with the digits 0 to 9.";
  return "Enter digits only, for example 50000; the currency has a field of its own.";
}

/** The number that is meant where only its form is wrong, `7,500` or `+12`; null where it is right, or nobody can know. */
export function amountMeant(text: string): string | null {
  if (INTEGER.test(text)) return null;
  const digits = wholeNumber(text.trim())?.digits ?? null;
  return digits !== null && digits.length <= LONGEST_SUGGESTION ? digits : null;
}

function wholeNumber(bare: string): { readonly digits: string; readonly without: string } | null {
  if (INTEGER.test(bare)) return { digits: bare, without: "the space around the number" };
  if (/^\+[0-9]+$/.test(bare)) return { digits: withoutZeros(bare.slice(1)), without: "the plus sign" };
  if (/^-?[0-9]+$/.test(bare)) return { digits: withoutZeros(bare), without: "the zeros in front" };
  if (/^-?[0-9]{1,3}(?:([\s,.'’_])[0-9]{3})(?:\1[0-9]{3})*$/.test(bare) && !/^-?0/.test(bare))
    return { digits: bare.replace(SEPARATORS, ""), without: "what separates the digits" };
  return null;
}

function suggestion(text: string): string {
  return text.length > LONGEST_SUGGESTION ? "." : `: ${text}.`;
}

function withoutZeros(digits: string): string {
  return digits.replace(/^(-?)0+(?=[0-9])/, "$1");
}

/** Groups the digits of a decimal number for reading, `50 000` or `-1 234.50`; any other text comes back unchanged. */
export function groupDigits(text: string): string {
  const parts = /^(-?)([0-9]+)(\.[0-9]+)?$/.exec(text);
  if (parts === null) return text;
  const [, sign = "", whole = "", fraction = ""] = parts;
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return sign + groups.join(GROUP_SPACE) + fraction;
}

/** A number without what groups its digits, be it as rows show it or as people write it: `50 000`, `4,711.33`; else the text. */
export function ungroupDigits(text: string): string {
  const isGrouped = /^-?[0-9]{1,3}([\s,'’_])[0-9]{3}(?:\1[0-9]{3})*(?:\.[0-9]+)?$/.test(text);
  return isGrouped ? text.replaceAll(/[^0-9.-]/g, "") : text;
}

/** Money with two decimals as it is sent where a hundred units make one of the currency: 471133 for 4711.33. Else null. */
export function inHundredths(text: string): string | null {
  return /^-?[0-9]+\.[0-9]{2}$/.test(text) ? withoutZeros(text.replace(".", "")) : null;
}

/** Decimals that are shown of a value that does not come out even. */
const UNEVEN_DECIMALS = 4;
/** Above this many digits a division by anything but a power of ten is not worth the user's wait. */
const LONGEST_DIVIDEND = 20_000;

/**
 * The money an amount stands for: units divided by `unitsPerCurrency`, on the decimal text, exact to the last
 * digit and grouped. A quotient without end (a third) is cut after four decimals and starts with `≈`.
 *
 * @param unitsPerCurrency how many units make one of the currency (100 kobo are one naira), 1 or more
 * @returns null when the text is not a whole number
 */
export function moneyValue(amount: string, unitsPerCurrency: number): string | null {
  if (!INTEGER.test(amount) || !Number.isSafeInteger(unitsPerCurrency) || unitsPerCurrency < 1) return null;
  const negative = amount.startsWith("-");
  const digits = negative ? amount.slice(1) : amount;
  const even = evenDecimals(unitsPerCurrency);
  const decimals = even ?? UNEVEN_DECIMALS;
  const scaled = /^10*$/.test(String(unitsPerCurrency)) ? digits : divide(digits, unitsPerCurrency, decimals);
  if (scaled === null) return null;
  const padded = scaled.padStart(decimals + 1, "0");
  const whole = padded.slice(0, padded.length - decimals);
  const text = decimals === 0 ? whole : `${whole}.${padded.slice(-decimals)}`;
  return `${even === null ? "≈ " : ""}${groupDigits((negative ? "-" : "") + text)}`;
}

/**
 * The units that an amount of money stands for: "250.00" are 25000 where 100 make one of the currency. null for what is
 * no such amount, or where its point may part thousands.
 *
 * @param unitsPerCurrency 10, 100, 1000 and so on; of others nobody writes decimals
 */
export function unitsOfMoney(text: string, unitsPerCurrency: number): string | null {
  if (!/^10+$/.test(String(unitsPerCurrency))) return null;
  const places = String(unitsPerCurrency).length - 1;
  const [, sign = "", whole, fraction] =
    /^(-?)([0-9]+|[0-9]{1,3}(?:[\s,'’_][0-9]{3})+)[.,]([0-9]+)$/.exec(text.trim()) ?? [];
  if (whole === undefined || fraction === undefined || fraction.length > places || fraction.length === 3) return null;
  return withoutZeros(`${sign}${whole.replace(SEPARATORS, "")}${fraction.padEnd(places, "0")}`);
}

/** How many decimals a division by this number needs at most; null when it may never end. */
function evenDecimals(divisor: number): number | null {
  let rest = divisor;
  let twos = 0;
  let fives = 0;
  for (; rest % 2 === 0; rest /= 2) twos += 1;
  for (; rest % 5 === 0; rest /= 5) fives += 1;
  return rest === 1 ? Math.max(twos, fives) : null;
}

/** The digits of `dividend × 10^decimals ÷ divisor`, cut; null when that is too much work. */
function divide(dividend: string, divisor: number, decimals: number): string | null {
  if (dividend.length > LONGEST_DIVIDEND) return null;
  return (BigInt(dividend + "0".repeat(decimals)) / BigInt(divisor)).toString();
}
