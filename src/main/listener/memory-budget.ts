/**
 * How many bytes all requests together may hold in memory. One sender's cap times all connections would be
 * gigabytes, so what is in flight is counted.
 */
export interface MemoryBudget {
  /** Bytes taken now. */
  used(): number;
  /** Takes bytes if there are that many left; false when there are not. */
  reserve(bytes: number): boolean;
  /** The same from the last eighth, which is kept back so that refusals can still be recorded. */
  reserveForRefusal(bytes: number): boolean;
  release(bytes: number): void;
}

export function createMemoryBudget(limitBytes: number): MemoryBudget {
  const ordinaryBytes = limitBytes - limitBytes / 8;
  let used = 0;
  const take = (bytes: number, limit: number) => {
    if (used + bytes > limit) return false;
    used += bytes;
    return true;
  };
  return {
    used: () => used,
    reserve: (bytes) => take(bytes, ordinaryBytes),
    reserveForRefusal: (bytes) => take(bytes, limitBytes),
    release(bytes) {
      used -= bytes;
    },
  };
}
