import type { Notice } from "../../shared/notices.ts";
import type { Instant } from "../../shared/primitives.ts";

/** Rows at once, and the milliseconds after which there may be one more: programs that try every name do not stop. */
const AT_ONCE = 20;
const EVERY_MS = 3_000;
/** One notice tells of all that came within so many milliseconds. */
const TOLD_EVERY_MS = 60_000;

/** How many requests from outside to other paths than the webhooks' get a row of their own. */
export function createOutsiderLimit(tell: (notice: Notice) => void) {
  let left = AT_ONCE;
  let filledAt = performance.now();
  let untold: { from: Instant; until: Instant; count: number } | null = null;
  let timer: NodeJS.Timeout | null = null;

  function settle(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (untold !== null) tell({ code: "outside-unrecorded", ...untold });
    untold = null;
  }

  return {
    /** Whether this one gets a row. What gets none is counted, and told of by a notice after a while. */
    admit(at: Instant): boolean {
      const now = performance.now();
      const more = Math.floor((now - filledAt) / EVERY_MS);
      filledAt += more * EVERY_MS;
      left = Math.min(AT_ONCE, left + more);
      if (left > 0) {
        left -= 1;
        return true;
      }
      untold = { from: untold?.from ?? at, until: Math.max(at, untold?.from ?? at), count: (untold?.count ?? 0) + 1 };
      timer ??= setTimeout(settle, TOLD_EVERY_MS).unref();
      return false;
    },
    /** Tells at once what is still to be told. */
    settle,
  };
}
