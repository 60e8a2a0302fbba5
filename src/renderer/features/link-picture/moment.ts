/** A timestamp of the service read for people; the text as sent is kept beside it, with every digit. */
export interface Moment {
  /** Milliseconds since the epoch: all that a local time or "two days ago" needs. */
  readonly at: number;
}

// RFC 3339 section 5.6, any number of fraction digits. Offsets other than Z are accepted though never specified.
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/;

/** Reads an ISO 8601 timestamp with seconds; null for any other text, which is then shown as it is. */
export function readMoment(text: string): Moment | null {
  const match = TIMESTAMP.exec(text);
  if (match === null) return null;
  const [, day = "", time = "", fraction = "", zone = ""] = match;
  const at = Date.parse(`${day}T${time}.${fraction.padEnd(3, "0").slice(0, 3)}${zone.toUpperCase()}`);
  if (Number.isNaN(at)) return null;
  // Date.parse rolls 31 February over to March; such a day is no moment at all.
  const calendar = new Date(`${day}T00:00:00.000Z`);
  return calendar.toISOString().startsWith(day) ? { at } : null;
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_556_952_000],
  ["month", 2_629_746_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
];

const RELATIVE = new Intl.RelativeTimeFormat("en-GB", { numeric: "always" });

/** "3 days ago", "in 2 minutes"; within a second of `now` "just now". Both in milliseconds since the epoch. */
export function relativeTime(at: number, now: number): string {
  const away = at - now;
  const unit = UNITS.find(([, length]) => Math.abs(away) >= length);
  if (unit === undefined) return "just now";
  // Rounded towards now: a thing of 23 months is "1 year ago", never two.
  return RELATIVE.format(Math.trunc(away / unit[1]), unit[0]);
}

/** Date and time on this machine's clock, to the second, with the zone. `zone` is for tests. */
export function localTime(at: number, zone?: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
    ...(zone === undefined ? {} : { timeZone: zone }),
  }).format(at);
}
