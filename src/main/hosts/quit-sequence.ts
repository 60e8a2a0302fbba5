import { setTimeout as wait } from "node:timers/promises";

interface Options {
  readonly log: (message: string, error?: unknown) => void;
  /** How long all listeners together may take, in milliseconds; a program that cannot be ended is worse. */
  readonly patienceMs?: number;
  /** Comes last, whatever became of the listeners: gives back what keeps another start of the program out. */
  readonly release?: () => void;
}

/** What is to be done before the program ends, however often and from wherever it is asked to end. */
export type QuitSequence = ReturnType<typeof createQuitSequence>;

export function createQuitSequence({ log, patienceMs = 10_000, release = () => {} }: Options) {
  const listeners: (() => Promise<void>)[] = [];
  let running: Promise<void> | null = null;

  async function runAll(): Promise<void> {
    for (const listener of listeners) {
      try {
        await listener();
      } catch (error) {
        // The others still have something to save.
        log("Something could not be ended in order.", error);
      }
    }
  }

  async function runInTime(): Promise<void> {
    const patience = new AbortController();
    const tooLong = wait(patienceMs, "too long", { signal: patience.signal }).catch(() => "aborted");
    const ended = await Promise.race([runAll(), tooLong]);
    patience.abort();
    if (ended === "too long") log(`Ending took more than ${patienceMs} ms; the rest was left undone.`);
    release();
  }

  return {
    onQuit: (listener: () => Promise<void>): void => {
      listeners.push(listener);
    },
    /** Runs the listeners one after the other, once; every call resolves when they are through. Never rejects. */
    run: (): Promise<void> => {
      running ??= runInTime();
      return running;
    },
  };
}
