import type { BodyPart, EventDetail } from "../../shared/events.ts";
import type { Notice } from "../../shared/notices.ts";
import type { EventId, Instant } from "../../shared/primitives.ts";
import type { Reading } from "../../shared/reading.ts";
import type { RetentionSettings } from "../../shared/retention.ts";
import type { RecalledDelivery, RecalledRow, RecallPage, RecallQuery } from "../runs/index.ts";
import type {
  Alike,
  DeliveryPayload,
  JournalStats,
  Page,
  PageQuery,
  ProfileReadings,
  ReadingCount,
  RelayPlace,
  RereadProgress,
  TriedReading,
  WholeEvents,
} from "./api.ts";
import type { StoredReading } from "./columns/stored-reading.ts";
import type { JournalProblem } from "./journal-failure.ts";

/** What a thread is told when it is started (`workerData`). */
export interface ThreadStart {
  readonly role: "writer" | "reader" | "background";
  readonly folder: string;
  /** A thread that takes the place of an earlier one: calls under way are still under way. */
  readonly again: boolean;
  /** The log is being made of a file of somebody's, and removed where that breaks off. */
  readonly filling: boolean;
  /** Why the file has to be set aside before a new one is begun; null to go on with it. */
  readonly setAside: string | null;
  readonly now: Instant;
  /** What webhooks are read by, as far as it was said before the start. */
  readonly readings: readonly ProfileReadings[];
  /** The memory of `SharedCounters`. */
  readonly memory: SharedArrayBuffer;
}

/**
 * How one operation went: the row's number for an append, how many rows were cleared or removed, else 0. What a delivery says is
 * put together when it is asked for: of thousands a second, few are.
 */
export type Outcome =
  /** `later`: it is told by itself, once it is read. */
  | { readonly ok: true; readonly value: number; readonly reading: StoredReading | "later" | null }
  | { readonly ok: false; readonly problem: JournalProblem };

/** What was found when the file was opened, worth a notice each. */
export interface Opening {
  /** How often webhooks of this file were read anew. */
  readonly readingsEdition: number;
  /** The new name of a damaged file, what was wrong with it, and whether anything in it can be read. */
  readonly setAside: { readonly file: string; readonly reason: string; readonly readable: boolean } | null;
  /** The newest events could not be read: those between these moments. */
  readonly cut: { readonly from: Instant; readonly until: Instant } | null;
  /** The last session did not end in order; from its last sign of life until now nothing was recorded. */
  readonly gap: { readonly from: Instant; readonly until: Instant } | null;
  /** From which moment on there are webhooks that were committed before and never read; null: there are none. */
  readonly leftUnread: Instant | null;
}

/** What became of a damaged log's events. */
export interface Salvaged {
  /** Where it lies. */
  readonly file: string;
  readonly kept: number;
  /** Events that were in the log and cannot be read any more. */
  readonly lost: number;
  /** Between the moments of the readable neighbours; null where that is not known, or nothing is lost. */
  readonly span: { readonly from: Instant; readonly until: Instant } | null;
}

/** How far reading a profile's webhooks anew has come, in rows of the log. */
export interface Reread extends RereadProgress {
  /** Deliveries that say something else now, of those looked at since this was told last. */
  readonly changed: readonly EventId[];
  readonly isFirst: boolean;
  readonly isOver: boolean;
  /** Of this row and those behind it some are not read yet by what they are to be read by; null: all are. */
  readonly unreadFrom: EventId | null;
}

/** What a webhook was read to say behind its commit; null when it is not there any more. */
export interface ReadLater {
  readonly id: EventId;
  readonly reading: StoredReading | null;
}

export type FromWriter =
  | ({ readonly type: "ready" } & Opening)
  /** The file cannot be opened for writing. */
  | { readonly type: "unusable"; readonly problem: JournalProblem }
  /** `damage`: why the file cannot be written any more, so that a new one has to be begun; else null. */
  | { readonly type: "committed"; readonly outcomes: readonly Outcome[]; readonly damage: string | null }
  /** Webhooks of a flood, read after they were committed; in the order of the log. */
  | { readonly type: "read"; readonly readings: readonly ReadLater[] }
  /** Webhooks of the log are being read anew. */
  | ({ readonly type: "reread"; readonly edition: number } & Reread)
  /** As of the opening, whenever it has changed. */
  | { readonly type: "left-unread"; readonly since: Opening["leftUnread"] }
  /** All that can be read of a damaged log has been brought back. */
  | ({ readonly type: "salvaged"; readonly edition: number } & Salvaged)
  /** Something that is worth a row. */
  | { readonly type: "notice"; readonly notice: Notice }
  /** Writing works again after it had failed. */
  | { readonly type: "recovered" }
  /** What was removed is in no file any more; or why that is not so. */
  | { readonly type: "scrubbed"; readonly problem: JournalProblem | null }
  /** The file was found to be damaged between two batches. */
  | { readonly type: "damaged"; readonly damage: string };

/** A question to the reader. */
export type Question =
  | { readonly ask: "page"; readonly query: PageQuery; readonly now: Instant }
  | { readonly ask: "detail"; readonly id: EventId }
  | { readonly ask: "cleared"; readonly id: EventId }
  | { readonly ask: "body"; readonly id: EventId; readonly part: BodyPart }
  | { readonly ask: "whole"; readonly ids: readonly EventId[] }
  | { readonly ask: "alike"; readonly id: EventId }
  | { readonly ask: "stats" }
  | { readonly ask: "retention" }
  | { readonly ask: "tags" }
  | { readonly ask: "relay-place"; readonly inbox: string }
  | ({ readonly ask: "recall" } & RecallQuery)
  | { readonly ask: "recall-run"; readonly id: EventId }
  /** The rows of the simulations that these belong to. */
  | { readonly ask: "run-members"; readonly ids: readonly EventId[] }
  | { readonly ask: "recall-delivery"; readonly id: EventId }
  | { readonly ask: "read-all"; readonly from: EventId | null; readonly before: EventId | null }
  | { readonly ask: "payload"; readonly id: EventId; readonly readings: readonly Reading[] }
  | { readonly ask: "confirmed-reading"; readonly id: EventId; readonly reading: Reading }
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
  readonly cleared: boolean;
  readonly body: Uint8Array | null;
  readonly whole: WholeEvents;
  readonly alike: Alike;
  readonly stats: JournalStats;
  readonly retention: RetentionSettings;
  readonly tags: readonly string[];
  readonly "relay-place": RelayPlace | null;
  readonly recall: RecallPage;
  readonly "recall-run": readonly RecalledRow[];
  readonly "run-members": readonly EventId[];
  readonly "recall-delivery": RecalledDelivery | null;
  /** A `LogPage` as JSON. */
  readonly "read-all": string;
  readonly payload: DeliveryPayload | null;
  readonly "confirmed-reading": Reading;
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
