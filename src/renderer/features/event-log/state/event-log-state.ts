import type { EventSummary } from "../../../../shared/events.ts";
import type { EventId, Instant } from "../../../../shared/primitives.ts";
import type { LogData, SelectHow } from "./log-reducer.ts";

/** When the event that was gone to came, null where the rows have none so late; and whether there is no row at all. */
export interface GoneTo {
  readonly found: Instant | null;
  readonly isEmpty: boolean;
}

/** What the window knows of the event log, and what can be asked of it. */
export interface EventLogState extends LogData {
  /** Selects an event, alone unless `how` says otherwise; null: nothing. */
  readonly select: (id: EventId | null, how?: SelectHow) => void;
  /** Selects every row that is held. */
  readonly selectAll: () => void;
  /**
   * Selects an event and brings its row into sight, wherever in the log it stands. Returns whether the filter lets it
   * be listed; with `onlyListed` it is selected only then.
   */
  readonly show: (id: EventId, onlyListed?: boolean) => Promise<boolean>;
  /** Selects these, the oldest first, and brings the last of them into sight. */
  readonly showAll: (ids: readonly EventId[]) => Promise<void>;
  /** Selects what was just sent and follows the end again, where it stands; a log that is paused stays as it is. */
  readonly showSent: (id: EventId) => void;
  /** The same while a pinned event keeps its place: the inspector says so, with the way to what was sent. */
  readonly offerSent: (id: EventId) => void;
  readonly setFilter: (filter: string) => Promise<void>;
  /** The newest events, whatever the filter shows. */
  readonly newestOfAll: () => Promise<readonly EventSummary[]>;
  /** How many events another filter would show, of a page and a moment's search; null: it could not be said. */
  readonly countOf: (filter: string) => Promise<{ readonly count: number; readonly isAll: boolean } | null>;
  /** Ends the search among older events with what was found. */
  readonly stopSearch: () => void;
  /** Goes on with it from where it was stopped. */
  readonly goOnWithSearch: () => void;
  readonly retry: () => Promise<void>;
  /** Loads what lies beyond an edge of the window, once at a time. */
  readonly loadOlder: () => Promise<void>;
  readonly loadNewer: () => Promise<void>;
  /** The view tells whether its last row is in sight. */
  readonly setAtEnd: (atEnd: boolean) => void;
  /** Goes to the newest row and stays there. */
  readonly follow: () => Promise<void>;
  readonly showOldest: () => Promise<void>;
  /**
   * Selects the first event at or after a moment, with what lies around it; the newest when there is none so late. With
   * no row at all what is selected stays so.
   */
  readonly goTo: (at: Instant) => Promise<GoneTo | "failed">;
  readonly pause: () => void;
  readonly resume: () => Promise<void>;
  /** Clears all, or what the filter shows; pinned events stay. */
  readonly clear: (what: "all" | "shown") => Promise<void>;
  /** A clear that goes on; `searchedTo`: back to when it has come, once it has taken a while. */
  readonly clearing: { readonly cleared: number; readonly searchedTo: Instant | null } | null;
  /** Ends it with what it has cleared. */
  readonly stopClearing: () => void;
  /** Takes the last clear back; null: there is nothing to take back. */
  readonly undoClear: (() => void) | null;
  /** The message of the last clear is still there: what is undone next is that, whatever has the focus. */
  readonly undoOffered: boolean;
  /** To be told when nothing that was cleared is left. */
  readonly forgetCleared: () => void;
  /** After events were taken away: a single event that is still there stays selected; several are let go together. */
  readonly deselectGone: () => Promise<void>;
  /** Shows again all that was cleared since the start and is still there. */
  readonly bringBack: () => Promise<void>;
}
