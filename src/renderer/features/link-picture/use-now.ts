import { useEffect, useState } from "react";
import type { Instant } from "../../../shared/primitives.ts";

const MINUTE = 60_000;

function now(): Instant {
  return Date.now() * 1_000;
}

/** The present moment, anew each minute: for "3 minutes ago" that stays true while it is looked at. */
export function useNow(): Instant {
  const [moment, setMoment] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setMoment(now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return moment;
}
