import { Worker } from "node:worker_threads";
import type { EventSummary } from "../../shared/events.ts";
import type { Notice } from "../../shared/notices.ts";
import type { EventId, Instant } from "../../shared/primitives.ts";
import type { WebhookReading } from "../../shared/reading.ts";
import { createFeed } from "../feed.ts";
import { factsOf } from "../payload/index.ts";
import {
  type ClearingProgress,
  type DeliveryEnd,
  type NewEvent,
  type NextPlace,
  type OpenedJournal,
  type ProfileReadings,
  type RereadProgress,
} from "./api.ts";
import { createChangeFeed } from "./client/change-feed.ts";
import { createCommitQueue, QUEUE_LIMIT_BYTES, type Success } from "./client/commit-queue.ts";
import { createNewsFeed } from "./client/news-feed.ts";
import { adopting, appending } from "./client/operations.ts";
import { createReaders } from "./client/reading-threads.ts";
import { choose, countElsewhere, hideShown, logsSetAside, removeRows } from "./client/removal.ts";
import { createRunsJournal } from "./client/runs-journal.ts";
import { createStatusFeed } from "./client/status-feed.ts";
import { createUnreadRows } from "./client/unread-rows.ts";
import { createWriterThread } from "./client/writer-thread.ts";
import { checkRow, endRow, eventColumns } from "./columns/event-columns.ts";
import { createReadingJoiner, NOTHING_READ } from "./columns/stored-reading.ts";
import { problemOf } from "./journal-failure.ts";
import type { Opening, Reread, ThreadStart } from "./messages.ts";
import { createSharedCounters } from "./shared-counters.ts";

export interface JournalOptions {
  /** Where the file is, and its companions; it is created when it is not there. */
  readonly folder: string;
  /** The built or the source file of the journal's threads: see `built-thread.ts`, and `threads.ts` of the tests. */
  readonly thread: string | URL;
  readonly now: () => Instant;
  /** Bytes of events that may wait for the disk before further ones are refused. */
  readonly queueLimitBytes?: number;
  /**
   * A log that is no program's own. `filling`: it is only written, and looked at when it is opened anew, so nothing is read
   * and no index made meanwhile. `filled`: what was under way in it is so still; nobody has ended here.
   */
  readonly copy?: "filling" | "filled";
}

/** Rows that were read anew and are told by themselves. */
const TOLD_ONE_BY_ONE = 100;
// The threads make a lot of short-lived rows and texts; left alone, V8 gives each of them 48 MB to do so in.
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 12 };

/** A delivery whose answer has not gone out yet. */
interface Pending {
  readonly make: () => EventSummary;
  readonly reading: (() => WebhookReading) | undefined;
}

/**
 * Opens the event log. When its file cannot be opened for writing (written by a newer version, read-only) there is
 * still a journal: it refuses every append with the reason, which `status` tells too.
 */
export async function openJournal(options: JournalOptions): Promise<OpenedJournal> {
  const { now } = options;
  const counters = createSharedCounters();
  const startThread = (role: ThreadStart["role"], again = false, setAside: string | null = null): Worker => {
    const start: ThreadStart = {
      role,
      folder: options.folder,
      again: again || options.copy === "filled",
      filling: options.copy === "filling",
      setAside,
      now: now(),
      readings,
      memory: counters.memory,
    };
    return new Worker(options.thread, { workerData: start, resourceLimits: THREAD_LIMITS });
  };
  const changes = createChangeFeed();
  const news = createUnreadRows(createNewsFeed());
  const status = createStatusFeed(counters);
  const queue = createCommitQueue(options.queueLimitBytes ?? QUEUE_LIMIT_BYTES);
  const readers = createReaders({ start: startThread, counters, damaged: (damage) => writer.damaged(damage) });
  // Deliveries not completed yet: completing one changes three values of its summary.
  const pending = new Map<EventId, Pending>();
  const joinReading = createReadingJoiner();
  let readings: readonly ProfileReadings[] = [];
  let readingsEdition = 0;
  const runsJournal = createRunsJournal(queue, readers, news, now, {
    edition: () => readingsEdition,
    leftUnread: () => leftUnread,
  });
  const rereadFeed = createFeed<RereadProgress>();
  const clearingFeed = createFeed<ClearingProgress>();

  async function append(event: NewEvent, place: NextPlace | null = null): Promise<EventId> {
    // Not the event itself is kept, which has its bodies.
    const { summary } = event;
    const expectation = event.kind === "call" ? event.expectation : undefined;
    const { value: id, reading: stored } = await queue.perform(appending(event, place));
    const reading = readingOf(id, summary.at, stored);
    const make = (): EventSummary => numbered(summary, id, reading);
    if (summary.kind === "delivery" && summary.answerState === "pending") pending.set(id, { make, reading });
    news.tellAs(id, make);
    changes.appended(id, make);
    news.appended(id, summary.kind, make, { expectation, reading });
    return id;
  }

  /** What a delivery says, put together when it is asked for; undefined for another event. */
  function readingOf(id: EventId, at: Instant, stored: Success["reading"]): Pending["reading"] {
    if (stored === null) return undefined;
    return stored === "later" ? news.wait(id, at) : () => joinReading(stored);
  }

  /**
   * A delivery's row has changed in more than how its answer went: it is read again. Without what became of its
   * simulation: runs tell that themselves, and may have told more by now than was stored when it was read.
   */
  async function tellAnew(id: EventId): Promise<void> {
    const [before, wasUnread] = [pending.get(id), news.has(id)];
    const detail = await readers.ask({ ask: "detail", id });
    if (detail?.kind !== "delivery") return;
    // Our answer has gone out while it was read, maybe just after; or it says something by now.
    if ((before !== undefined && !pending.has(id)) || (wasUnread && !news.has(id))) return tellAnew(id);
    const reading = wasUnread ? before?.reading : () => detail.reading ?? NOTHING_READ;
    const { tie: _, ...summary } = detail.summary;
    const make = (): EventSummary =>
      wasUnread && reading !== undefined ? { ...summary, facts: factsOf(reading()) } : summary;
    changes.amended(id, make);
    if (before !== undefined) pending.set(id, { make, reading });
    news.tellAs(id, make);
  }

  /** The window is told of a row as it stands now. @returns whether it is shown at all */
  async function tellRow(id: EventId): Promise<boolean> {
    const detail = await readers.ask({ ask: "detail", id });
    if (detail === null) return false;
    changes.amended(id, () => withoutRun(detail.summary));
    return true;
  }

  function reset(): void {
    changes.reset();
    news.reset();
  }

  /** Runs know nothing of what lies unread from here on. */
  let leftUnread: Instant | null = null;
  // Rows that were read anew and say something else, until the reading is over; of many, some.
  let reread: EventId[] = [];
  function tellReread(told: Reread & { readonly edition: number }): void {
    const { profileId, done, of, changed, isFirst, isOver, edition } = told;
    readingsEdition = edition;
    if (isFirst) reread = [];
    // Runs follow the reading, and judge what is read already.
    if (reread.length === 0 && changed.length > 0) news.readingsChanged(leftUnread);
    if (reread.length <= TOLD_ONE_BY_ONE) reread.push(...changed);
    runsJournal.readUpTo(told.unreadFrom);
    rereadFeed.tell({ profileId, done, of });
    if (!isOver || reread.length === 0) return;
    // A few rows are told one by one; of many the window asks anew for those that it shows.
    if (reread.length <= TOLD_ONE_BY_ONE) for (const id of reread) tellAnew(id).catch(() => {});
    else changes.reset();
    reread = [];
  }

  function tell(notice: Notice): void {
    // When even this cannot be recorded, the status says why.
    append({ kind: "notice", summary: { kind: "notice", at: now(), notice } }).catch(() => {});
  }

  function tellOpening({ setAside, cut, gap }: Opening): void {
    if (setAside !== null) {
      tell({ code: "journal-set-aside", ...setAside });
      // Another file has other rows.
      reset();
    }
    if (cut !== null) tell({ code: "gap", ...cut, cause: "log-damaged" });
    if (gap !== null) tell({ code: "gap", ...gap, cause: "ended-abruptly" });
  }

  const writer = createWriterThread(queue, {
    start: ({ again, setAside }) => startThread("writer", again, setAside),
    opened(opening) {
      ({ readingsEdition, leftUnread } = opening);
      news.release();
      runsJournal.readUpTo(null);
      tellOpening(opening);
      // Only now: who reads needs the file to be there and of this version.
      if (options.copy !== "filling") readers.start({ withBackground: true });
    },
    problem: status.setProblem,
    tell,
    crashed: (reason) =>
      tell({ code: "internal-error", reason: `The event log’s thread was started again: ${reason}` }),
    read(readings) {
      for (const [id, make] of news.read(readings)) changes.amended(id, make);
      runsJournal.goOn();
    },
    reread: tellReread,
    leftUnread(since) {
      leftUnread = since;
    },
    salvaged({ edition, file, kept, lost, span }) {
      readingsEdition = edition;
      tell({ code: "journal-salvaged", file, kept, lost });
      if (span !== null) tell({ code: "gap", ...span, cause: "log-damaged" });
      // Rows have come back among those that are known.
      changes.reset();
      news.readingsChanged(null);
    },
    release: readers.stop,
  });
  await writer.started;
  const found = status.problem();
  if (found?.code === "journal-newer") readers.refuse(found);
  // What is there can be looked at, even where nothing can be added.
  else if (found !== null) readers.start({ withBackground: false });

  let closed: Promise<void> | null = null;
  async function close(): Promise<void> {
    // Who writes last closes last, so that SQLite can tidy up its files.
    await writer.close(readers.stop);
    readers.refuse(problemOf("journal-closed"));
    changes.close();
    status.close();
  }

  return {
    status: status.now,
    onStatus: status.listen,
    problem: status.problem,
    append,
    async adopt(event) {
      await queue.perform(adopting(event));
    },
    async finishCall(id, detail, answerBody) {
      await queue.perform({ do: "finish-call", id, row: eventColumns.write(detail), answer: answerBody });
      const make = (): EventSummary => ({ ...detail.summary, id });
      changes.amended(id, make);
      news.amended(id, "call", make, { expectation: detail.expectation });
    },
    async finishDelivery(id, end) {
      let before: Pending | undefined;
      try {
        await queue.perform({ do: "finish-delivery", id, end: endRow(end) });
      } finally {
        // Only now: what is told of it may have changed while this was being written.
        before = pending.get(id);
        pending.delete(id);
      }
      if (before === undefined) return;
      const { make: unanswered, reading } = before;
      const make = (): EventSummary => completed(unanswered(), end);
      news.tellAs(id, make);
      changes.amended(id, make);
      news.amended(id, "delivery", make, { reading });
    },
    async recordCheck(id, check) {
      await queue.perform({ do: "record-check", id, check: checkRow(check) });
      await tellAnew(id);
    },
    async recordForward(id, { summary, answer }, body) {
      const texts = { summary: JSON.stringify(summary), answer: answer === null ? null : JSON.stringify(answer) };
      await queue.perform({ do: "record-forward", id, ...texts, body });
      await tellAnew(id);
    },
    configureReadings(profiles) {
      readings = profiles;
      // Where it cannot be written, the thread is told at its next start.
      queue.perform({ do: "configure-readings", profiles }).catch(() => {});
    },
    onReread: rereadFeed.listen,
    payload(id) {
      return readers.ask({ ask: "payload", id, readings: readings.flatMap((each) => each.readings) });
    },
    confirmedReading: (id, reading) => readers.ask({ ask: "confirmed-reading", id, reading }),
    readingCounts: (profileId) => readers.ask({ ask: "reading-counts", profileId }),
    tryReading: (profileId, reading, deliveryId) => readers.ask({ ask: "try-reading", profileId, reading, deliveryId }),
    page: (query, signal) => readers.ask({ ask: "page", query, now: now() }, signal),
    detail: (id) => readers.ask({ ask: "detail", id }),
    isCleared: (id) => readers.ask({ ask: "cleared", id }),
    place: { folder: options.folder, memory: counters.memory },
    alike: (id) => readers.ask({ ask: "alike", id }),
    body: (id, part) => readers.ask({ ask: "body", id, part }),
    whole: (ids) => readers.ask({ ask: "whole", ids }),
    async clear(filter = "", signal) {
      let begun = filter.trim() === "";
      try {
        if (begun) return (await queue.perform({ do: "clear" })).value;
        return await hideShown(
          readers,
          queue,
          { filter, now: now() },
          {
            signal,
            begun: () => {
              begun = true;
            },
            progress: clearingFeed.tell,
          },
        );
      } finally {
        if (begun) reset();
      }
    },
    onClearing: clearingFeed.listen,
    async undoClear() {
      await queue.perform({ do: "undo-clear" });
      reset();
    },
    async bringBackCleared() {
      const { value } = await queue.perform({ do: "bring-back-cleared" });
      reset();
      return value;
    },
    async purgeCleared() {
      await queue.perform({ do: "purge-cleared" });
      // What still shows one, since it could be brought back, hears that it cannot.
      changes.reset();
    },
    choose: (choice, signal) => choose(readers, choice, now(), signal),
    countElsewhere: (choice, chosen, signal) => countElsewhere(readers, choice, chosen, now(), signal),
    async remove(ids) {
      const removed = await removeRows(queue, ids);
      reset();
      // Verdicts quote what they were held against.
      news.readingsChanged(null);
      return removed;
    },
    async scrub() {
      await writer.scrub();
      return logsSetAside(options.folder);
    },
    async pin(id, pinned) {
      await queue.perform({ do: "pin", id, pinned });
      // It may have been cleared, and shown only because of its pin.
      if (!(await tellRow(id))) reset();
    },
    async annotate(id, change) {
      await queue.perform({ do: "annotate", id, change });
      await tellRow(id);
    },
    relayPlace: (inbox) => readers.ask({ ask: "relay-place", inbox }),
    async relayHeard(inbox, heardAt) {
      await queue.perform({ do: "relay-heard", inbox, heardAt });
    },
    tags: () => readers.ask({ ask: "tags" }),
    retention: () => readers.ask({ ask: "retention" }),
    async configureRetention(settings) {
      await queue.perform({ do: "configure-retention", settings });
    },
    stats: () => readers.ask({ ask: "stats" }),
    onChange: changes.listen,
    runs: runsJournal,
    close() {
      closed ??= close();
      return closed;
    },
  };
}

/** @param reading what a delivery was read to say by the writer's thread */
function numbered(
  summary: NewEvent["summary"],
  id: EventId,
  reading: (() => WebhookReading) | undefined,
): EventSummary {
  return summary.kind === "delivery" && reading !== undefined
    ? { ...summary, id, facts: factsOf(reading()) }
    : { ...summary, id };
}

function withoutRun(summary: EventSummary): EventSummary {
  const { run: _, tie: __, ...row }: EventSummary & { readonly run?: unknown; readonly tie?: unknown } = summary;
  return row;
}

function completed(summary: EventSummary, { answerState, duration }: DeliveryEnd): EventSummary {
  return summary.kind === "delivery" ? { ...summary, answerState, duration } : summary;
}
