import type { Ticker } from "./ticker.ts";

/** How many events arrive in a second, over the last two: smooth enough to be read, quick enough to be true. */
export interface RateMeter {
  /** `now` in milliseconds of a clock that only goes forward. */
  readonly add: (now: number, count: number) => void;
  /** Events a second. */
  readonly read: (now: number) => number;
}

const SLOT_MS = 250;
const SLOTS = 8;

export function createRateMeter(): RateMeter {
  const counts = new Array<number>(SLOTS).fill(0);
  let newest = 0;

  function advance(now: number): void {
    const slot = Math.floor(now / SLOT_MS);
    for (let each = Math.max(newest + 1, slot - SLOTS + 1); each <= slot; each += 1) counts[each % SLOTS] = 0;
    newest = Math.max(newest, slot);
  }

  return {
    add(now, count) {
      advance(now);
      counts[newest % SLOTS] = (counts[newest % SLOTS] ?? 0) + count;
    },
    read(now) {
      advance(now);
      return counts.reduce((sum, each) => sum + each, 0) / ((SLOTS * SLOT_MS) / 1_000);
    },
  };
}

/** Between two readings that are told. */
const TELL_MS = 500;

/** Tells the rate while there is one, and zero once when it ends. Returns what is to be called with each arrival. */
export function tellRate(ticker: Ticker, tell: (rate: number) => void): (count: number) => void {
  const meter = createRateMeter();
  let due = false;

  function schedule(): void {
    if (due) return;
    due = true;
    ticker.later(TELL_MS, () => {
      due = false;
      const rate = meter.read(ticker.now());
      tell(rate);
      if (rate > 0) schedule();
    });
  }

  return (count) => {
    if (count > 0) meter.add(ticker.now(), count);
    schedule();
  };
}
