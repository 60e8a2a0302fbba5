import type { CallSummary, DeliverySummary, NoticeSummary } from "../../shared/events.ts";
import type { EventId, Instant, Microseconds } from "../../shared/primitives.ts";
import type { WebhookReading } from "../../shared/reading.ts";
import type { CallState, Downtime, Expectation, Role, RunSummary } from "../../shared/run.ts";
import type { Decision } from "./run-state.ts";

/** What a row shows of an event, without what it says of money and people: of a webhook, its reading says that. */
type Bare<Summary> = Omit<Summary, "facts">;

/** A row of the log as runs are told of it. Only a call of a simulation has an expectation. */
export type LogRow =
  | { readonly kind: "call"; readonly summary: Bare<CallSummary>; readonly expectation: Expectation | null }
  | { readonly kind: "delivery"; readonly summary: Bare<DeliverySummary>; readonly reading: WebhookReading }
  | { readonly kind: "notice"; readonly summary: NoticeSummary };

/** What happens to the log. `amended`: the call has ended, the answer to the delivery has gone out. */
export type LogNews =
  | {
      readonly type: "appended" | "amended";
      readonly id: EventId;
      readonly kind: LogRow["kind"];
      /** Made when it is asked for: of a flood of webhooks that no simulation waits for, nothing is. */
      readonly row: () => LogRow;
    }
  /** The log was cleared, or a clear undone: what is known of it is void. */
  | { readonly type: "reset" }
  /** Webhooks of the log are being read in another way from now on: all of it is to be judged anew. */
  | {
      readonly type: "readings-changed";
      /** From when on webhooks were not read at all until then; null: all were. */
      readonly unreadSince: Instant | null;
    };

/** What is stored of a run: what its row shows, and what it takes to go on from there. */
export interface SavedRun {
  readonly id: EventId;
  /** The call's state as far as it went into what was decided. */
  readonly call: CallState;
  readonly summary: RunSummary;
  /** The times within it in which nothing could be seen. */
  readonly downtime: readonly Downtime[];
}

/** What is stored of a delivery that was held against runs. */
export interface SavedTie {
  readonly deliveryId: EventId;
  /** In `decision` too; here for the row. */
  readonly runId: EventId | null;
  readonly role: Role | null;
  readonly decision: Decision;
}

/** A row with what was stored of it. */
export type RecalledRow =
  | (Extract<LogRow, { kind: "call" }> & { readonly saved: SavedRun | null })
  | (Extract<LogRow, { kind: "delivery" }> & { readonly saved: SavedTie | null })
  | Extract<LogRow, { kind: "notice" }>;

export type RecalledDelivery = Extract<RecalledRow, { kind: "delivery" }>;

export interface RecallQuery {
  readonly horizon: Microseconds;
  readonly runs: number;
  /** null: from the beginning of what is needed. */
  readonly from: EventId | null;
}

export interface RecallPage {
  /** In the order of their ids. */
  readonly rows: readonly RecalledRow[];
  /** Everything up to this row has been decided and stored; 0 when nothing has. */
  readonly through: EventId;
  /** Where the next page begins; null when this was the last. */
  readonly next: EventId | null;
  /** Readings of webhooks have changed since the whole log was judged. */
  readonly stale: boolean;
  /** No simulation stands before what is needed. */
  readonly isAll: boolean;
}

/** A part of the log, in the order of the ids, with what was stored of each row. */
export interface LogPage {
  readonly rows: readonly RecalledRow[];
  /** Where the next page begins; null when this was the last. */
  readonly next: EventId | null;
}

/** What runs need of the journal. */
export interface RunsJournal {
  /**
   * Tells of every row that is committed, in the order of their ids, and of every change of one after the row itself.
   * Nothing is left out and nothing merged, unlike what the window is told.
   */
  onNews(listener: (news: LogNews) => void): () => void;
  /**
   * The rows that are needed to go on after a restart: from the first call with an expectation among the newest
   * `runs` that are no older than `horizon` before the newest one, the calls with an expectation, the notices, and of
   * the deliveries those with something stored and those behind `through`; before them the last notice about the
   * listener. Rows that were cleared do not count. With `from`: the same from that row on.
   */
  recall(query: RecallQuery): Promise<RecallPage>;
  /** A run's call and the deliveries tied to it; empty when there is no such run. */
  recallRun(id: EventId): Promise<readonly RecalledRow[]>;
  /** null when there is no such delivery. */
  recallDelivery(id: EventId): Promise<RecalledDelivery | null>;
  /**
   * Calls with an expectation, all deliveries and all notices from this row on (null: from the first), for judging
   * everything anew. Rows that were cleared do not count. While the log is being read anew only what is read already:
   * a page without rows that has a next one is asked for again once `isRead` says so.
   */
  readAll(from: EventId | null): Promise<LogPage>;
  /** When the first webhook came that is recorded and not read yet, so that nobody knows what it says; null: all are. */
  unreadSince(): Instant | null;
  /** Whether the log is being read anew, oldest first. */
  isBeingRead(): boolean;
  /** Resolves once there is a page from this row on. */
  isRead(from: EventId): Promise<void>;
  /** Stores all of it or nothing. `judgedAll`: the whole log has been judged by the readings of now. */
  save(changes: {
    readonly runs: readonly SavedRun[];
    readonly ties: readonly SavedTie[];
    readonly through: EventId;
    readonly judgedAll: boolean;
  }): Promise<void>;
}

/** Calls back after so many milliseconds; returns how to prevent it. */
export interface Timers {
  after(milliseconds: number, action: () => void): () => void;
}

export interface RunsClock {
  now(): Instant;
}
