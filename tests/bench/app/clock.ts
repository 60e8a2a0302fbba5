import type { Page } from "playwright";

/**
 * The time in milliseconds since the epoch, to fractions of one, that two processes of this machine can compare:
 * each has a precise clock that began at a moment of its own, and `Date.now()`, which is the system's and the same for
 * both. The difference of the two is at its largest just after the millisecond has changed, and exact there.
 *
 * Runs here and, as text, in the page: it may use nothing from around it.
 */
export function clockSkew(): number {
  let skew = Number.NEGATIVE_INFINITY;
  for (const until = performance.now() + 30; performance.now() < until; )
    skew = Math.max(skew, Date.now() - (performance.timeOrigin + performance.now()));
  return skew;
}

/** What has to be added to a moment of the page's precise clock to get that moment on ours. */
export async function pageAhead(page: Page): Promise<number> {
  const theirs = await page.evaluate(clockSkew);
  return theirs - clockSkew();
}

export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}
