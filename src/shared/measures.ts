import { groupDigits } from "./amounts.ts";
import type { Instant, Microseconds } from "./primitives.ts";

/**
 * Counts, sizes, lengths of time and moments as people read them. Whole-number arithmetic throughout, cut and
 * never rounded up: nothing is shown as longer or later than it was.
 */

/** "1 240" */
export function countText(count: number): string {
  return groupDigits(String(count));
}

/** "1 delivery", "12 deliveries" */
export function pluralText(count: number, one: string, many: string): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** "amount", "amount and currency", "a, b and c" */
export function listText(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** Between facts in one line: where that is broken, it ends the line and begins none. */
export const BETWEEN = "\u00a0· ";

/** As it stands at the beginning of a sentence. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** As it stands within one. */
export function lowered(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** What something outside says, as a sentence of its own. */
export function asSentence(words: string): string {
  const text = capital(words.trim());
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const SIZES = ["B", "kB", "MB", "GB", "TB"] as const;

/** "812 B", "1.2 kB", "340 kB", "4.5 MB": decimal multiples (IEC 80000-13 keeps Ki for 1024). */
export function sizeText(bytes: number): string {
  let power = 0;
  while (power < SIZES.length - 1 && bytes >= 1000 ** (power + 1)) power += 1;
  const unit = 1000 ** power;
  const whole = Math.floor(bytes / unit);
  const tenths = Math.floor((bytes % unit) / (unit / 10));
  return `${power > 0 && whole < 100 ? `${whole}.${tenths}` : whole} ${SIZES[power]}`;
}

/**
 * "812 µs", "4.1 ms", "41 ms", "0.41 s", "12.3 s", "2 min 05 s", "3 h 05 min", "2 d 3 h"
 *
 * @param finest what is finer is left out: tenths for what runs or is not more exact ("2.0 s"), seconds for what is
 *   counted down ("24 s")
 */
export function durationText(length: Microseconds, finest: "all" | "tenths" | "seconds" = "all"): string {
  const milliseconds = Math.floor(length / 1_000);
  const seconds = Math.floor(length / 1_000_000);
  if (finest === "seconds" && seconds < 60) return `${seconds} s`;
  if (finest === "tenths" && seconds < 60) return `${seconds}.${Math.floor((milliseconds % 1_000) / 100)} s`;
  if (length < 1_000) return `${length} µs`;
  if (milliseconds < 10) return `${milliseconds}.${Math.floor((length % 1_000) / 100)} ms`;
  if (milliseconds < 100) return `${milliseconds} ms`;
  if (seconds < 10) return `${seconds}.${two(Math.floor((milliseconds % 1_000) / 10))} s`;
  if (seconds < 60) return `${seconds}.${Math.floor((milliseconds % 1_000) / 100)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${two(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${two(minutes % 60)} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** A round length as short as it can be said: "20 ms", "0.5 s", "30 s", "2 min", "1 h"; any other as `durationText`. */
export function roundDurationText(length: Microseconds): string {
  if (length === 0) return "0 s";
  return durationText(length).replace(
    // oxlint-disable-next-line regexp/no-super-linear-backtracking, regexp/no-super-linear-move -- a short text of our own
    /(\.\d*?)0+(?= )|(?<=\d [a-z]+) 0+ [a-z]+$/g,
    (_, decimals: string | undefined) => (decimals === undefined || decimals === "." ? "" : decimals),
  );
}

/** A sentence in which no number is torn from its unit of time at the end of a line. */
export function unbroken(sentence: string): string {
  return sentence.replaceAll(/(?<=\d) (?=(?:µs|ms|s|min|h|d)\b)/g, "\u00a0");
}

/** Every microsecond of it, all in one unit: "412.305 ms". */
export function exactDurationText(length: Microseconds): string {
  return `${countText(Math.floor(length / 1_000))}.${String(length % 1_000).padStart(3, "0")} ms`;
}

/** The clock of this machine, to the millisecond: "14:03:07.412". */
export function clockText(at: Instant): string {
  return exactClockText(at).slice(0, -3);
}

/** The clock of this machine, to the second: "14:03:07". */
export function shortClockText(at: Instant): string {
  return exactClockText(at).slice(0, -7);
}

/** The clock of this machine, to the microsecond: "14:03:07.412305". */
export function exactClockText(at: Instant): string {
  const date = new Date(Math.floor(at / 1_000));
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${fraction(at)}`;
}

/** The clock for a moment of the last twelve hours or of today, with the day for an older one: "17 Nov 14:03:07". */
export function whenText(at: Instant, now: Instant = Date.now() * 1_000): string {
  return now - at < 12 * 3_600_000_000 || dayText(at) === dayText(now)
    ? clockText(at)
    : `${dayText(at).replace(/ \d{4}$/, "")} ${shortClockText(at)}`;
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const WEEKDAY = new Intl.DateTimeFormat("en-GB", { weekday: "short" });
const ZONE = new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" });

/** The day on this machine's calendar: "20 Nov 2026". */
export function dayText(at: Instant): string {
  return DAY.format(Math.floor(at / 1_000));
}

/** With its weekday: "Fri 20 Nov 2026". */
export function weekdayText(at: Instant): string {
  return `${WEEKDAY.format(Math.floor(at / 1_000))} ${dayText(at)}`;
}

/** Day and clock to the second on this machine, to tell one moment from another: "20 Nov 2026, 14:03:07". */
export function momentText(at: Instant): string {
  return `${dayText(at)}, ${shortClockText(at)}`;
}

/** Day, clock to the millisecond and zone on this machine: "20 Nov 2026, 14:03:07.412 GMT+1". */
export function localMomentText(at: Instant): string {
  const zone = ZONE.formatToParts(Math.floor(at / 1_000)).find((part) => part.type === "timeZoneName")?.value;
  return `${dayText(at)}, ${clockText(at)}${zone === undefined ? "" : ` ${zone}`}`;
}

/** ISO 8601 in UTC, to the microsecond: "2026-11-20T13:03:07.412305Z". */
export function utcMomentText(at: Instant): string {
  const text = new Date(Math.floor(at / 1_000)).toISOString();
  return `${text.slice(0, text.indexOf("."))}.${fraction(at)}Z`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

function fraction(at: Instant): string {
  return String(at % 1_000_000).padStart(6, "0");
}
