import { Worker } from "node:worker_threads";
import type { EventSummary, Facts } from "../../shared/events.ts";
import type { Notice } from "../../shared/notices.ts";
import { assertNever, type EventId, type Instant } from "../../shared/primitives.ts";
import type { DeliveryEnd, NewEvent, OpenedJournal } from "./api.ts";
import { createChangeFeed } from "./client/change-feed.ts";
import { createCommitQueue, QUEUE_LIMIT_BYTES } from "./client/commit-queue.ts";
import { createNewsFeed } from "./client/news-feed.ts";
import { createReaders } from "./client/reading-threads.ts";
import { createRunsJournal } from "./client/runs-journal.ts";
import { createStatusFeed } from "./client/status-feed.ts";
import { createWriterLink } from "./client/writing-thread.ts";
import { encodeCheck, encodeEnd, eventColumns } from "./columns/event-columns.ts";
import { problemOf } from "./failure.ts";
import type { Opening, Operation, ThreadStart } from "./messages.ts";
import { createSignals } from "./signals.ts";

export interface JournalOptions {
  /** Where the file is, and its companions; it is created when it is not there. */
  readonly folder: string;
  /** The built or the source file of the journal's threads: see `built-thread.ts`, and `threads.ts` of the tests. */
  readonly thread: string | URL;
  readonly now: () => Instant;
  /** Bytes of events that may wait for the disk before further ones are refused. */
  readonly queueLimitBytes?: number;
}

// The threads make a lot of short-lived rows and texts; left alone, V8 gives each of them 48 MB to do so in.
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 12 };

/**
 * Opens the event log. When its file cannot be opened for writing (written by a newer version, read-only) there is
 * still a journal: it refuses every append with the reason, which `status` tells too.
 */
export async function openJournal(options: JournalOptions): Promise<OpenedJournal> {
  const { now } = options;
  const signals = createSignals();
  const startThread = (role: ThreadStart["role"], again = false, setAside: string | null = null): Worker => {
    const start: ThreadStart = { role, folder: options.folder, again, setAside, now: now(), memory: signals.memory };
    return new Worker(options.thread, { workerData: start, resourceLimits: THREAD_LIMITS });
  };
  const changes = createChangeFeed();
  const news = createNewsFeed();
  const status = createStatusFeed(signals);
  const queue = createCommitQueue(options.queueLimitBytes ?? QUEUE_LIMIT_BYTES);
  const readers = createReaders({ start: startThread, signals, damaged: (damage) => writer.damaged(damage) });
  // Deliveries not completed yet: completing one changes three values of its summary.
  const pending = new Map<EventId, () => EventSummary>();

  async function append(event: NewEvent): Promise<EventId> {
    // Not the event itself is kept, which has its bodies.
    const { summary } = event;
    const expectation = event.kind === "call" ? event.expectation : undefined;
    const { value: id, facts } = await queue.perform(appending(event));
    const make = (): EventSummary => numbered(summary, id, facts);
    if (summary.kind === "delivery" && summary.answerState === "pending") pending.set(id, make);
    changes.appended(id, make);
    news.appended(id, summary.kind, make, expectation);
    return id;
  }

  /** A delivery's row has changed in more than how its answer went: it is read again. */
  async function tellAnew(id: EventId): Promise<void> {
    const wasPending = pending.has(id);
    const detail = await readers.ask({ ask: "detail", id });
    if (detail?.kind !== "delivery") return;
    // Our answer has gone out while it was read, maybe just after.
    if (wasPending && !pending.has(id)) return tellAnew(id);
    const make = (): EventSummary => detail.summary;
    changes.amended(id, make);
    if (wasPending) pending.set(id, make);
  }

  function reset(): void {
    changes.reset();
    news.reset();
  }

  function tell(notice: Notice): void {
    // When even this cannot be recorded, the status says why.
    append({ kind: "notice", summary: { kind: "notice", at: now(), notice } }).catch(() => {});
  }

  function tellOpening({ setAside, gap }: Opening): void {
    if (setAside !== null) {
      tell({ code: "journal-set-aside", ...setAside });
      // Another file has other rows.
      reset();
    }
    if (gap !== null) tell({ code: "gap", ...gap, cause: "ended-abruptly" });
  }

  const writer = createWriterLink(queue, {
    start: ({ again, setAside }) => startThread("writer", again, setAside),
    opened(opening) {
      tellOpening(opening);
      // Only now: who reads needs the file to be there and of this version.
      readers.start({ withBackground: true });
    },
    problem: status.setProblem,
    crashed: (reason) =>
      tell({ code: "internal-error", reason: `The event log's thread was started again: ${reason}` }),
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
    async finishCall(id, detail, answerBody) {
      await queue.perform({ do: "finish-call", id, row: eventColumns.encode(detail), answer: answerBody });
      const make = (): EventSummary => ({ ...detail.summary, id });
      changes.amended(id, make);
      news.amended(id, "call", make, detail.expectation);
    },
    async finishDelivery(id, end) {
      let before: (() => EventSummary) | undefined;
      try {
        await queue.perform({ do: "finish-delivery", id, end: encodeEnd(end) });
      } finally {
        // Only now: what is told of it may have changed while this was being written.
        before = pending.get(id);
        pending.delete(id);
      }
      if (before === undefined) return;
      const make = (): EventSummary => completed(before(), end);
      changes.amended(id, make);
      news.amended(id, "delivery", make);
    },
    async recordCheck(id, check) {
      await queue.perform({ do: "record-check", id, check: encodeCheck(check) });
      await tellAnew(id);
    },
    async recordForward(id, { summary, answer }, body) {
      const texts = { summary: JSON.stringify(summary), answer: answer === null ? null : JSON.stringify(answer) };
      await queue.perform({ do: "record-forward", id, ...texts, body });
      await tellAnew(id);
    },
    page: (query, signal) => readers.ask({ ask: "page", query, now: now() }, signal),
    detail: (id) => readers.ask({ ask: "detail", id }),
    alike: (id) => readers.ask({ ask: "alike", id }),
    body: (id, part) => readers.ask({ ask: "body", id, part }),
    async clear() {
      const { value } = await queue.perform({ do: "clear" });
      reset();
      return value;
    },
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
    },
    async pin(id, pinned) {
      await queue.perform({ do: "pin", id, pinned });
      const detail = await readers.ask({ ask: "detail", id });
      if (detail !== null) changes.amended(id, () => detail.summary);
      // It was cleared, and shown only because of its pin.
      else reset();
    },
    retention: () => readers.ask({ ask: "retention" }),
    async configureRetention(settings) {
      await queue.perform({ do: "configure-retention", settings });
    },
    stats: () => readers.ask({ ask: "stats" }),
    onChange: changes.listen,
    runs: createRunsJournal(queue, readers, news, now),
    close() {
      closed ??= close();
      return closed;
    },
  };
}

function appending(event: NewEvent): Operation {
  const row = eventColumns.encode(event);
  switch (event.kind) {
    case "call":
      return { do: "append", row, request: event.requestBody, answer: null, contentHeaders: null };
    case "delivery": {
      const contentHeaders = event.request.headers.filter(([name]) => saysHowToRead(name));
      return { do: "append", row, request: event.requestBody, answer: event.answerBody, contentHeaders };
    }
    case "notice":
      return { do: "append", row, request: null, answer: null, contentHeaders: null };
    default:
      return assertNever(event);
  }
}

/** Asked of every header of every request: lengths are compared before letters. */
function saysHowToRead(name: string): boolean {
  if (name.length !== 12 && name.length !== 16) return false;
  return /^content-(type|encoding)$/i.test(name);
}

/** @param facts of a delivery, as JSON from the writer's thread */
function numbered(summary: NewEvent["summary"], id: EventId, facts: string | null): EventSummary {
  if (summary.kind !== "delivery" || facts === null) return { ...summary, id };
  const found: Facts = JSON.parse(facts);
  return { ...summary, id, facts: found };
}

function completed(summary: EventSummary, { answerState, duration }: DeliveryEnd): EventSummary {
  return summary.kind === "delivery" ? { ...summary, answerState, duration } : summary;
}
