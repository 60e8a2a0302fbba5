import type { JournalStatus } from "../../../shared/journal-status.ts";
import type { EventId, Instant } from "../../../shared/primitives.ts";
import type { LogWindow } from "./log-window.ts";

/** A search among older events that takes longer: how far back it has come, and whether it was stopped there. */
export interface SearchingBack {
  /** What is older than this row is not searched yet. */
  readonly id: EventId;
  readonly at: Instant;
  /** Matches that are still wanted. */
  readonly missing: number;
  /** The oldest row that is held: a search goes on only from where it lies next to it. */
  readonly oldest: EventId | null;
  readonly stopped: boolean;
}

/** What the window knows of the event log, and what can be asked of it. */
export interface EventLogState {
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
  /** Events a second. */
  readonly rate: number;
  readonly searching: SearchingBack | null;
  /** Whether events are recorded, and how far the search index has come. */
  readonly status: JournalStatus;
  readonly selectedId: EventId | null;
  readonly select: (id: EventId | null) => void;
  /**
   * Selects an event and brings its row into sight, wherever in the log it stands. Returns whether the filter lets it
   * be listed; with `onlyListed` it is selected only then.
   */
  readonly show: (id: EventId, onlyListed?: boolean) => Promise<boolean>;
  readonly setFilter: (filter: string) => Promise<void>;
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
  /** Selects the first event at or after a moment, with what lies around it; the newest when there is none so late. */
  readonly goTo: (at: Instant) => Promise<"found" | "nothing-later" | "failed">;
  readonly pause: () => void;
  readonly resume: () => Promise<void>;
  readonly clear: () => Promise<void>;
  /** Shows again all that was cleared since the start and is still there. */
  readonly bringBack: () => Promise<void>;
}
