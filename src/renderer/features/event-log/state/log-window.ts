import type { JournalPage } from "../../../../shared/contract.ts";
import type { EventSummary } from "../../../../shared/events.ts";
import type { EventId } from "../../../../shared/primitives.ts";
import { indexOfId } from "./rows.ts";
import { keepingRun, type RowRuns, withRunNews } from "./run-news.ts";

/**
 * The part of the log that the window holds: never the log itself. Its rows are neighbours in the (filtered) log
 * with nothing missing between them, oldest first, and at most `MAX_ROWS` of them, so that memory stays flat
 * however long the log is. Every function here keeps that and changes nothing in place.
 */
export interface LogWindow {
  readonly rows: readonly EventSummary[];
  /** Whether the log has more rows before the first one held, and after the last. */
  readonly moreBefore: boolean;
  readonly moreAfter: boolean;
}

export const EMPTY_WINDOW: LogWindow = { rows: [], moreBefore: false, moreAfter: false };

/** Rows held at most. A row is some 500 bytes here: a megabyte for all. */
export const MAX_ROWS = 2_000;
/** Rows asked for at a time. */
export const PAGE_ROWS = 200;

/** A window onto just this page. */
export function fromPage(page: JournalPage): LogWindow {
  return { rows: page.events, moreBefore: page.moreBefore, moreAfter: page.moreAfter };
}

/** Adds the page before the first row; what goes over the cap is let go at the other end. */
export function withOlder(window: LogWindow, page: JournalPage): LogWindow {
  const first = window.rows[0];
  if (first === undefined) return fromPage(page);
  const older = page.events.filter((event) => event.id < first.id);
  // A page that brings nothing is the end, whatever it says: asking again would go on for ever.
  const moreBefore = page.moreBefore && older.length > 0;
  return capped({ ...window, rows: [...older, ...window.rows], moreBefore }, "oldest");
}

/** Adds what a search has found so far before the first row. Finding nothing yet is not the end. */
export function withFoundOlder(window: LogWindow, events: readonly EventSummary[], moreBefore: boolean): LogWindow {
  const first = window.rows[0]?.id ?? Number.POSITIVE_INFINITY;
  const older = events.filter((event) => event.id < first);
  return capped({ ...window, rows: [...older, ...window.rows], moreBefore }, "oldest");
}

/** Adds the page after the last row; what goes over the cap is let go at the other end. */
export function withNewer(window: LogWindow, page: JournalPage): LogWindow {
  const last = window.rows.at(-1);
  if (last === undefined) return fromPage(page);
  const newer = page.events.filter((event) => event.id > last.id);
  const moreAfter = page.moreAfter && newer.length > 0;
  return capped({ ...window, rows: [...window.rows, ...newer], moreAfter }, "newest");
}

/**
 * Takes in the newest page. Rows before it stay when they touch it, and are let go when something may be missing
 * in between.
 */
export function withNewest(window: LogWindow, page: JournalPage): LogWindow {
  const first = page.events[0];
  const last = window.rows.at(-1);
  if (first === undefined || last === undefined || (last.id < first.id && page.moreBefore)) return fromPage(page);
  // It was found before the rows held now.
  if (last.id > (page.events.at(-1)?.id ?? 0)) return window;
  const before = window.rows.filter((event) => event.id < first.id);
  return capped(
    {
      rows: [...before, ...page.events],
      moreBefore: before.length > 0 ? window.moreBefore : page.moreBefore,
      moreAfter: page.moreAfter,
    },
    "newest",
  );
}

/**
 * Takes in what a push says was appended.
 *
 * @param skipped rows older than `appended` that were left out of the push
 * @param following whether the newest rows are to be kept in sight; otherwise those held are, and what finds no
 *   room is left for paging
 */
export function withAppended(
  window: LogWindow,
  appended: readonly EventSummary[],
  skipped: number,
  following: boolean,
): LogWindow {
  const last = window.rows.at(-1);
  const fresh = last === undefined ? appended : appended.filter((event) => event.id > last.id);
  if (appended.length === 0 && skipped > 0) return { ...window, moreAfter: true };
  if (fresh.length === 0) return window;
  if (following) {
    // Rows are missing in between: go on with the newest alone.
    if (skipped > 0 || window.moreAfter) return capped({ rows: fresh, moreBefore: true, moreAfter: false }, "newest");
    return capped({ ...window, rows: [...window.rows, ...fresh] }, "newest");
  }
  if (skipped > 0 || window.moreAfter) return { ...window, moreAfter: true };
  const room = Math.max(0, MAX_ROWS - window.rows.length);
  if (room === 0) return { ...window, moreAfter: true };
  return { ...window, rows: [...window.rows, ...fresh.slice(0, room)], moreAfter: fresh.length > room };
}

/** Puts rows that have gone on in the place of what they were; those not held are none of our business. */
export function withAmended(window: LogWindow, amended: Iterable<EventSummary>): LogWindow {
  let rows: EventSummary[] | null = null;
  for (const event of amended) {
    const index = indexOfId(window.rows, event.id);
    const before = window.rows[index];
    if (before === undefined) continue;
    rows ??= [...window.rows];
    rows[index] = keepingRun(event, before);
  }
  return rows === null ? window : { ...window, rows };
}

/** Gives rows that are held what is told of their runs. */
export function withRuns(window: LogWindow, told: RowRuns): LogWindow {
  let rows: EventSummary[] | null = null;
  for (const id of [...told.runs.keys(), ...told.ties.keys()]) {
    const index = indexOfId(window.rows, id);
    const before = window.rows[index];
    if (before === undefined) continue;
    rows ??= [...window.rows];
    rows[index] = withRunNews(before, told);
  }
  return rows === null ? window : { ...window, rows };
}

/** Leaves out what came after a moment at which the view was frozen. */
export function upTo(page: JournalPage, newest: EventId): JournalPage {
  const events = page.events.filter((event) => event.id <= newest);
  return { ...page, events, moreAfter: page.moreAfter && events.length === page.events.length };
}

function capped(window: LogWindow, keep: "oldest" | "newest"): LogWindow {
  if (window.rows.length <= MAX_ROWS) return window;
  return keep === "oldest"
    ? { ...window, rows: window.rows.slice(0, MAX_ROWS), moreAfter: true }
    : { ...window, rows: window.rows.slice(-MAX_ROWS), moreBefore: true };
}
