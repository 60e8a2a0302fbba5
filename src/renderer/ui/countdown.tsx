import { useEffect, useState } from "react";
import { durationText } from "../../shared/measures.ts";
import type { Instant } from "../../shared/primitives.ts";
import { useNow } from "./use-now.ts";

/** "24 s" until a moment, "2 min 05 s"; null when it has come. Whole seconds: it is read, not measured. */
export function leftText(until: Instant, now: Instant): string | null {
  const seconds = Math.ceil((until - now) / 1_000_000);
  if (seconds <= 0) return null;
  return durationText(seconds * 1_000_000, "seconds");
}

const STEP_MS = 250;

/** How long until a moment, counted down; nothing once it has come. */
export function Countdown({ until }: { readonly until: Instant }) {
  return leftText(until, useNow(STEP_MS));
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
