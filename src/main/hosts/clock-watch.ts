import { uptime } from "node:os";

const MICROSECONDS = 1_000_000;
/** Seconds between two looks at the clock. */
const EVERY = 2;
/** How many seconds more count as sleep and not as a busy machine. */
const TOLERANCE = 10;
/** By how many seconds the clock must have moved for it to have been set. */
const SET = 3;

/** The clocks of the system, as they go on while it sleeps. */
export interface SystemClocks {
  /** Microseconds since the epoch. */
  wall(): number;
  /** Seconds on a clock that nobody sets and that goes on while the machine sleeps. */
  steady(): number;
}

// os.uptime() counts sleep on all three systems (CLOCK_BOOTTIME, GetTickCount64, time since kern.boottime).
// process.hrtime() does not, and Date.now() also jumps when somebody sets the clock.
const systemClocks: SystemClocks = { wall: () => Date.now() * 1_000, steady: uptime };

type Slept = { readonly from: number; readonly until: number };

/**
 * Notices that the machine has slept, or that the program was stopped for as long: nothing could arrive meanwhile.
 *
 * @param listener told both moments in microseconds since the epoch, once the machine is awake again
 */
export function watchSleep(listener: (slept: Slept) => void, clocks: SystemClocks = systemClocks) {
  let last = clocks.steady();
  let asleep = false;

  function look(): void {
    const now = clocks.steady();
    const passed = now - last;
    last = now;
    if (passed > EVERY + TOLERANCE) report(passed);
  }

  function report(seconds: number): void {
    const until = clocks.wall();
    listener({ from: until - Math.round(seconds * MICROSECONDS), until });
  }

  const timer = setInterval(() => {
    // Told that it goes to sleep, the program may run on for a moment: the gap ends when it is told of waking.
    if (!asleep) look();
  }, EVERY * 1_000);
  timer.unref();

  return {
    /** For a host that is told by the system; without it, sleep is noticed by the clock alone. */
    suspended: (): void => {
      look();
      asleep = true;
    },
    resumed: (): void => {
      if (!asleep) return look();
      asleep = false;
      const passed = clocks.steady() - last;
      last += passed;
      report(passed);
    },
    /** Looks at the clock now; it is looked at every two seconds anyway. */
    look,
    stop: (): void => clearInterval(timer),
  };
}

/**
 * Notices that the clock was set: it has moved otherwise than the one that nobody sets. Sleep is none of that, since
 * both go on; on macOS the steady one is computed from the other, and nothing is noticed.
 *
 * @param listener told by how many microseconds, negative when it was set back
 */
export function watchClock(listener: (by: number) => void, clocks: SystemClocks = systemClocks) {
  const difference = (): number => clocks.wall() - Math.round(clocks.steady() * MICROSECONDS);
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
  return {
    /** Looks now; it is done every two seconds anyway. */
    look,
    stop: (): void => clearInterval(timer),
  };
}
