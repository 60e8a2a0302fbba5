import type { Instant } from "../../shared/primitives.ts";
import { type TimestampUnit, timestampUnit } from "../../shared/signature.ts";

/** A date and time with its offset (RFC 3339, section 5.6). */
const ISO = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:?\d{2})$/;
/** Further away than this a timestamp is not that of a delivery that has just come, read in this unit. */
const NEAR_SECONDS = 7 * 86_400;

/** The moment that a timestamp names, in milliseconds since the epoch; null when it is not written in this unit. */
export function momentOf(text: string, unit: TimestampUnit): number | null {
  if (unit === "iso") {
    const at = ISO.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(at) ? null : at;
  }
  return /^[0-9]{1,16}$/.test(text) ? Number(text) * (unit === "seconds" ? 1_000 : 1) : null;
}

/** The unit in which a timestamp is near a moment; null when it is in none. */
export function unitOf(text: string, near: Instant): TimestampUnit | null {
  return (
    timestampUnit.options.find((unit) => {
      const at = momentOf(text, unit);
      return at !== null && Math.abs(at - near / 1_000) <= NEAR_SECONDS * 1_000;
    }) ?? null
  );
}

/** A moment as a timestamp of this unit. */
export function timestampText(at: Instant, unit: TimestampUnit): string {
  const milliseconds = Math.round(at / 1_000);
  if (unit === "iso") return new Date(milliseconds).toISOString();
  return String(unit === "seconds" ? Math.floor(milliseconds / 1_000) : milliseconds);
}
