import { Session } from "node:inspector";
import { performance } from "node:perf_hooks";
import { MEBIBYTE } from "../shared/primitives.ts";

/** Between two looks, and how little the program must have had to do meanwhile. */
const LOOK_MS = 10_000;
const QUIET = 0.2;
/** So much more than after the last time is worth a pause of a tenth of a second, while nobody waits. */
const WORTH_BYTES = 64 * MEBIBYTE;

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
  let session: Session | null = null;
  let before = performance.eventLoopUtilization();
  let least = Number.MAX_SAFE_INTEGER;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const { rss } = process.memoryUsage();
    least = Math.min(least, rss);
    if (rss < least + WORTH_BYTES || utilization > QUIET) return;
    // Not again before this one is over.
    least = Number.MAX_SAFE_INTEGER;
    session ??= connected();
    // What the tools for developers do when they are asked to collect: V8 takes it for a system without memory left.
    session.post("HeapProfiler.collectGarbage");
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** For good: it is answered later, and a session that ends meanwhile gives it up, or hangs. */
function connected(): Session {
  const session = new Session();
  session.connect();
  return session;
}
