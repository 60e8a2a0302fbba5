import { type Clock, machineClock } from "./sleep-watch.ts";

const MICROSECONDS = 1_000_000;
/** Seconds between two looks, and by how many the clock must have moved for it to have been set. */
const EVERY = 5;
const SET = 3;

export interface ClockWatch {
  /** Looks now; it is done every five seconds anyway. */
  look(): void;
  stop(): void;
}

/**
 * Notices that the clock was set: it has moved otherwise than the one that nobody sets. Sleep is none of that, since
 * both go on; on macOS the steady one is computed from the other, and nothing is noticed.
 *
 * @param listener told by how many microseconds, negative when it was set back
 */
export function watchClock(listener: (by: number) => void, clock: Clock = machineClock): ClockWatch {
  const difference = (): number => clock.wall() - Math.round(clock.steady() * MICROSECONDS);
  let last = difference();

  function look(): void {
    const now = difference();
    const by = now - last;
    if (Math.abs(by) < SET * MICROSECONDS) return;
    last = now;
    listener(by);
  }

  const timer = setInterval(look, EVERY * 1_000);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}
