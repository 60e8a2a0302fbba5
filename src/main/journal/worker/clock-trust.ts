import type { Instant, Microseconds } from "../../../shared/primitives.ts";
import type { State } from "../file/state.ts";

const HOUR_US: Microseconds = 3_600_000_000;
// Over a weekend a machine may sleep or be off. What is longer looks the same as a clock that was set wrong.
const LONGEST_GAP = 72 * HOUR_US;
/** After a jump the clock has to go on evenly for so long, while Linkdesk runs, before anything is deleted by its age. */
const PROBATION = 24 * HOUR_US;
// How often what was seen is written down: a transaction that writes nothing costs nothing.
const NOTED_EVERY = HOUR_US / 60;

/**
 * Says whether the clock can be trusted to tell an event's age. One that jumps, while running or between two starts,
 * would else delete a log that nothing brings back when the clock is set right again.
 *
 * @param elapsed microseconds by the monotonic clock
 */
export function createClockTrust(state: State, elapsed: () => Microseconds): (now: Instant) => boolean {
  let since = elapsed();
  let seen = state.get("clock_seen");
  let doubt = state.get("clock_doubt");
  let noted = 0;
  return (now) => {
    const passed = elapsed() - since;
    since += passed;
    const jump = now - seen - passed;
    const hadDoubt = doubt;
    if (seen !== 0 && (jump < -HOUR_US || jump > LONGEST_GAP)) doubt = PROBATION;
    else doubt = Math.max(0, doubt - passed);
    seen = now;
    if (doubt > hadDoubt || Math.abs(now - noted) >= NOTED_EVERY) {
      noted = now;
      state.set("clock_seen", now);
      state.set("clock_doubt", doubt);
    }
    return doubt === 0;
  };
}
