import { isDecimal } from "../../shared/filter/decimal.ts";

/** What a value says as a number. */
export interface Readings {
  /** Decimal texts: first the plain reading, then what else it may mean where separators leave a doubt. */
  readonly readings: readonly string[];
  /** Even the plain reading may be wrong. */
  readonly doubtful: boolean;
  /** A code or a sign that stands with it. */
  readonly currency: string | null;
}

// No amount is longer than that; a stranger's million digits are not worth comparing.
const LONGEST_NUMBER = 400;
const CURRENCY_BEFORE = /^([A-Z]{3}|\p{Sc})\s*(?=[-+0-9])/u;
const CURRENCY_AFTER = /(?<=[0-9])\s*([A-Z]{3}|\p{Sc})$/u;

/** Reads a number, or a text such as `50,000.00`, `₦50 000` or `50000 NGN`; null when it is neither. */
export function readingsOf(text: string, kind: "string" | "number"): Readings | null {
  if (text.length > LONGEST_NUMBER) return null;
  if (isDecimal(text)) {
    const other = kind === "string" ? ambiguous(text) : [];
    return { readings: [text, ...other], doubtful: other.length > 0, currency: null };
  }
  if (kind === "number" || !/[0-9]/.test(text)) return null;
  const before = CURRENCY_BEFORE.exec(text.trim());
  const rest = text.trim().replace(CURRENCY_BEFORE, "");
  const after = CURRENCY_AFTER.exec(rest);
  const bare = rest.replace(CURRENCY_AFTER, "");
  const readings = grouped(bare);
  if (readings.length === 0) return null;
  return { readings, doubtful: ambiguous(bare).length > 0, currency: before?.[1] ?? after?.[1] ?? null };
}

/** `50.000` is fifty by its digits, and fifty thousand to a German. */
function ambiguous(text: string): readonly string[] {
  return /^-?[0-9]{1,3}\.[0-9]{3}$/.test(text) ? [text.replace(".", "")] : [];
}

function grouped(text: string): readonly string[] {
  if (isDecimal(text)) return [text, ...ambiguous(text)];
  const parts = /^([-+]?[0-9]{1,3})((?:([\s,.'’_])[0-9]{3})(?:\3[0-9]{3})*)(?:([.,])([0-9]{1,9}))?$/u.exec(text);
  if (parts !== null && parts[3] !== parts[4]) {
    const [, first = "", rest = "", separator, , fraction] = parts;
    const whole = first + rest.replaceAll(/[^0-9]/g, "");
    const plain = fraction === undefined ? whole : `${whole}.${fraction}`;
    // One group behind a comma may be decimals after all.
    const once = fraction === undefined && rest.length === 4 && separator === ",";
    return once ? [plain, `${first}.${rest.slice(1)}`] : [plain];
  }
  const comma = /^([-+]?[0-9]+),([0-9]{1,9})$/.exec(text);
  return comma === null ? [] : [`${comma[1]}.${comma[2]}`];
}

const DATE_AND_TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}/;
// Seconds, milliseconds, microseconds or nanoseconds since 1970, for moments from 2017 to 2065.
const EPOCH = /^(?:1[5-9]|2[0-9])[0-9]{8}(?:\.[0-9]+|[0-9]{3}|[0-9]{6}|[0-9]{9})?$/;

/** Whether a value looks like a moment: ISO 8601 with a time of day, or a count since 1970. */
export function isMoment(text: string): boolean {
  return text.length <= 40 && (DATE_AND_TIME.test(text) || EPOCH.test(text));
}
