import { useEffect, useState, useSyncExternalStore } from "react";
import { durationText } from "../../shared/measures.ts";
import type { Instant } from "../../shared/primitives.ts";

/**
 * "24 s" until a moment, "2 min 05 s"; null when it has come. Whole seconds: it is read, not measured.
 *
 * @param from when it began: never more is left than there was, though this clock may be a little behind
 */
export function leftText(until: Instant, now: Instant, from: Instant = now): string | null {
  const seconds = Math.ceil((until - Math.max(now, from)) / 1_000_000);
  if (seconds <= 0) return null;
  return durationText(seconds * 1_000_000, "seconds");
}

const STEP_MS = 250;

/** One clock for all of them: no two say another second of the same moment. It stands still while nobody looks. */
const watchers = new Set<() => void>();
let moment: Instant = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  moment = Date.now() * 1_000;
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  timer ??= setInterval(tick, STEP_MS);
  return () => {
    watchers.delete(tell);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function read(): Instant {
  if (timer === undefined && Math.abs(Date.now() * 1_000 - moment) > STEP_MS * 1_000) moment = Date.now() * 1_000;
  return moment;
}

/** How long until a moment; null once it has come. */
export function useCountdown(until: Instant, from?: Instant): string | null {
  return leftText(until, useSyncExternalStore(watch, read), from);
}

/** The same, counted down; nothing once it has come. */
export function Countdown({ until, from }: { readonly until: Instant; readonly from?: Instant }) {
  return useCountdown(until, from);
}

/** Milliseconds between steps of something that moves: seldom where people have asked for less motion. */
export function useMotionStep(milliseconds: number): number {
  const [less, setLess] = useState(() => matchMedia("(prefers-reduced-motion: reduce)").matches);
  useEffect(() => {
    const query = matchMedia("(prefers-reduced-motion: reduce)");
    const take = () => setLess(query.matches);
    query.addEventListener("change", take);
    return () => query.removeEventListener("change", take);
  }, []);
  return less ? 1_000 : milliseconds;
}
