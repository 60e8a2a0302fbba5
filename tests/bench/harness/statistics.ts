/** The value below which this share (0 to 1) of the values lies; NaN of no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** How long each of the calls took, in milliseconds, one after the other. */
export async function times(count: number, work: (place: number) => Promise<unknown>): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let place = 0; place < count; place += 1) {
    const begun = performance.now();
    await work(place);
    taken.push(performance.now() - begun);
  }
  return taken;
}

/** 12345.6 as "12,346", 0.123 as "0.12". */
export function numberText(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 2 });
}
