import type { PlaybookRunning } from "../../shared/contract.ts";
import { machineTimers } from "../clock.ts";

interface Answer {
  readonly yes: boolean;
  readonly note: string;
}

/** What a person does to a run: stops it, pauses it, answers its questions. */
export function createAttendance(changed: () => void) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wakers = new Set<() => void>();
  let question: { readonly text: string; readonly answered: (answer: Answer) => void } | null = null;
  let paused = false;
  signal.addEventListener("abort", () => wake());

  function wake(): void {
    for (const each of [...wakers]) each();
  }

  function pauseFor(microseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        wakers.delete(over);
        resolve();
      };
      const timer = setTimeout(over, Math.max(1, Math.ceil(microseconds / 1_000)));
      wakers.add(over);
    });
  }

  return {
    signal,
    /** Until the time is over, something came, or the run is stopped. */
    pauseFor,
    async untilResumed(): Promise<void> {
      while (paused && !signal.aborted) await pauseFor(60_000_000);
    },
    /** null: the run was stopped before there was an answer. */
    async ask(text: string): Promise<Answer | null> {
      const { promise, resolve } = Promise.withResolvers<Answer | null>();
      question = { text, answered: resolve };
      const give = (): void => resolve(null);
      signal.addEventListener("abort", give);
      changed();
      const answer = signal.aborted ? null : await promise;
      signal.removeEventListener("abort", give);
      question = null;
      return answer;
    },
    get state() {
      return question !== null ? "asking" : paused ? "paused" : "running";
    },
    get question() {
      return question?.text ?? null;
    },
    wake,
    stop: (): void => stopping.abort(),
    pause(wanted: boolean): void {
      paused = wanted;
      wake();
      changed();
    },
    answer: (answer: Answer): void => question?.answered(answer),
  };
}

/** How long nothing is told after a telling, in milliseconds; one more for each step. */
const TELLING_MS = 50;

/**
 * Tells who watches of a run: of a new state at once, of further steps the less often the more of them there are, since
 * each telling has them all.
 */
export function createTelling(tell: (running: PlaybookRunning) => void): (running: PlaybookRunning) => void {
  let latest: PlaybookRunning | null = null;
  let told: PlaybookRunning["state"] | null = null;
  let cancel: (() => void) | null = null;
  function now(running: PlaybookRunning): void {
    cancel?.();
    latest = null;
    told = running.state;
    tell(running);
    cancel = machineTimers.after(TELLING_MS + running.result.steps.length, () => {
      cancel = null;
      if (latest !== null) now(latest);
    });
  }
  return (running) => {
    if (cancel === null || running.state !== told) now(running);
    else latest = running;
  };
}
