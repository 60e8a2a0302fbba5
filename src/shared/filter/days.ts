// Days as people write them: by name, or by numbers in the order of their system.

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const NAMES = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/**
 * The day that words name, as its first moment by this machine's clock: `today`, `yesterday`, or a weekday (`tuesday`,
 * `tue`), which is the last one there was, today included; `last tuesday` is before today, and `tuesday last week` in
 * the week before this one, from Monday on. Or one by its date: `17 Nov`, `Nov 17th`, `Tue 17 Nov 2026`, `17.11.`, and
 * `17/11` where it is known which of the two is the day; without a year the last one there was. null for any other
 * words.
 */
export function dayNamed(words: string, now: Date, dayFirst?: boolean): Date | null {
  const [, last, lower = "", ofLastWeek] = /^(last )?([a-z]+?)( last week)?$/.exec(words.toLowerCase()) ?? [];
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const back = (days: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - days);
  if (lower === "today" || lower === "yesterday") return (last ?? ofLastWeek) ? null : back(lower === "today" ? 0 : 1);
  const dated =
    dayDated(words.toLowerCase(), today) ?? (dayFirst === undefined ? null : byNumbers(words, today, dayFirst));
  if (dated !== null) return dated;
  const weekday = NAMES.findIndex(
    (name) => name === lower || (lower.length >= 3 && name.slice(0, lower.length) === lower),
  );
  if (weekday === -1) return null;
  const ago = (today.getDay() - weekday + 7) % 7;
  if (ofLastWeek !== undefined) return back(7 + ((today.getDay() + 6) % 7) - ((weekday + 6) % 7));
  return back(last !== undefined && ago === 0 ? 7 : ago);
}

const MONTH =
  "(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t|tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const WEEKDAY = "(?:sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6}";
const DATED = [
  new RegExp(`^(?:${WEEKDAY},? )?(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?${MONTH}(?:,? (?<year>\\d{4}))?$`),
  new RegExp(`^(?:${WEEKDAY},? )?${MONTH} (?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\\d{4}))?$`),
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})?$/,
];

function dayDated(words: string, today: Date): Date | null {
  const found = DATED.map((form) => form.exec(words)?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return null;
  const { day, month: name = "", year } = found;
  const month = /^\d/.test(name) ? Number(name) - 1 : MONTHS.indexOf(name.slice(0, 3));
  const dateIn = (each: number) => new Date(each, month, Number(day));
  const date = year === undefined ? lastThereWas(dateIn, today) : dateIn(Number(year));
  return date.getMonth() === month && date.getDate() === Number(day) ? date : null;
}

function lastThereWas(dateIn: (year: number) => Date, today: Date): Date {
  const thisYear = dateIn(today.getFullYear());
  return thisYear > today ? dateIn(today.getFullYear() - 1) : thisYear;
}

/** `17/11`, `17/11/2026`, `17-11-2026`. */
function byNumbers(words: string, today: Date, dayFirst: boolean): Date | null {
  const dateOf = (written: string) => new Date(`${withIsoDates(written, dayFirst)}T00:00`);
  if (!/^\d{1,2}(\/\d{1,2}|([/-])\d{1,2}\2\d{4})$/.test(words)) return null;
  const hasYear = /\d{4}$/.test(words);
  const date = hasYear ? dateOf(words) : lastThereWas((year) => dateOf(`${words}/${year}`), today);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Whether this system writes the day before the month; the year at the end says that it is not ISO 8601. */
export function isDayFirst(locale?: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { day: "numeric", month: "numeric", year: "numeric" }).formatToParts(0);
  const place = (type: string) => parts.findIndex((part) => part.type === type);
  return place("day") < place("month");
}

const WRITTEN = /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\d/.-])/g;

/**
 * A text with every `17/11/2026`, `17-11-2026` and `17.11.2026` in it as `2026-11-17`, so that everybody sees which day
 * is meant. With dots the day is first everywhere; otherwise as the system has it, unless only the other way round is a
 * date.
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

/**
 * A filter with the dates after `on:`, `since:` and `until:` so, and `17/11`, which is the last such day there was,
 * unless its year may still be to come. Elsewhere they are words, and looked for as they are typed.
 */
export function withIsoMoments(filter: string, dayFirst: boolean, isTyping = false, now = new Date()): string {
  return filter.replaceAll(/(?<=^|\s)(-?(?:on|since|until):)(\S*)/gi, (_, field: string, value: string) => {
    const day = isTyping || !/^\d{1,2}\/\d{1,2}$/.test(value) ? null : dayNamed(value, now, dayFirst);
    return field + (day === null ? withIsoDates(value, dayFirst) : isoDay(day));
  });
}

/** A day as ISO 8601 has it. */
export function isoDay(day: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
