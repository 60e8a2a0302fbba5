import type { JournalPage } from "../../../../shared/contract.ts";
import type { EventSummary } from "../../../../shared/events.ts";
import type { JournalStatus } from "../../../../shared/journal-status.ts";
import { assertNever, type EventId } from "../../../../shared/primitives.ts";
import type { Collected } from "./arrivals.ts";
import {
  EMPTY_WINDOW,
  fromPage,
  type LogWindow,
  upTo,
  withAmended,
  withAppended,
  withFoundOlder,
  withNewer,
  withNewest,
  withOlder,
  withRuns,
} from "./log-window.ts";
import { indexOfId } from "./rows.ts";
import { type RowRuns, withRunNews } from "./run-news.ts";

/** A search among older events that takes longer: how far back it has come, and whether it was stopped there. */
export interface SearchingBack {
  /** What is older than this row is not searched yet. */
  readonly id: EventId;
  readonly at: number;
  /** Matches that are still wanted. */
  readonly missing: number;
  /** The oldest row that is held: a search goes on only from where it lies next to it. */
  readonly oldest: EventId | null;
  readonly stopped: boolean;
}

/** `hidden`: it is over, and what matches was asked for since. */
export interface Unlisted {
  readonly id: EventId;
  readonly state: "under-way" | "over" | "hidden";
}

/** What the window knows of the event log. */
export interface LogData {
  readonly window: LogWindow;
  readonly phase: "loading" | "ready" | "failed";
  /** Why no rows can be shown, as a sentence; of a filter, what is wrong with it. */
  readonly problem: { readonly code: string; readonly message: string } | null;
  /** The filter that the rows were found with; empty for all. */
  readonly filter: string;
  /** Whether the newest row is kept in sight. */
  readonly following: boolean;
  readonly paused: boolean;
  /** What has arrived since the view left the end or was paused; `more`: at least so many. */
  readonly unseen: { readonly count: number; readonly more: boolean };
  /** The last call that went out under this filter, as long as it is not among its rows. */
  readonly unlisted: Unlisted | null;
  /** An event older than the rows that are held which, as was found out, the filter hides. */
  readonly hiddenId: EventId | null;
  /** What a form has sent while a pinned event kept the inspector, until something else is selected. */
  readonly sentBeside: EventId | null;
  /** Events a second. */
  readonly rate: number;
  readonly searching: SearchingBack | null;
  /** Whether events are recorded, and how far the search index has come. */
  readonly status: JournalStatus;
  /** The event that was selected last, from which keys go on; the inspector shows it while it is the only one. */
  readonly selectedId: EventId | null;
  /** How often the selected event was asked into sight: also one that is selected already may have left it. */
  readonly sought: number;
  /** All that are selected, the oldest first: `selectedId` alone, or several with or without it. */
  readonly selectedIds: readonly EventId[];
  /** The same list as `selectedIds` as long as all that were loaded are selected at once. */
  readonly allSelected: readonly EventId[] | null;
  /** Where a range that is extended with Shift begins. */
  readonly anchorId: EventId | null;
  /** The newest row that was heard of, shown or not. */
  readonly heard: EventId;
  /** The newest row when the view was frozen. */
  readonly frozenAt: EventId;
}

const NOTHING_SELECTED = { selectedId: null, selectedIds: [], anchorId: null } as const;
const NOTHING_UNSEEN = { count: 0, more: false } as const;

export const EMPTY_LOG: LogData = {
  window: EMPTY_WINDOW,
  phase: "loading",
  problem: null,
  filter: "",
  following: true,
  paused: false,
  unseen: NOTHING_UNSEEN,
  unlisted: null,
  hiddenId: null,
  sentBeside: null,
  rate: 0,
  searching: null,
  status: { problem: null, indexLag: 0 },
  selectedId: null,
  sought: 0,
  selectedIds: [],
  allSelected: null,
  anchorId: null,
  heard: 0,
  frozenAt: 0,
};

/**
 * `only`: nothing else is selected any more. `toggle`: it joins what is selected, or leaves it. `range`: all rows from
 * the anchor to it. `move`: keys go on from it, and what is selected stays.
 */
export type SelectHow = "only" | "toggle" | "range" | "move";

/** What happens to the log: arrivals, pages that were asked for, and what the user does. */
export type LogAction =
  /** What pushes have told since the last frame; `runs` is what they told of runs, for rows that were heard of. */
  | { readonly type: "told"; readonly arrivals: Collected; readonly runs: RowRuns | null }
  | { readonly type: "load" }
  /** A page that replaces the window; `toEnd`: the newest, which are followed from then on. */
  | { readonly type: "loaded"; readonly page: JournalPage; readonly toEnd: boolean }
  | { readonly type: "not-loaded"; readonly code: string; readonly message: string }
  | { readonly type: "older"; readonly page: JournalPage }
  | { readonly type: "newer"; readonly page: JournalPage }
  /** Matches of the filter that came since: the newest page anew, or what follows the last row that is held. */
  | { readonly type: "newest-matches"; readonly page: JournalPage }
  | { readonly type: "newer-matches"; readonly page: JournalPage }
  | { readonly type: "sent-beside"; readonly id: EventId }
  /** One of both was asked for when this was not among the rows. */
  | { readonly type: "matches-asked"; readonly unlisted: Unlisted | null }
  | { readonly type: "no-room-for-matches" }
  | { readonly type: "search"; readonly from: { readonly id: EventId; readonly at: number }; readonly missing: number }
  | { readonly type: "found"; readonly page: JournalPage; readonly left: number }
  | { readonly type: "search-stopped" }
  | { readonly type: "search-dropped" }
  | { readonly type: "search-over" }
  | { readonly type: "rate"; readonly rate: number }
  | { readonly type: "status"; readonly status: JournalStatus }
  | { readonly type: "select"; readonly id: EventId | null; readonly how: SelectHow }
  /** Selects it alone and wants its row in sight. */
  | { readonly type: "seek"; readonly id: EventId }
  /** All of these; without them, of every row that is held. */
  | { readonly type: "select-all"; readonly ids?: readonly EventId[] }
  | { readonly type: "filter"; readonly filter: string }
  | { readonly type: "hidden"; readonly id: EventId }
  | { readonly type: "at-end"; readonly atEnd: boolean }
  | { readonly type: "leave-end" }
  | { readonly type: "follow" }
  | { readonly type: "pause" }
  | { readonly type: "resume" };

/** The log after an action. Nothing is asked for here and nothing shown: `event-log-store.ts` does that beside it. */
export function reduceLog(log: LogData, action: LogAction): LogData {
  switch (action.type) {
    case "told":
      return told(log, action.arrivals, action.runs);
    case "load":
      return { ...log, phase: "loading", searching: null };
    case "loaded":
      return loaded(log, action.page, action.toEnd);
    case "not-loaded":
      return { ...log, phase: "failed", problem: { code: action.code, message: action.message } };
    case "older": {
      const { events, moreBefore, searchedTo } = action.page;
      const found = searchedTo === undefined;
      return held(log, found ? withOlder(log.window, action.page) : withFoundOlder(log.window, events, moreBefore));
    }
    case "newer":
      return {
        ...log,
        window: withNewer(log.window, log.paused ? upTo(action.page, log.frozenAt) : withHeard(log, action.page)),
      };
    case "newest-matches":
      return { ...log, window: withNewest(log.window, action.page) };
    case "newer-matches": {
      const window = withNewer(log.window, action.page);
      if (log.following) return { ...log, window };
      const added = window.rows.length - log.window.rows.length;
      return { ...log, window, unseen: { count: log.unseen.count + added, more: action.page.moreAfter } };
    }
    case "matches-asked":
      return { ...log, unlisted: stillUnlisted(log, action.unlisted) };
    case "no-room-for-matches":
      return { ...log, window: { ...log.window, moreAfter: true }, unseen: { ...log.unseen, more: true } };
    case "search":
      return {
        ...log,
        phase: log.window.rows.length === 0 ? "loading" : log.phase,
        searching: { ...action.from, missing: action.missing, oldest: oldestHeld(log), stopped: false },
      };
    case "found":
      return found(log, action.page, action.left);
    case "search-stopped":
      return log.searching === null ? log : { ...log, searching: { ...log.searching, stopped: true } };
    case "search-dropped":
      return { ...log, searching: null };
    case "search-over":
      return { ...log, phase: "ready" };
    case "rate":
      return log.rate === action.rate ? log : { ...log, rate: action.rate };
    case "status":
      return { ...log, status: action.status };
    case "select":
      return action.id === null
        ? { ...log, sentBeside: null, ...NOTHING_SELECTED }
        : { ...log, sentBeside: null, ...selection(log, action.id, action.how) };
    case "sent-beside":
      return { ...log, sentBeside: action.id };
    case "seek":
      return {
        ...log,
        sentBeside: null,
        ...selection(log, action.id, "only"),
        sought: log.sought + 1,
      };
    case "select-all": {
      const selectedIds = action.ids ?? log.window.rows.map(({ id }) => id);
      const allSelected = action.ids === undefined ? selectedIds : null;
      return { ...log, selectedIds, allSelected, selectedId: log.selectedId ?? selectedIds.at(-1) ?? null };
    }
    case "filter":
      return { ...log, filter: action.filter, paused: false, unlisted: null, hiddenId: null };
    case "hidden":
      return { ...log, hiddenId: action.id };
    case "at-end":
      return atEnd(log, action.atEnd);
    case "leave-end":
      return { ...log, following: false };
    case "follow":
      return { ...log, following: true, unseen: NOTHING_UNSEEN };
    case "pause":
      return { ...log, paused: true, frozenAt: log.heard, unseen: NOTHING_UNSEEN };
    case "resume":
      // Whoever reads further back stays there, and finds what came meanwhile below.
      return log.following || log.unseen.count === 0
        ? { ...log, paused: false }
        : { ...log, paused: false, window: { ...log.window, moreAfter: true } };
    default:
      return assertNever(action);
  }
}

function selection(
  { window, selectedIds, selectedId, anchorId }: LogData,
  id: EventId,
  how: SelectHow,
): Pick<LogData, "selectedId" | "selectedIds" | "anchorId"> {
  switch (how) {
    case "only":
      return { selectedId: id, selectedIds: [id], anchorId: id };
    case "move":
      return { selectedId: id, selectedIds, anchorId };
    case "toggle": {
      const others = selectedIds.filter((each) => each !== id);
      const isLeft = others.length < selectedIds.length;
      const ids = isLeft ? others : [...others, id].toSorted((one, other) => one - other);
      // The last one that is taken away leaves nothing selected.
      if (ids.length === 0) return { selectedId: null, selectedIds: [], anchorId: null };
      return { selectedId: id, selectedIds: ids, anchorId: id };
    }
    case "range": {
      const from = anchorId ?? selectedId ?? id;
      const [first, last] = from < id ? [from, id] : [id, from];
      const between = window.rows.flatMap((row) => (row.id >= first && row.id <= last ? [row.id] : []));
      return { selectedId: id, selectedIds: between, anchorId: from };
    }
    default:
      return assertNever(how);
  }
}

function told(before: LogData, { appended, amended, skipped, count }: Collected, runs: RowRuns | null): LogData {
  const patched = withAmended(before.window, amended);
  const window = runs === null ? patched : withRuns(patched, runs);
  const heard = Math.max(before.heard, appended.at(-1)?.id ?? 0);
  const unlisted = sentUnderFilter(before, appended, amended);
  const isSame = window === before.window && heard === before.heard && unlisted === before.unlisted;
  const log = isSame ? before : { ...before, window, heard, unlisted };
  if (appended.length === 0 && skipped === 0) return log;
  const { following, paused, unseen, filter } = log;
  const later = { ...unseen, count: unseen.count + count };
  if (paused) return { ...log, unseen: later };
  // Only main knows what matches a filter; and of a flood that left everything out, the newest page is asked for.
  if (filter !== "" || (appended.length === 0 && following)) return log;
  const arrived: readonly EventSummary[] = runs === null ? appended : appended.map((event) => withRunNews(event, runs));
  return {
    ...log,
    window: withAppended(window, arrived, skipped, following),
    unseen: following ? NOTHING_UNSEEN : later,
  };
}

/** Whoever sends something looks for it: where the filter hides it, that is said. */
function sentUnderFilter(
  { filter, paused, unlisted }: LogData,
  appended: readonly EventSummary[],
  amended: readonly EventSummary[],
): Unlisted | null {
  if (filter === "" || paused) return unlisted;
  const sent = appended.findLast(({ kind }) => kind === "call");
  const id = sent?.id ?? unlisted?.id;
  if (id === undefined || (sent === undefined && unlisted?.state !== "under-way")) return unlisted;
  const now = amended.find((event) => event.id === id) ?? sent;
  if (now === undefined) return unlisted;
  return { id, state: now.kind === "call" && now.outcome === null ? "under-way" : "over" };
}

function stillUnlisted({ unlisted, window }: LogData, asked: Unlisted | null): Unlisted | null {
  if (unlisted === null || indexOfId(window.rows, unlisted.id) !== -1) return null;
  return unlisted === asked && unlisted.state === "over" ? { ...unlisted, state: "hidden" } : unlisted;
}

function loaded(log: LogData, page: JournalPage, toEnd: boolean): LogData {
  const heard = Math.max(log.heard, page.events.at(-1)?.id ?? 0);
  return {
    ...log,
    heard,
    frozenAt: heard,
    window: fromPage(page),
    // A search that has found nothing yet goes on: that nothing matches is not known.
    phase: page.searchedTo === undefined || page.events.length > 0 ? "ready" : "loading",
    problem: null,
    following: toEnd || !page.moreAfter,
    unseen: NOTHING_UNSEEN,
  };
}

function found(log: LogData, { events, moreBefore, searchedTo }: JournalPage, left: number): LogData {
  const window = withFoundOlder(log.window, events, moreBefore);
  return {
    ...held(log, window),
    searching:
      searchedTo !== undefined && left > 0
        ? { ...searchedTo, missing: left, oldest: window.rows[0]?.id ?? null, stopped: false }
        : null,
    phase: window.rows.length === 0 ? log.phase : "ready",
  };
}

/** Making room for older rows may have let the newest go: those are not followed any more. */
function held(log: LogData, window: LogWindow): LogData {
  return { ...log, window, following: log.following && !window.moreAfter };
}

/** A page that was found before an arrival we have heard of does not know that there is more. */
function withHeard({ heard, filter }: LogData, page: JournalPage): JournalPage {
  const newest = page.events.at(-1)?.id ?? heard;
  return newest < heard && filter === "" ? { ...page, moreAfter: true } : page;
}

function atEnd(log: LogData, isAtEnd: boolean): LogData {
  if (isAtEnd === log.following || (isAtEnd && log.window.moreAfter)) return log;
  return { ...log, following: isAtEnd, unseen: log.paused ? log.unseen : NOTHING_UNSEEN };
}

export function oldestHeld({ window }: Pick<LogData, "window">): EventId | null {
  return window.rows[0]?.id ?? null;
}
