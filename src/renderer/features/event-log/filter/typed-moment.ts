import { dayNamed, isDayFirst, readMoment, withIsoDates } from "../../../../shared/filter/index.ts";
import { clockText, weekdayText } from "../../../../shared/measures.ts";
import type { Instant } from "../../../../shared/primitives.ts";
import type { GoneTo } from "../state/event-log-state.ts";

/** A moment as people type it, or in a sentence why it is not one. */
export type TypedMoment =
  | { readonly ok: true; readonly at: Instant }
  | { readonly ok: false; readonly message: string };

const NOT_A_MOMENT =
  "Type a time such as 14:32, yesterday 9:00, tuesday, tuesday last week, 20 Nov 14:32, 2026-11-20T14:32, 10m ago or a Unix time in seconds.";
const NOT_YET = "This is still to come. The log has only what has happened.";

/**
 * Reads a moment in the past: a time of day (`14:32`, `14:32:07.412`; of yesterday, when it is still to come today),
 * with `today`, `yesterday`, a weekday or a day (`20 Nov`, `20 Nov 2026`) before it, an ISO 8601 date or date and time, how long
 * ago (`10m`, `2h ago`), or Unix time in seconds, milliseconds or microseconds. Without a zone it is this machine's.
 */
export function readTypedMoment(typed: string, now: Instant, dayFirst: boolean = isDayFirst()): TypedMoment {
  // "17/11/2026 9:15": a date as ISO 8601 has it wants two digits for the hour.
  const text = withIsoDates(typed.trim().replaceAll(/\s+/g, " ").toLowerCase(), dayFirst).replace(
    /^(\d{4}-\d\d-\d\d),? (\d):/,
    "$1 0$2:",
  );
  const at = unixTime(text) ?? longAgo(text, now) ?? isoMoment(text, now) ?? onDay(text, now, dayFirst);
  if (at === null) return { ok: false, message: NOT_A_MOMENT };
  if (at > now) return { ok: false, message: NOT_YET };
  return { ok: true, at: Math.max(0, at) };
}

/**
 * What is to be said where no event is of the day that was asked for; null where the one that was found is. Of what a
 * filter hides nothing is known, so nothing is said to not have happened.
 */
export function otherDayText(asked: Instant, { found, isEmpty }: GoneTo, isFiltered: boolean): string | null {
  if (isEmpty) return isFiltered ? "The filter shows no event, of that time or any other." : "There is no event yet.";
  if (found === null)
    return isFiltered
      ? "The filter shows no event at or after that time. This is the newest one that it shows."
      : "Nothing happened at or after that time. This is the newest event.";
  const [day, other] = [weekdayText(asked), weekdayText(found)];
  if (day === other) return null;
  const from = clockText(asked).slice(0, 5);
  return `No event on ${day}${from === "00:00" ? "" : ` from ${from} on`}${isFiltered ? " that the filter shows" : ""}. This is the next one, of ${other}.`;
}

/** Of ten digits seconds, of thirteen milliseconds, of sixteen microseconds: so it is from 2001 to 2286. */
function unixTime(text: string): Instant | null {
  if (!/^(\d{10}|\d{13}|\d{16})(\.\d{1,6})?$/.test(text)) return null;
  const [whole = ""] = text.split(".");
  return Math.floor(Number(text) * 10 ** (16 - whole.length));
}

const LONG_UNITS = /^(\d+(?:\.\d+)?) ?(seconds?|secs?|minutes?|mins?|hours?|days?|weeks?)$/;

function longAgo(text: string, now: Instant): Instant | null {
  const span = text.replace(/ ago$/, "");
  const long = LONG_UNITS.exec(span);
  const moment = readMoment(long === null ? span : `${long[1]}${long[2]?.charAt(0)}`, false);
  return moment !== null && "ago" in moment ? now - moment.ago : null;
}

function isoMoment(text: string, now: Instant): Instant | null {
  const moment = readMoment(text, false, new Date(now / 1_000));
  return moment !== null && "at" in moment ? moment.at : null;
}

/** A time of day, a day, or both. */
function onDay(text: string, now: Instant, dayFirst: boolean): Instant | null {
  const [, day = "", clock] = /^(?:(.+?),?)??(?:(?:^| )(\d{1,2}:\d\d(?::\d\d(?:\.\d{1,6})?)?))?$/.exec(text) ?? [];
  const time = clock === undefined ? 0 : timeOfDay(clock);
  if (time === null || text === "") return null;
  const today = new Date(Math.floor(now / 1_000));
  const start = day === "" ? today : dayNamed(day, today, dayFirst);
  if (start === null) return null;
  const at = momentOn(start, time);
  if (at <= now || day !== "") return at;
  // "23:50" in the morning is of the day before.
  start.setDate(start.getDate() - 1);
  return momentOn(start, time);
}

/** Microseconds since midnight. */
function timeOfDay(text: string): number | null {
  const [clock = "", fraction = ""] = text.split(".");
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + Number(fraction.padEnd(6, "0"));
}

/** A time of the day that `within` is in, by this machine's clock on that day. */
function momentOn(within: Date, time: number): Instant {
  const seconds = Math.floor(time / 1_000_000);
  const date = new Date(within);
  date.setHours(Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60, 0);
  return date.getTime() * 1_000 + (time % 1_000_000);
}
