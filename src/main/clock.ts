import type { Instant, Microseconds } from "../shared/primitives.ts";

/** The two clocks of the program: one tells the date and may be set, the other only ever runs forward. */
export interface Clock {
  /** The moment, in microseconds since the Unix epoch. */
  now(): Instant;
  /** Microseconds since any fixed moment, by a clock that is never set. */
  elapsed(): Microseconds;
}

export const machineClock: Clock = {
  // Date.now() has whole milliseconds only; performance.timeOrigin drifts when the clock is set or the machine sleeps.
  now: () => Date.now() * 1_000,
  elapsed: () => Math.round(performance.now() * 1_000),
};

/** Calls back after so many milliseconds; returns how to prevent it. Keeps no process alive. */
export const machineTimers = {
  after(milliseconds: number, action: () => void): () => void {
    const timer = setTimeout(action, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
