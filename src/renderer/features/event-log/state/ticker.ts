/** Time for the event log; handed in, so that tests do not wait. */
export interface Ticker {
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** Before the next paint. */
  readonly frame: (run: () => void) => void;
  readonly later: (milliseconds: number, run: () => void) => void;
}

/** A window that is hidden gets no frames; its log goes on in steps of this length. */
const HIDDEN_MS = 250;

export const browserTicker: Ticker = {
  now: () => performance.now(),
  frame(run) {
    let done = false;
    const once = () => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      run();
    };
    const frame = requestAnimationFrame(once);
    const timer = setTimeout(once, HIDDEN_MS);
  },
  later(milliseconds, run) {
    setTimeout(run, milliseconds);
  },
};
