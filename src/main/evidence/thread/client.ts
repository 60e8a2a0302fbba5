import { Worker } from "node:worker_threads";
import { assertNever } from "../../../shared/primitives.ts";
import { Refusal } from "../../refusal.ts";
import type { FromThread, Question, Questions, Task, Tasks, ToThread } from "./messages.ts";

/** How what the thread asks for is found out. */
export type Told = {
  readonly [Name in keyof Questions]?: (ask: Questions[Name]["ask"]) => Promise<Questions[Name]["answer"]>;
};

export interface Following {
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, of: number) => void;
  readonly told?: Told;
}

/** A thread that reads, redacts, writes and checks: main and the window go on meanwhile. */
export interface EvidenceThread {
  /** @throws Refusal of the task; `broke-off` when the thread ended before it had done it; another error, for the log, when it failed */
  do<Name extends keyof Tasks>(
    name: Name,
    ask: Tasks[Name]["ask"],
    following?: Following,
  ): Promise<Tasks[Name]["answer"]>;
  readonly hasEnded: boolean;
  end(): Promise<void>;
}

/** Three bodies of the largest size as text and in base64, and what is made of them on the way. */
const LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 768 };

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly following: Following;
}

export function startEvidenceThread(thread: string | URL): EvidenceThread {
  // It is told where it is from, to start a second one.
  const worker = new Worker(thread, { resourceLimits: LIMITS, workerData: String(thread) });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let hasEnded = false;
  const say = (message: ToThread): void => worker.postMessage(message);
  const take = (number: number): Waiting | undefined => {
    const found = waiting.get(number);
    waiting.delete(number);
    return found;
  };

  async function tell(number: number, { name, ask }: Question, told: Told): Promise<void> {
    // Each question is answered by the one of its name.
    const find = told[name] as ((ask: unknown) => Promise<unknown>) | undefined;
    const value = await Promise.resolve(find?.(ask) ?? null).catch(() => null);
    if (!hasEnded) say({ type: "told", number, value });
  }

  worker.on("message", (message: FromThread) => {
    switch (message.type) {
      case "done":
        // The thread answers a task with what `Tasks` says for it.
        take(message.number)?.resolve(message.value as never);
        return;
      case "refused":
        take(message.number)?.reject(new Refusal(message.code, message.message));
        return;
      case "failed":
        take(message.number)?.reject(failureOf(message.name, message.frames));
        return;
      case "progress":
        waiting.get(message.number)?.following.progress?.(message.done, message.of);
        return;
      case "ask":
        void tell(message.number, message.question, waiting.get(message.task)?.following.told ?? {});
        return;
      default:
        assertNever(message);
    }
  });
  // The reason may have something of an event in it.
  worker.on("error", () => undefined);
  worker.on("exit", () => {
    hasEnded = true;
    for (const number of [...waiting.keys()])
      take(number)?.reject(
        new Refusal("broke-off", "It broke off before it was done, and nothing was written. Try fewer events at once."),
      );
  });

  return {
    get hasEnded() {
      return hasEnded;
    },
    do(name, ask, following = {}) {
      return new Promise((resolve, reject) => {
        const { signal } = following;
        if (hasEnded) return reject(new Refusal("broke-off", "It broke off before it was done."));
        last += 1;
        const number = last;
        const cancel = (): void => say({ type: "cancel", number });
        const settled = (): void => signal?.removeEventListener("abort", cancel);
        waiting.set(number, {
          resolve(value) {
            settled();
            resolve(value);
          },
          reject(error) {
            settled();
            reject(error);
          },
          following,
        });
        say({ type: "do", number, task: { name, ask } as Task });
        if (signal?.aborted === true) cancel();
        else signal?.addEventListener("abort", cancel, { once: true });
      });
    },
    async end() {
      hasEnded = true;
      await worker.terminate();
    },
  };
}

function failureOf(name: string, frames: string): Error {
  const failure = new Error(`${name} in the thread of exports`);
  failure.stack = `${failure.name}: ${failure.message}\n${frames}`;
  return failure;
}
