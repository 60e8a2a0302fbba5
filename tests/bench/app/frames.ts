import type { Page } from "playwright";

interface Frames {
  stop(): readonly number[];
}

/** Notes the time between each two animation frames, in milliseconds; the returned function stops it and tells. */
export async function watchFrames(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(() => {
    const gaps: number[] = [];
    let last = performance.now();
    let handle = requestAnimationFrame(function next(now) {
      gaps.push(now - last);
      last = now;
      handle = requestAnimationFrame(next);
    });
    const frames: Frames = {
      stop() {
        cancelAnimationFrame(handle);
        return gaps;
      },
    };
    Object.assign(window, { benchFrames: frames });
  });
  return () => page.evaluate(() => [...(window as unknown as { readonly benchFrames: Frames }).benchFrames.stop()]);
}
