import type { Worker } from "node:worker_threads";
import { assertNever } from "../../../shared/primitives.ts";
import { Refusal } from "../../refusal.ts";
import type { Answers, FromReader, Question, ToReader } from "../messages.ts";

/** Main's side of the thread that reads. */
export interface ReaderLink {
  /** @throws Refusal, with the code `cancelled` once `signal` is aborted */
  ask<Name extends keyof Answers>(
    question: Extract<Question, { readonly ask: Name }>,
    signal?: AbortSignal,
  ): Promise<Answers[Name]>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly release: () => void;
}

export function createReaderLink(worker: Worker): ReaderLink {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const say = (message: ToReader): void => worker.postMessage(message);
  const take = (number: number): Waiting | undefined => {
    const found = waiting.get(number);
    waiting.delete(number);
    found?.release();
    return found;
  };

  worker.on("message", (message: FromReader) => {
    switch (message.type) {
      case "answer":
        // The thread answers a question with what `Answers` says for it.
        take(message.number)?.resolve(message.value as never);
        return;
      case "refusal":
        take(message.number)?.reject(new Refusal(message.code, message.message));
        return;
      case "ready":
      case "unusable":
        return;
      default:
        assertNever(message);
    }
  });

  return {
    ask(question, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(cancelled());
          return;
        }
        last += 1;
        const number = last;
        const abort = (): void => {
          take(number)?.reject(cancelled());
          say({ type: "cancel", number });
        };
        signal?.addEventListener("abort", abort, { once: true });
        waiting.set(number, { resolve, reject, release: () => signal?.removeEventListener("abort", abort) });
        say({ type: "ask", number, question });
      });
    },
    close() {
      return new Promise((resolve) => {
        worker.once("exit", () => {
          for (const number of [...waiting.keys()]) take(number)?.reject(cancelled());
          resolve();
        });
        say({ type: "close" });
      });
    },
  };
}

function cancelled(): Refusal {
  return new Refusal("cancelled", "The search was cancelled.");
}
