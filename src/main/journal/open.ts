import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { EventSummary, Facts } from "../../shared/events.ts";
import { assertNever, type Instant } from "../../shared/primitives.ts";
import { encodeCall, encodeEvent } from "./encode.ts";
import { failureOf, type JournalProblem, problemOf } from "./failure.ts";
import type { Journal, NewEvent } from "./journal.ts";
import { createChangeFeed } from "./link/changes.ts";
import { createReaderLink } from "./link/reader-link.ts";
import { createWriterLink, QUEUE_LIMIT_BYTES, type Request } from "./link/writer-link.ts";
import type { FromReader, FromWriter, ThreadStart } from "./messages.ts";
import { createSignals } from "./signals.ts";

export interface JournalOptions {
  /** Where the file is, and its companions; it is created when it is not there. */
  readonly folder: string;
  /** The built or the source file of the journal's threads: see `built-thread.ts` and `source-thread.ts`. */
  readonly thread: string | URL;
  readonly now: () => Instant;
  /** Bytes of events that may wait for the disk before further ones are refused. */
  readonly queueLimitBytes?: number;
}

/**
 * Opens the event log. When its file cannot be opened (written by a newer version, read-only) there is still a
 * journal: it refuses every append with the reason, which `problem` tells too.
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const signals = createSignals();
  const threadStart = (role: ThreadStart["role"]): ThreadStart => ({
    role,
    folder: options.folder,
    again: false,
    now: options.now(),
    memory: signals.memory,
  });
  const writerThread = new Worker(options.thread, { workerData: threadStart("writer") });
  const opened = await firstMessage<FromWriter>(writerThread);
  if (opened.type !== "ready")
    return unusableJournal(opened.type === "unusable" ? opened.problem : problemOf("journal-unavailable"));
  // The reader comes second: it only reads, so the file has to be there and migrated.
  const readerThread = new Worker(options.thread, { workerData: threadStart("reader") });
  await firstMessage<FromReader>(readerThread);
  const indexerThread = new Worker(options.thread, { workerData: threadStart("indexer") });

  const writer = createWriterLink(writerThread, options.queueLimitBytes ?? QUEUE_LIMIT_BYTES);
  const reader = createReaderLink(readerThread);
  const changes = createChangeFeed();
  // Deliveries not completed yet: completing one changes three values of its summary.
  const pending = new Map<number, EventSummary>();

  let closed: Promise<void> | null = null;

  const journal: Journal = {
    problem: () => null,
    async append(event) {
      const { value: id, facts } = await writer.perform(appending(event));
      const summary = numbered(event, id, facts);
      if (summary.kind === "delivery" && summary.answerState === "pending") pending.set(id, summary);
      changes.appended(summary);
      return id;
    },
    async finishCall(id, detail, answerBody) {
      await writer.perform({ do: "finish-call", id, row: encodeCall(detail), answer: answerBody });
      changes.amended({ ...detail.summary, id });
    },
    async finishDelivery(id, end) {
      await writer.perform({ do: "finish-delivery", id, end });
      const before = pending.get(id);
      pending.delete(id);
      if (before?.kind !== "delivery") return;
      changes.amended({ ...before, answerState: end.answerState, duration: end.duration });
    },
    page: (query, signal) => reader.ask({ ask: "page", query, now: options.now() }, signal),
    detail: (id) => reader.ask({ ask: "detail", id }),
    body: (id, part) => reader.ask({ ask: "body", id, part }),
    async clear() {
      const { value } = await writer.perform({ do: "clear" });
      changes.reset();
      return value;
    },
    async undoClear() {
      await writer.perform({ do: "undo-clear" });
      changes.reset();
    },
    stats: () => reader.ask({ ask: "stats" }),
    onChange: changes.listen,
    close() {
      closed ??= (async () => {
        await writer.close();
        await reader.close();
        const ended = once(indexerThread, "exit");
        signals.stop();
        await ended;
        changes.close();
      })();
      return closed;
    },
  };
  if (opened.setAside !== null)
    await journal.append({
      kind: "notice",
      summary: { kind: "notice", at: options.now(), notice: { code: "journal-set-aside", ...opened.setAside } },
    });
  return journal;
}

function appending(event: NewEvent): Request {
  const row = encodeEvent(event);
  switch (event.kind) {
    case "call":
      return { do: "append", row, request: event.requestBody, answer: null, contentHeaders: null };
    case "delivery": {
      const contentHeaders = event.request.headers.filter(([name]) => /^content-(type|encoding)$/i.test(name));
      return { do: "append", row, request: event.requestBody, answer: event.answerBody, contentHeaders };
    }
    case "notice":
      return { do: "append", row, request: null, answer: null, contentHeaders: null };
    default:
      return assertNever(event);
  }
}

function numbered(event: NewEvent, id: number, facts: Facts | null): EventSummary {
  if (event.kind === "delivery") return { ...event.summary, id, facts: facts ?? event.summary.facts };
  return { ...event.summary, id };
}

/** Resolves with a thread's first message, or as unusable when it ends without one. */
function firstMessage<Message>(worker: Worker): Promise<Message | { type: "unusable"; problem: JournalProblem }> {
  return new Promise((resolve) => {
    const failed = (error?: unknown): void =>
      resolve({
        type: "unusable",
        problem: problemOf("journal-unavailable", error instanceof Error ? error.message : undefined),
      });
    worker.once("message", resolve);
    worker.once("error", failed);
    worker.once("exit", () => failed());
  });
}

function unusableJournal(problem: JournalProblem): Journal {
  const refuse = (): Promise<never> => Promise.reject(failureOf(problem));
  return {
    problem: () => problem,
    append: refuse,
    finishCall: refuse,
    finishDelivery: refuse,
    page: async () => ({ events: [], moreBefore: false, moreAfter: false }),
    detail: async () => null,
    body: async () => null,
    clear: refuse,
    undoClear: refuse,
    stats: async () => ({ events: 0, bytesOnDisk: 0, indexLag: 0 }),
    onChange: () => () => {},
    close: async () => {},
  };
}
