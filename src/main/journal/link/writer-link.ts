import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { assertNever } from "../../../shared/primitives.ts";
import { type JournalProblem, problemOf } from "../failure.ts";
import type { FromWriter, Opening, ToWriter } from "../messages.ts";
import { packBatch } from "../packing.ts";
import type { CommitQueue } from "./commit-queue.ts";

// A thread that ends this often, this soon, will not do better the next time.
const CRASHES_AT_MOST = 3;
const CRASH_WINDOW_MS = 60_000;
const END_WITHIN_MS = 10_000;

export interface WriterEvents {
  /** Starts the thread: anew after a crash, or with a new file because the old one is damaged. */
  readonly start: (how: { readonly again: boolean; readonly setAside: string | null }) => Worker;
  /** The file is open, for the first time or again. */
  readonly opened: (opening: Opening) => void;
  /** Why nothing can be recorded right now; null: it can. */
  readonly problem: (problem: JournalProblem | null) => void;
  /** The thread ended by itself and is started again. */
  readonly crashed: (reason: string) => void;
  /** The file is damaged: everybody else must let go of it before it can be set aside. */
  readonly release: () => Promise<void>;
}

export interface WriterLink {
  /** Resolves once the file is open, or cannot be. */
  readonly started: Promise<void>;
  /** Commits what waits, then closes the file and ends the thread. */
  close(beforeFile: () => Promise<void>): Promise<void>;
}

/** Main's side of the thread that writes: starts it, starts it again when it has to, and feeds it from the queue. */
export function createWriterLink(queue: CommitQueue, events: WriterEvents): WriterLink {
  let worker: Worker;
  let ending = false;
  const crashes: number[] = [];
  const started = Promise.withResolvers<void>();

  function start(again: boolean, setAside: string | null): void {
    worker = events.start({ again, setAside });
    const thread = worker;
    let reason = "it ended";
    thread.on("message", (message: FromWriter) => receive(thread, message));
    thread.on("error", (error: unknown) => {
      reason = error instanceof Error ? error.message : String(error);
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
      case "recovered":
        events.problem(null);
        return;
      case "committed": {
        const failed = message.outcomes.find((outcome) => !outcome.ok);
        events.problem(failed?.ok === false ? failed.problem : null);
        if (message.damage === null) queue.committed(message.outcomes);
        else void beginAnew(thread, message);
        return;
      }
      default:
        assertNever(message);
    }
  }

  /** Sets the damaged file aside. What the queue holds waits for the new one. */
  async function beginAnew(thread: Worker, message: Extract<FromWriter, { type: "committed" }>): Promise<void> {
    ending = true;
    queue.pause();
    queue.committed(message.outcomes);
    await events.release();
    await endThread(thread);
    ending = false;
    start(true, message.damage);
  }

  function crash(reason: string): void {
    queue.pause();
    queue.lose(problemOf("journal-unavailable", reason));
    const now = performance.now();
    crashes.push(now);
    if (crashes.filter((moment) => now - moment < CRASH_WINDOW_MS).length > CRASHES_AT_MOST) {
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
    started: started.promise,
    async close(beforeFile) {
      await queue.drained();
      ending = true;
      queue.refuse(problemOf("journal-closed"));
      await beforeFile();
      await endThread(worker);
    },
  };
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
