/** For Vitest's `vi.waitFor`, whose own second is too short for a machine that is busy. It ends what hangs, and says nothing of speed. */
export const PATIENCE = { timeout: 30_000, interval: 50 } as const;

/** Resolves once something outside of the page is so; rejects when that takes longer than `patienceMs`. */
export async function until(reached: () => boolean, patienceMs = 30_000): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!reached()) {
    if (performance.now() > end) throw new Error(`Waited ${patienceMs} ms in vain for: ${reached.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
