import type { Instant } from "../../shared/primitives.ts";
import type { RunsClock, Timers } from "./ports.ts";

/** Microseconds that a webhook has from its arrival to its row: one that came in time must not first be called missing. */
const SETTLE = 250_000;
/** A deadline that passed this much unnoticed was slept through, by the machine or by this program. */
const OVERSLEPT = 2_000_000;
/** What slept is told of it in a notice, which turns "missing" into "not seen": within this time. */
const PATIENCE = 6_000_000;

/** The moment by which runs are judged, and the timer for the next one. */
export interface VerdictClock {
  /** @param next when the next open run's time is over; null when none is open */
  now(next: Instant | null): Instant;
  /** Sets the timer for it, in place of the one before. */
  wakeFor(next: Instant | null): void;
  stop(): void;
}

export function createVerdictClock(clock: RunsClock, timers: Timers, wake: () => void): VerdictClock {
  let cancel: (() => void) | null = null;
  let patientUntil: Instant | null = null;

  function stop(): void {
    cancel?.();
    cancel = null;
  }

  return {
    now(next) {
      const now = clock.now();
      if (next !== null && now - SETTLE - next > OVERSLEPT) patientUntil ??= now + PATIENCE;
      // A clock that was set back must not make it wait for ever.
      const patient = patientUntil !== null && now < patientUntil && now > patientUntil - PATIENCE - OVERSLEPT;
      if (patient && next !== null) return Math.min(next - 1, now - SETTLE);
      if (!patient) patientUntil = null;
      return now - SETTLE;
    },
    wakeFor(next) {
      stop();
      if (next === null) return;
      const at = Math.max(next + SETTLE, patientUntil ?? 0);
      // At most an hour: a timer does not know that the clock was set, or how long the machine has slept.
      const milliseconds = Math.min(3_600_000, Math.max(1, Math.ceil((at - clock.now()) / 1_000)));
      cancel = timers.after(milliseconds, wake);
    },
    stop,
  };
}
