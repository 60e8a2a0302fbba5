import type { Instant, Microseconds } from "../../shared/primitives.ts";
import type { Roster } from "./roster.ts";
import type { Run } from "./state.ts";

/** How long after the clock was set that may be noticed. */
const LAG = 15_000_000;

/** Moves the runs that waited when the clock was set; returns them. Parameters as below. */
export function moveWaiting(roster: Roster, at: Instant, by: Microseconds): readonly Run[] {
  const waited = [...roster.all()].filter((run) => waitedThrough(run, at, by));
  for (const run of waited) roster.move(run, by);
  return waited;
}

/**
 * Whether a run's times are those of the clock before it was set, and it waited at that moment: then they have to move
 * with the clock, or it would wait for an hour too long, or not at all. One that has moved is not moved again when the
 * log is read anew.
 *
 * @param at when it was noticed, by the clock as it is set now
 * @param by how far it was set; negative: back
 */
function waitedThrough(run: Run, at: Instant, by: Microseconds): boolean {
  if (run.taken !== null) return false;
  // Set back: what began before has, by the clock, not begun yet.
  if (by < 0) return run.at > at;
  const before = at - by;
  return run.at <= before && before - LAG < run.deadline;
}
