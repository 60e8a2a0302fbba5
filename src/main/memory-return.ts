import { Session } from "node:inspector";
import { performance } from "node:perf_hooks";
import { MEBIBYTE } from "../shared/primitives.ts";

/** Milliseconds between two looks, and the share of them that the program may have been busy to count as quiet. */
const LOOK_MS = 10_000;
const QUIET = 0.2;
/** A collection pauses the program for a tenth of a second. While it is quiet that is worth so much memory. */
const WORTH_BYTES = 64 * MEBIBYTE;
/** In the middle of a flood it is worth only this much above the least ever used, and only once in so many looks. */
const FLOOD_BYTES = 192 * MEBIBYTE;
const FLOOD_LOOKS = 6;
/** Node's usual size until 24: see `keepPoolSmall`. */
const POOL_BYTES = 8_192;

/**
 * Small buffers are cut from a common one, of 64 KiB since Node 24. Whichever is in use when V8 collects young objects
 * counts as old from then on, and old ones are collected seldom: a thread of the log, which makes little else, had 60
 * MiB of them.
 */
export function keepPoolSmall(): void {
  Buffer.poolSize = POOL_BYTES;
}

/**
 * Gives back to the system what a flood has left, once it is quiet again, and during a long one now and then. V8
 * collects when something is allocated, and keeps the pages it has emptied for what comes next: after a flood of
 * hostile bodies a quiet program had 850 MiB, and one that had freed 830 of 834 MiB by a usual collection still had 927
 * of the system's. Only a collection of last resort lets go of them.
 *
 * @param everyMs other than usual
 * @returns how to stop
 */
export function giveMemoryBack(everyMs = LOOK_MS): () => void {
  keepPoolSmall();
  let session: Session | null = null;
  let before = performance.eventLoopUtilization();
  let least = Number.MAX_SAFE_INTEGER;
  let leastEver = least;
  let looks = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const { rss } = process.memoryUsage();
    least = Math.min(least, rss);
    leastEver = Math.min(leastEver, rss);
    looks += 1;
    const isQuiet = rss >= least + WORTH_BYTES && utilization <= QUIET;
    const isFlooded = rss >= leastEver + FLOOD_BYTES && looks >= FLOOD_LOOKS;
    if (!isQuiet && !isFlooded) return;
    // Not again before this one is over.
    least = Number.MAX_SAFE_INTEGER;
    looks = 0;
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
