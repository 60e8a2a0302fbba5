import type { DeliveryReading, EventChoice, JournalPage, Output, Parsed, Push } from "../../shared/contract.ts";
import type { BodyPart, CallDetail, DeliveryDetail, EventDetail, NoticeDetail } from "../../shared/events.ts";
import type { JournalStatus } from "../../shared/journal-status.ts";
import type { EventId, Instant, Microseconds } from "../../shared/primitives.ts";
import type { Reading } from "../../shared/reading.ts";
import type { Forwarded } from "../../shared/replay.ts";
import type { RetentionSettings } from "../../shared/retention.ts";
import type { SignatureCheck } from "../../shared/signature-check.ts";
import type { RunsJournal } from "../runs/index.ts";

/** An event before it has its row number. */
export type Unnumbered<Detail extends EventDetail> = Omit<Detail, "summary"> & {
  readonly summary: Omit<Detail["summary"], "id">;
};

/**
 * What is handed in for a new row. Of a delivery the journal finds out the facts itself, in its worker thread:
 * reading JSON from outside must not hold up arrivals. Buffers are handed over: do not use them afterwards.
 */
export type NewEvent =
  | (Unnumbered<CallDetail> & { readonly requestBody: Uint8Array })
  | (Unnumbered<DeliveryDetail> & { readonly requestBody: Uint8Array; readonly answerBody: Uint8Array })
  | Unnumbered<NoticeDetail>;

/** How far a relay's inbox has been read: kept in the transaction of the event that was read. */
export interface RelayPlace {
  readonly inbox: string;
  /** Positions count within one storage of the relay. */
  readonly storage: string;
  readonly position: number;
  /** When the relay was heard last, by our clock. */
  readonly heardAt: Instant;
}

/** The next place, and the one that it follows on: where that is not the one that is kept, nothing is written. */
export interface NextPlace extends RelayPlace {
  readonly after: number;
}

/** What a profile's webhooks are read by. */
export interface ProfileReadings {
  /** null: those that came to no profile. */
  readonly profileId: string | null;
  readonly readings: readonly Reading[];
}

/** How our answer to a delivery went; timing as in `deliveryTiming`. */
export interface DeliveryEnd {
  readonly answerState: "sent" | "failed" | "withheld";
  readonly duration: Microseconds;
  readonly committed: Microseconds;
  readonly answerStarted: Microseconds | null;
  readonly answerEnded: Microseconds | null;
}

/** What changed in the log: told in batches, at most one every few milliseconds. */
export type JournalChange = Push<"journal.changed">;

export type PageQuery = Omit<Parsed<"journal", "page">, "requestId">;

export type Page = JournalPage;

/** One event with its bodies; a body is null where it has none. */
export interface WholeEvent {
  readonly detail: EventDetail;
  readonly bodies: { readonly [Part in BodyPart]: Uint8Array | null };
}

export interface WholeEvents {
  /** In the order asked for; rows that are gone are left out. */
  readonly events: readonly WholeEvent[];
  /** How many of the ids were gone through: fewer than asked for when the bodies grew large. At least one. */
  readonly through: number;
}

export type JournalStats = Output<"journal", "stats">;

/** Deliveries that may be the same webhook as another one, nearest first. */
export interface Alike {
  /** With the very same bytes, to the same place. */
  readonly same: readonly EventId[];
  /** With other bytes, but the same facts. */
  readonly maybe: readonly EventId[];
  /** Whether all of the log was looked through. */
  readonly complete: boolean;
}

/** How a delivery is read, by what, and what could be said of it. */
export type DeliveryPayload = Omit<DeliveryReading, "profileId">;

export type ReadingCount = Output<"readings", "list">["webhooks"][number];

export type TriedReading = Output<"readings", "try">;

/** How far a profile's webhooks have been read anew, in rows of the log. */
export interface RereadProgress {
  /** null: those that came to no profile. */
  readonly profileId: string | null;
  readonly done: number;
  readonly of: number;
}

/** What is said about an event anew; what is left out stays. */
export type Annotation = Omit<Parsed<"journal", "annotate">, "ids">;

/** A clear of what a filter shows: all bodies of a long log may have to be looked through for it. */
export type ClearingProgress = Push<"journal.clearing">;

/** Events that are to be removed for good, and whom they name. */
export type Chosen = Omit<Output<"journal", "removal">, "events" | "elsewhere"> & { readonly ids: readonly EventId[] };

/** The event log: the one place where events are written, and the only source they are read from. */
export interface Journal {
  /** Whether events can be recorded, and how far the search index is. */
  status(): JournalStatus;
  /** Calls back when the status has changed, a few times a second at most. */
  onStatus(listener: (status: JournalStatus) => void): () => void;
  /** As `status().problem`. */
  problem(): JournalStatus["problem"];
  /** Resolves with the row number once the event is committed; rejects with `JournalFailure` when it is not. */
  append(event: NewEvent, place?: NextPlace): Promise<EventId>;
  /** How far an inbox has been read; null when never. */
  relayPlace(inbox: string): Promise<RelayPlace | null>;
  /** Keeps when the relay was heard last, where its inbox has been read before. */
  relayHeard(inbox: string, heardAt: Instant): Promise<void>;
  /**
   * Puts an event of another log in as it was there, under its own number, which no row here may have. Nobody is told
   * of it: this is for a log that is filled before it is looked at.
   */
  adopt(event: WholeEvent): Promise<void>;
  /** Completes a call's row: the whole detail anew, and the answer's body. */
  finishCall(id: EventId, detail: Unnumbered<CallDetail>, answerBody: Uint8Array | null): Promise<void>;
  /** Completes a delivery's row after our answer went out, or could not. */
  finishDelivery(id: EventId, end: DeliveryEnd): Promise<void>;
  /** Keeps what became of handing a delivery on; `body`: the first part of the target's answer. */
  recordForward(id: EventId, forwarded: Forwarded, body: Uint8Array): Promise<void>;
  /** Puts a later check of a delivery's signature in the place of the one before. */
  recordCheck(id: EventId, check: SignatureCheck): Promise<void>;
  /**
   * By what webhooks are read from now on, of all profiles. A profile's webhooks of the log are read anew when its
   * readings are not those that they were read by: in the background, the newest first, also after a restart.
   */
  configureReadings(profiles: readonly ProfileReadings[]): void;
  onReread(listener: (progress: RereadProgress) => void): () => void;
  /** null when there is no such delivery. */
  payload(id: EventId): Promise<DeliveryPayload | null>;
  /** A reading with the places that it is to watch, where this delivery went through. */
  confirmedReading(id: EventId, reading: Reading): Promise<Reading>;
  /** How many webhooks of a profile each reading has read. */
  readingCounts(profileId: string): Promise<readonly ReadingCount[]>;
  /** Holds a reading, saved or not, against the webhooks of a profile. */
  tryReading(profileId: string, reading: Reading, deliveryId: EventId | null): Promise<TriedReading>;
  /** @throws Refusal when the filter cannot be understood, with the position. */
  page(query: PageQuery, signal?: AbortSignal): Promise<Page>;
  /** null when there is no such row (cleared, or never was). */
  detail(id: EventId): Promise<EventDetail | null>;
  /** Whether it is hidden by a clear, and can be brought back. */
  isCleared(id: EventId): Promise<boolean>;
  body(id: EventId, part: BodyPart): Promise<Uint8Array | null>;
  /**
   * Many events with all that is recorded of them, by their numbers in order, for who goes through the log from end to
   * end.
   */
  whole(ids: readonly EventId[]): Promise<WholeEvents>;
  /** Where another thread finds the log, to read it by itself: for `openLogReader`. */
  readonly place: LogPlace;
  alike(id: EventId): Promise<Alike>;
  /**
   * Hides what the filter shows, or every event there is, but pinned ones; returns how many that were. They are deleted
   * at the next start. One that is stopped ends well, with what it had hidden by then.
   */
  clear(filter?: string, signal?: AbortSignal): Promise<number>;
  /** Calls back while a clear of what a filter shows goes on. */
  onClearing(listener: (progress: ClearingProgress) => void): () => void;
  /** Shows again what the last clear has hidden; nothing, when that was before this start. */
  undoClear(): Promise<void>;
  /** Shows again what all clears of this start have hidden and is still there; returns how many events that were. */
  bringBackCleared(): Promise<number>;
  /** Deletes for good what was cleared, in small steps from now on; it cannot be undone any more. */
  purgeCleared(): Promise<void>;
  /** The events of a choice, and the rest of their simulations. @throws Refusal as `page` */
  choose(choice: EventChoice, signal?: AbortSignal): Promise<Chosen>;
  /** In how many other events stands whom a choice is about (`namedBy` of `src/shared/removed-texts.ts`). */
  countElsewhere(
    choice: EventChoice,
    chosen: Pick<Chosen, "ids" | "references">,
    signal?: AbortSignal,
  ): Promise<Output<"journal", "removal">["elsewhere"]>;
  /**
   * Deletes events for good, pinned or not, and what was cleared; has the rest judged anew. Until `scrub` their bytes
   * are still in the files. Returns how many that were.
   */
  remove(ids: readonly EventId[]): Promise<number>;
  /**
   * Leaves no byte of what was removed in the files: the log is written anew without it, its write-ahead log emptied,
   * the search index made anew. Arrivals wait meanwhile: some ten seconds for each gigabyte.
   *
   * @returns the damaged logs that were set aside, which it does not touch
   */
  scrub(): Promise<readonly string[]>;
  /** Changes what somebody wrote about an event. */
  annotate(id: EventId, change: Annotation): Promise<void>;
  /** All tags in use, in their order. */
  tags(): Promise<readonly string[]>;
  /** Pinned events are kept when the log is cleared and when old events are removed. */
  pin(id: EventId, pinned: boolean): Promise<void>;
  retention(): Promise<RetentionSettings>;
  /** Events beyond the new limits are removed in small steps, oldest first. */
  configureRetention(settings: RetentionSettings): Promise<void>;
  stats(): Promise<JournalStats>;
  onChange(listener: (change: JournalChange) => void): () => void;
  /** Commits what is queued and closes the file. */
  close(): Promise<void>;
}

/** Where a log's files are, so that another thread can read them. */
export interface LogPlace {
  readonly folder: string;
  /** How far the search index is, as the log's own threads say it. */
  readonly memory: SharedArrayBuffer;
}

/** What is needed to go through a log from end to end. */
export interface LogReader extends Pick<Journal, "page" | "whole"> {
  close(): void;
}

/** The event log with the part of it that only runs need. */
export interface OpenedJournal extends Journal {
  readonly runs: RunsJournal;
}
