import type { Notice } from "../../../shared/notices.ts";
import type { Instant } from "../../../shared/primitives.ts";
import type { State } from "../file/state.ts";

const LIMITS = ["events", "bytes", "age"] as const;
export type Limit = (typeof LIMITS)[number];

// At the limit each event pushes another one out: a row for each of those would push out as many again.
const GATHERED_FOR = 60_000_000;
const TOLD_EVERY = 3_600_000_000;

/** What the limits of what is kept have removed and nobody was told of yet. It outlives the session, as the removal does. */
export function openExpiry(state: State) {
  return {
    removed(at: Instant, limit: Limit): void {
      const count = state.get("expired");
      state.set("expired", count + 1);
      state.set("expired_from", count === 0 ? at : Math.min(at, state.get("expired_from")));
      state.set("expired_until", count === 0 ? at : Math.max(at, state.get("expired_until")));
      state.set("expired_limits", (count === 0 ? 0 : state.get("expired_limits")) | (1 << LIMITS.indexOf(limit)));
    },
    /** What is to be told now; null when nothing is, or not yet. Told once. */
    due(now: Instant): Notice | null {
      const count = state.get("expired");
      if (count === 0) return null;
      // A clock that was set back does not put it off for ever.
      if (state.get("expired_since") === 0) state.set("expired_since", now);
      if (Math.abs(now - state.get("expired_since")) < GATHERED_FOR) return null;
      if (Math.abs(now - state.get("expired_told")) < TOLD_EVERY) return null;
      state.set("expired", 0);
      state.set("expired_since", 0);
      state.set("expired_told", now);
      const bits = state.get("expired_limits");
      return {
        code: "events-expired",
        count,
        from: state.get("expired_from"),
        until: state.get("expired_until"),
        limits: LIMITS.filter((_, place) => (bits & (1 << place)) !== 0),
      };
    },
  };
}
