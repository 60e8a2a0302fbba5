import type { Instant } from "../../shared/primitives.ts";
import { useNow } from "../ui/use-now.ts";

const SECOND = 1_000;

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_556_952_000_000],
  ["month", 2_629_746_000_000],
  ["week", 604_800_000_000],
  ["day", 86_400_000_000],
  ["hour", 3_600_000_000],
  ["minute", 60_000_000],
  ["second", 1_000_000],
];

const RELATIVE = new Intl.RelativeTimeFormat("en-GB", { numeric: "always" });

/**
 * "12 seconds ago", "22 months ago", "in 2 minutes"; within a second of `now` "just now". Links are old and may be dated
 * ahead, so this goes far both ways.
 */
export function relativeTime(at: Instant, now: Instant): string {
  const away = at - now;
  // From two of it on: "1 year ago" would be said of 22 months as well. Nobody counts seconds beyond a minute.
  const unit = UNITS.find(([name, length]) => Math.abs(away) >= (/second|minute/.test(name) ? length : 2 * length));
  if (unit === undefined) return "just now";
  return RELATIVE.format(Math.trunc(away / unit[1]), unit[0]);
}

/** The same, true for as long as it is looked at: within a minute it says something else every second. */
export function RelativeTime({ at }: { readonly at: Instant }): string {
  return relativeTime(at, useNow(SECOND));
}
