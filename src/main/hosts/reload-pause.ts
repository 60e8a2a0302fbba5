const CALM_MS = 30_000;
const FIRST_MS = 250;
const LONGEST_MS = 15_000;

/**
 * How long to wait before a crashed window is loaded again: not at all after a single crash, and longer each time
 * while one follows the other, so that a page which crashes at its start does not keep the machine busy.
 *
 * @returns a function to be called at each crash, which gives the milliseconds to wait
 */
export function createReloadPause(now: () => number = () => performance.now()): () => number {
  let lastCrash = Number.NEGATIVE_INFINITY;
  let pause = 0;
  return () => {
    const calm = now() - lastCrash > CALM_MS;
    lastCrash = now();
    pause = calm ? 0 : Math.min(Math.max(pause * 2, FIRST_MS), LONGEST_MS);
    return pause;
  };
}
