import { useEffect, useState } from "react";
import type { Instant } from "../../shared/primitives.ts";

function now(): Instant {
  return Date.now() * 1_000;
}

/** The present moment, anew every `step` milliseconds: for "3 minutes ago" that stays true while it is looked at. */
export function useNow(step: number): Instant {
  const [moment, setMoment] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setMoment(now()), step);
    return () => clearInterval(timer);
  }, [step]);
  return moment;
}
