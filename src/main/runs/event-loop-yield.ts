/** Milliseconds of work after which others get their turn: a long log must not hold up calls and arrivals. */
const LONGEST_SLICE = 8;

/** To be awaited between two pieces of work: lets others have their turn when it is time for that. */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < LONGEST_SLICE) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}
