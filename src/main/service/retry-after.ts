const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * The wait that `Retry-After` names, in whole seconds: a number of them or a date (RFC 9110, section 10.2.3). A date
 * is compared with the service's own `Date` where it sent one, since the two clocks may differ.
 *
 * @param now milliseconds since the epoch, by the clock here
 * @returns null when it was not sent in a form that can be read
 */
export function retryAfterSeconds(value: string | null, date: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^[0-9]{1,10}$/.test(value.trim())) return Number(value);
  const until = httpDate(value);
  if (until === null) return null;
  return Math.max(0, Math.ceil((until - ((date === null ? null : httpDate(date)) ?? now)) / 1_000));
}

/** The three forms of a date in HTTP (RFC 9110, section 5.6.7), in milliseconds since the epoch. */
function httpDate(text: string): number | null {
  const current = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/.exec(text.trim());
  if (current !== null) return moment(current[3], current[2], current[1], current.slice(4));
  const older = /^[A-Z][a-z]+, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/.exec(text.trim());
  if (older !== null) return moment(`20${older[3]}`, older[2], older[1], older.slice(4));
  const oldest = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/.exec(text.trim());
  if (oldest !== null) return moment(oldest[6], oldest[1], oldest[2], oldest.slice(3));
  return null;
}

function moment(year = "", month = "", day = "", [hour, minute, second]: readonly string[] = []): number | null {
  const index = MONTHS.indexOf(month);
  if (index === -1) return null;
  return Date.UTC(Number(year), index, Number(day), Number(hour), Number(minute), Number(second));
}
