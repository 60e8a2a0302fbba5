import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import type { Notice } from "../../../shared/notices.ts";
import { assertNever, errorText } from "../../../shared/primitives.ts";
import { failureOf, type JournalProblem, problemOf } from "../journal-failure.ts";
import { type FromWriter, type Opening, type ReadLater, type Reread, type Salvaged } from "../messages.ts";
import { packBatch, type ToWriter } from "../to-writer.ts";
import type { CommitQueue } from "./commit-queue.ts";

// A thread that ends this often, this soon, will not do better the next time.
const TOO_OFTEN = 3;
const TOO_OFTEN_WITHIN_MS = 60_000;
const END_WITHIN_MS = 10_000;

export interface WriterEvents {
  /** Starts the thread: anew after a crash, or with a new file because the old one is damaged. */
  readonly start: (how: { readonly again: boolean; readonly setAside: string | null }) => Worker;
  /** The file is open, for the first time or again. */
  readonly opened: (opening: Opening) => void;
  /** Why nothing can be recorded right now; null: it can. */
  readonly problem: (problem: JournalProblem | null) => void;
  /** What the thread found worth a row. */
  readonly tell: (notice: Notice) => void;
  /** The thread ended by itself and is started again. */
  readonly crashed: (reason: string) => void;
  /** Webhooks of a flood were read after they had been committed. */
  readonly read: (readings: readonly ReadLater[]) => void;
  /** Webhooks of the log are being read anew. */
  readonly reread: (progress: Reread & { readonly edition: number }) => void;
  /** From which moment on webhooks are still unread that an earlier start has left so. */
  readonly leftUnread: (since: Opening["leftUnread"]) => void;
  /** What can be read of a damaged log has been brought back. */
  readonly salvaged: (salvaged: Salvaged & { readonly edition: number }) => void;
  /** The file is damaged: everybody else must let go of it before it can be set aside. */
  readonly release: () => Promise<void>;
}

/** Main's side of the thread that writes: starts it, starts it again when it has to, and feeds it from the queue. */
export function createWriterThread(queue: CommitQueue, events: WriterEvents) {
  let worker: Worker;
  let ending = false;
  let renewal: Promise<void> | null = null;
  const crashes: number[] = [];
  const renewals: number[] = [];
  const started = Promise.withResolvers<void>();
  let scrubbing: PromiseWithResolvers<void> | null = null;

  function start(again: boolean, setAside: string | null): void {
    worker = events.start({ again, setAside });
    const thread = worker;
    let reason = "it ended";
    thread.on("message", (message: FromWriter) => receive(thread, message));
    thread.on("error", (error: unknown) => {
      reason = errorText(error);
    });
    thread.on("exit", () => {
      if (!ending && thread === worker) crash(reason);
    });
  }

  function receive(thread: Worker, message: FromWriter): void {
    switch (message.type) {
      case "ready":
        events.problem(null);
        queue.resume((operations) => {
          const [batch, transfer] = packBatch(operations);
          const order: ToWriter = { type: "batch", batch };
          thread.postMessage(order, transfer);
        });
        events.opened(message);
        started.resolve();
        return;
      case "unusable":
        giveUp(message.problem);
        return;
      case "read":
        events.read(message.readings);
        return;
      case "reread":
        events.reread(message);
        return;
      case "left-unread":
        events.leftUnread(message.since);
        return;
      case "salvaged":
        events.salvaged(message);
        return;
      case "notice":
        events.tell(message.notice);
        return;
      case "recovered":
        events.problem(null);
        return;
      case "scrubbed":
        scrubbed(message.problem);
        return;
      case "damaged":
        setAside(message.damage);
        return;
      case "committed": {
        const failed = message.outcomes.find((outcome) => !outcome.ok);
        events.problem(failed?.ok === false ? failed.problem : null);
        // Before the queue hears of it: nothing more may go out to this file.
        if (message.damage !== null) setAside(message.damage);
        queue.committed(message.outcomes);
        return;
      }
      default:
        assertNever(message);
    }
  }

  function scrubbed(problem: JournalProblem | null): void {
    if (problem === null) scrubbing?.resolve();
    else scrubbing?.reject(failureOf(problem));
    scrubbing = null;
  }

  /** Sets the damaged file aside, unless that is being done. What the queue holds waits for the new one. */
  function setAside(damage: string): boolean {
    if (renewal !== null) return true;
    // A file that is damaged again and again is a disk that fails: more files would not help.
    if (ending || isTooOften(renewals)) return false;
    renewal = beginAnew(damage);
    return true;
  }

  async function beginAnew(damage: string): Promise<void> {
    ending = true;
    queue.pause();
    await events.release();
    // A batch that is under way is committed first, and its outcomes are heard.
    await endThread(worker);
    queue.lose(problemOf("journal-damaged", damage));
    scrubbed(problemOf("journal-damaged", damage));
    ending = false;
    renewal = null;
    start(true, damage);
  }

  function crash(reason: string): void {
    queue.pause();
    queue.lose(problemOf("journal-unavailable", reason));
    scrubbed(problemOf("journal-unavailable", reason));
    if (isTooOften(crashes)) {
      giveUp(problemOf("journal-unavailable", reason));
      return;
    }
    events.crashed(reason);
    start(true, null);
  }

  function giveUp(problem: JournalProblem): void {
    ending = true;
    events.problem(problem);
    queue.refuse(problem);
    started.resolve();
  }

  start(false, null);
  return {
    /** Resolves once the file is open, or cannot be. */
    started: started.promise,
    /**
     * Sets the file aside that another thread has found to be damaged, as if the writer had found it.
     *
     * @returns false when that cannot be: nothing can be written
     */
    damaged: setAside,
    /** What was removed is to be in no file any more. @throws JournalFailure when that cannot be done */
    async scrub(): Promise<void> {
      await queue.drained();
      if (scrubbing === null) {
        scrubbing = Promise.withResolvers<void>();
        const order: ToWriter = { type: "scrub" };
        worker.postMessage(order);
      }
      await scrubbing.promise;
    },
    /** Commits what waits, then closes the file and ends the thread. */
    async close(beforeFile: () => Promise<void>): Promise<void> {
      await renewal;
      await queue.drained();
      ending = true;
      queue.refuse(problemOf("journal-closed"));
      await beforeFile();
      await endThread(worker);
    },
  };
}

/** Notes that it has happened once more. */
function isTooOften(moments: number[]): boolean {
  const now = performance.now();
  moments.push(now);
  return moments.filter((moment) => now - moment < TOO_OFTEN_WITHIN_MS).length > TOO_OFTEN;
}

async function endThread(thread: Worker): Promise<void> {
  // A thread that has ended already has no id any more, and will not say so again.
  if (thread.threadId === -1) return;
  const ended = once(thread, "exit");
  const order: ToWriter = { type: "close" };
  thread.postMessage(order);
  // Ending the program must not wait for a disk that hangs; what was acknowledged is committed already.
  const patience = setTimeout(() => void thread.terminate(), END_WITHIN_MS);
  await ended;
  clearTimeout(patience);
}
