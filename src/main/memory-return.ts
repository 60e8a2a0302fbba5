import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MEBIBYTE } from "../shared/primitives.ts";

/** Between two looks, and how little the program must have had to do meanwhile. */
const LOOK_MS = 10_000;
const QUIET = 0.2;
/** So much more than after the last time is worth a pause of a tenth of a second, while nobody waits. */
const WORTH_BYTES = 64 * MEBIBYTE;

type Collect = (options: {
  readonly type: "major";
  readonly execution: "sync";
  readonly flavor: "last-resort";
}) => void;

/**
 * Gives back to the system what a flood has left, once it is quiet again. V8 collects when something is allocated, and
 * keeps the pages it has emptied for what comes next: after a flood of hostile bodies a quiet program had 850 MiB, and
 * one that had freed 830 of 834 MiB by a usual collection still had 927 of the system's. Only a collection of last resort
 * lets go of them.
 *
 * @param everyMs other than usual
 * @returns how to stop
 */
export function giveMemoryBack(everyMs = LOOK_MS): () => void {
  let collect: Collect | null = null;
  let before = performance.eventLoopUtilization();
  let least = Number.MAX_SAFE_INTEGER;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const { rss } = process.memoryUsage();
    least = Math.min(least, rss);
    if (rss < least + WORTH_BYTES || utilization > QUIET) return;
    collect ??= collector();
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
    least = process.memoryUsage().rss;
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The function is there for those only who have asked for it before their context is made. */
function collector(): Collect {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as Collect;
}
