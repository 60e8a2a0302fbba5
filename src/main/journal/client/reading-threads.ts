import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { assertNever, errorText } from "../../../shared/primitives.ts";
import { Refusal } from "../../refusal.ts";
import { failureOf, type JournalProblem, problemOf } from "../journal-failure.ts";
import type { Answers, FromReader, Question, ToReader } from "../messages.ts";
import type { SharedCounters } from "../shared-counters.ts";

/** The two threads beside the writer: one answers questions, the other keeps the search index and works in the background. */
export interface Readers {
  /** Starts them, unless they run already. A journal that cannot be written has nothing to be done in the background. */
  start(how: { readonly withBackground: boolean }): void;
  /** Ends them and resolves once they have let go of all files. Questions wait for the next start. */
  stop(): Promise<void>;
  /** Questions are refused for this reason from now on. */
  refuse(problem: JournalProblem): void;
  /** @throws Refusal, with the code `cancelled` once `signal` is aborted */
  ask<Name extends keyof Answers>(
    question: Extract<Question, { readonly ask: Name }>,
    signal?: AbortSignal,
  ): Promise<Answers[Name]>;
}

interface Waiting {
  readonly question: Question;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly release: () => void;
}

interface Parts {
  /** The file is damaged. True when it will be set aside: what was asked is asked again of the new one. */
  readonly damaged: (damage: string) => boolean;
  readonly start: (role: "reader" | "background", again: boolean) => Worker;
  readonly counters: SharedCounters;
}

const RESTART_MS = 1_000;
/** Nobody waits for the background: it starts once what is waited for at a start has had the processor. */
const BACKGROUND_MS = 250;

export function createReaders({ start, counters, damaged }: Parts): Readers {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let reader: Worker | null = null;
  let background: Worker | null = null;
  let running = false;
  /** Why nothing can be read; null while it can, or will be. */
  let unusable: JournalProblem | null = null;

  const say = (message: ToReader): void => reader?.postMessage(message);
  const take = (number: number): Waiting | undefined => {
    const found = waiting.get(number);
    waiting.delete(number);
    found?.release();
    return found;
  };
  const refuseAll = (problem: JournalProblem): void => {
    for (const number of [...waiting.keys()]) take(number)?.reject(failureOf(problem));
  };

  function receive(message: FromReader): void {
    switch (message.type) {
      case "ready":
        unusable = null;
        return;
      case "unusable":
        if (message.damage !== null && damaged(message.damage)) return;
        unusable = message.problem;
        refuseAll(message.problem);
        return;
      case "answer":
        // The thread answers a question with what `Answers` says for it.
        take(message.number)?.resolve(message.value as never);
        return;
      case "damaged":
        if (!damaged(message.damage)) take(message.number)?.reject(failureOf(message.problem));
        return;
      case "refusal":
        take(message.number)?.reject(new Refusal(message.code, message.message));
        return;
      default:
        assertNever(message);
    }
  }

  const after = (milliseconds: number, start: () => void): void => {
    setTimeout(() => {
      if (running) start();
    }, milliseconds).unref();
  };

  function startReader(again: boolean): void {
    const thread = start("reader", again);
    reader = thread;
    let reason = "it ended";
    thread.on("message", receive);
    thread.on("error", (error: unknown) => {
      reason = errorText(error);
    });
    thread.on("exit", () => {
      if (reader !== thread) return;
      // It ended by itself. The question that brought it down is not asked again.
      reader = null;
      refuseAll(unusable ?? problemOf("journal-unavailable", reason));
      if (unusable === null) after(RESTART_MS, () => reader ?? startReader(true));
    });
    for (const [number, { question }] of waiting) say({ type: "ask", number, question });
  }

  function startBackground(again: boolean): void {
    const thread = start("background", again);
    background = thread;
    // Searching works without it, only slower.
    thread.on("error", () => {});
    thread.on("exit", () => {
      if (background !== thread) return;
      background = null;
      counters.setIndexEdition(0);
      after(RESTART_MS, () => background ?? startBackground(true));
    });
  }

  return {
    start({ withBackground }) {
      running = true;
      counters.go();
      if (reader === null) startReader(false);
      if (withBackground) after(BACKGROUND_MS, () => background ?? startBackground(false));
    },
    async stop() {
      running = false;
      const ending = [reader, background].filter((thread) => thread !== null);
      const ended = ending.map((thread) => once(thread, "exit"));
      counters.stop();
      say({ type: "close" });
      reader = null;
      background = null;
      await Promise.all(ended);
    },
    refuse(problem) {
      unusable = problem;
      refuseAll(problem);
    },
    ask(question, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(cancelled());
        if (unusable !== null) return reject(failureOf(unusable));
        last += 1;
        const number = last;
        const abort = (): void => {
          take(number)?.reject(cancelled());
          say({ type: "cancel", number });
        };
        signal?.addEventListener("abort", abort, { once: true });
        waiting.set(number, { question, resolve, reject, release: () => signal?.removeEventListener("abort", abort) });
        say({ type: "ask", number, question });
      });
    },
  };
}

function cancelled(): Refusal {
  return new Refusal("cancelled", "The search was cancelled.");
}
