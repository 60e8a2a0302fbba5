import type { BodyPart, EventDetail } from "../../shared/events.ts";
import type { EventId, Instant } from "../../shared/primitives.ts";
import type { Reading } from "../../shared/reading.ts";
import type { RetentionSettings } from "../../shared/retention.ts";
import type { LogPage, RecalledDelivery, RecalledRow, RecallPage, RecallQuery } from "../runs/index.ts";
import type {
  Alike,
  DeliveryPayload,
  JournalStats,
  Page,
  PageQuery,
  ProfileReadings,
  ReadingCount,
  RereadProgress,
  TriedReading,
} from "./api.ts";
import type { Stored } from "./columns/codec.ts";
import type { EventRow } from "./columns/column.ts";
import type { encodeCheck } from "./columns/event-columns.ts";
import type { RunRow, TieRow } from "./columns/run-columns.ts";
import type { StoredReading } from "./columns/stored-reading.ts";
import type { JournalProblem } from "./failure.ts";

/** What a thread is told when it is started (`workerData`). */
export interface ThreadStart {
  readonly role: "writer" | "reader" | "background";
  readonly folder: string;
  /** A thread that takes the place of an earlier one: calls under way are still under way. */
  readonly again: boolean;
  /** Why the file has to be set aside before a new one is begun; null to go on with it. */
  readonly setAside: string | null;
  readonly now: Instant;
  /** What webhooks are read by, as far as it was said before the start. */
  readonly readings: readonly ProfileReadings[];
  /** The memory of `Signals`. */
  readonly memory: SharedArrayBuffer;
}

/** One thing for the writer to do. All of a batch are committed together. */
export type Operation =
  | {
      readonly do: "append";
      readonly row: EventRow;
      readonly request: Uint8Array | null;
      readonly answer: Uint8Array | null;
    }
  | { readonly do: "finish-call"; readonly id: EventId; readonly row: EventRow; readonly answer: Uint8Array | null }
  | { readonly do: "finish-delivery"; readonly id: EventId; readonly end: readonly Stored[] }
  | {
      readonly do: "record-forward";
      readonly id: EventId;
      /** As JSON. */
      readonly summary: string;
      readonly answer: string | null;
      readonly body: Uint8Array;
    }
  | { readonly do: "record-check"; readonly id: EventId; readonly check: ReturnType<typeof encodeCheck> }
  | { readonly do: "configure-readings"; readonly profiles: readonly ProfileReadings[] }
  | { readonly do: "clear" }
  | { readonly do: "hide"; readonly ids: readonly EventId[]; readonly first: boolean }
  | { readonly do: "undo-clear" }
  | { readonly do: "bring-back-cleared" }
  | { readonly do: "purge-cleared" }
  | { readonly do: "pin"; readonly id: EventId; readonly pinned: boolean }
  | { readonly do: "configure-retention"; readonly settings: RetentionSettings }
  | {
      readonly do: "save-runs";
      readonly runs: readonly RunRow[];
      readonly ties: readonly TieRow[];
      readonly through: EventId;
      readonly at: Instant;
      /** The count of `readings_edition` by which all of the log has been judged; null when it was not. */
      readonly judged: number | null;
    };

/**
 * How one operation went: the row's number for an append, how many rows were cleared, else 0. What a delivery says is
 * put together when it is asked for: of thousands a second, few are.
 */
export type Outcome =
  | { readonly ok: true; readonly value: number; readonly reading: StoredReading | null }
  | { readonly ok: false; readonly problem: JournalProblem };

/** What was found when the file was opened, worth a notice each. */
export interface Opening {
  /** The new name of a damaged file, and what was wrong with it. */
  readonly setAside: { readonly file: string; readonly reason: string } | null;
  /** The last session did not end in order; from its last sign of life until now nothing was recorded. */
  readonly gap: { readonly from: Instant; readonly until: Instant } | null;
}

/** How far reading a profile's webhooks anew has come, in rows of the log. */
export interface Reread extends RereadProgress {
  /** Deliveries that say something else now, of those looked at since this was told last. */
  readonly changed: readonly EventId[];
  readonly isOver: boolean;
}

export type FromWriter =
  | ({ readonly type: "ready" } & Opening)
  /** The file cannot be opened for writing. */
  | { readonly type: "unusable"; readonly problem: JournalProblem }
  /** `damage`: why the file cannot be written any more, so that a new one has to be begun; else null. */
  | { readonly type: "committed"; readonly outcomes: readonly Outcome[]; readonly damage: string | null }
  /** Webhooks of the log are being read anew. */
  | ({ readonly type: "reread"; readonly edition: number } & Reread)
  /** Writing works again after it had failed. */
  | { readonly type: "recovered" }
  /** The file was found to be damaged between two batches. */
  | { readonly type: "damaged"; readonly damage: string };

/** A question to the reader. */
export type Question =
  | { readonly ask: "page"; readonly query: PageQuery; readonly now: Instant }
  | { readonly ask: "detail"; readonly id: EventId }
  | { readonly ask: "body"; readonly id: EventId; readonly part: BodyPart }
  | { readonly ask: "alike"; readonly id: EventId }
  | { readonly ask: "stats" }
  | { readonly ask: "retention" }
  | ({ readonly ask: "recall" } & RecallQuery)
  | { readonly ask: "recall-run"; readonly id: EventId }
  | { readonly ask: "recall-delivery"; readonly id: EventId }
  | { readonly ask: "read-all"; readonly from: EventId | null }
  | { readonly ask: "payload"; readonly id: EventId; readonly readings: readonly Reading[] }
  | { readonly ask: "reading-counts"; readonly profileId: string }
  | {
      readonly ask: "try-reading";
      readonly profileId: string;
      readonly reading: Reading;
      readonly deliveryId: EventId | null;
    };

export interface Answers {
  readonly page: Page;
  readonly detail: EventDetail | null;
  readonly body: Uint8Array | null;
  readonly alike: Alike;
  readonly stats: JournalStats;
  readonly retention: RetentionSettings;
  readonly recall: RecallPage;
  readonly "recall-run": readonly RecalledRow[];
  readonly "recall-delivery": RecalledDelivery | null;
  readonly "read-all": LogPage;
  readonly payload: DeliveryPayload | null;
  readonly "reading-counts": readonly ReadingCount[];
  readonly "try-reading": TriedReading;
}

export type ToReader =
  | { readonly type: "ask"; readonly number: number; readonly question: Question }
  | { readonly type: "cancel"; readonly number: number }
  | { readonly type: "close" };

export type FromReader =
  | { readonly type: "ready" }
  /** `damage`: what is wrong with the file, where that is why; else null. */
  | { readonly type: "unusable"; readonly problem: JournalProblem; readonly damage: string | null }
  | { readonly type: "answer"; readonly number: number; readonly value: unknown }
  /** The journal's file is damaged where this question led. */
  | { readonly type: "damaged"; readonly number: number; readonly problem: JournalProblem; readonly damage: string }
  | {
      readonly type: "refusal";
      readonly number: number;
      readonly code: string;
      readonly message: string;
    };
