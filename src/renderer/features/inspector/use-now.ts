import { useEffect, useState } from "react";
import type { Instant } from "../../../shared/primitives.ts";

const STEP_MS = 1_000;

function now(): Instant {
  return Date.now() * 1_000;
}

/** The present moment, anew each second: for "12 s ago" that stays true. */
export function useNow(): Instant {
  const [moment, setMoment] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setMoment(now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return moment;
}
