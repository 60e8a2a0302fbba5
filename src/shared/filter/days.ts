// Days as people write them: by name, or by numbers in the order of their system.

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const NAMES = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/**
 * The day that words name, as its first moment by this machine's clock: `today`, `yesterday`, or a weekday (`tuesday`,
 * `tue`), which is the last one there was, today included; `last tuesday` is before today, and `tuesday last week` in
 * the week before this one, from Monday on. Or one by its date: `17 Nov`, `Tue 17 Nov 2026`, `17.11.`, without a year
 * the last one there was. null for any other words.
 */
export function dayNamed(words: string, now: Date): Date | null {
  const [, last, lower = "", ofLastWeek] = /^(last )?([a-z]+?)( last week)?$/.exec(words.toLowerCase()) ?? [];
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const back = (days: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - days);
  if (lower === "today" || lower === "yesterday") return (last ?? ofLastWeek) ? null : back(lower === "today" ? 0 : 1);
  const dated = dayDated(words.toLowerCase(), today);
  if (dated !== null) return dated;
  const weekday = NAMES.findIndex(
    (name) => name === lower || (lower.length >= 3 && name.slice(0, lower.length) === lower),
  );
  if (weekday === -1) return null;
  const ago = (today.getDay() - weekday + 7) % 7;
  if (ofLastWeek !== undefined) return back(7 + ((today.getDay() + 6) % 7) - ((weekday + 6) % 7));
  return back(last !== undefined && ago === 0 ? 7 : ago);
}

function dayDated(words: string, today: Date): Date | null {
  const found =
    /^(?:[a-z]{3,9},? )?(\d{1,2}) ([a-z]{3,9})(?: (\d{4}))?$/.exec(words) ??
    /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(words);
  if (found === null) return null;
  const [, day = "", name = "", year] = found;
  const month = /^\d/.test(name) ? Number(name) - 1 : MONTHS.indexOf(name.slice(0, 3));
  const dateIn = (each: number) => new Date(each, month, Number(day));
  const thisYear = dateIn(today.getFullYear());
  const date =
    year === undefined ? (thisYear > today ? dateIn(today.getFullYear() - 1) : thisYear) : dateIn(Number(year));
  return date.getMonth() === month && date.getDate() === Number(day) ? date : null;
}

/** Whether this system writes the day before the month; the year at the end says that it is not ISO 8601. */
export function isDayFirst(locale?: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { day: "numeric", month: "numeric", year: "numeric" }).formatToParts(0);
  const place = (type: string) => parts.findIndex((part) => part.type === type);
  return place("day") < place("month");
}

const WRITTEN = /(?<![\d/.])(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?![\d/.])/g;

/**
 * A text with every `17/11/2026` and `17.11.2026` in it as `2026-11-17`, so that everybody sees which day is meant. With
 * dots the day is first everywhere; with slashes as the system has it, unless only the other way round is a date.
 */
export function withIsoDates(text: string, dayFirst: boolean): string {
  return text.replaceAll(WRITTEN, (written, one: string, mark: string, other: string, year: string) => {
    const orders =
      mark === "." || dayFirst
        ? [
            [one, other],
            [other, one],
          ]
        : [
            [other, one],
            [one, other],
          ];
    for (const [day = "", month = ""] of orders) {
      const date = new Date(Number(year), Number(month) - 1, Number(day));
      if (date.getMonth() === Number(month) - 1 && date.getDate() === Number(day) && Number(month) > 0)
        return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    }
    return written;
  });
}
