/** Logos that were fetched, up to so many characters of them; the one not looked at for longest goes first. */
export function createCache(capacity: number) {
  const kept = new Map<string, string>();
  let size = 0;
  return {
    get(key: string): string | undefined {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      // A map keeps the order of insertion: put in again, it is the newest.
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key: string, value: string): void {
      size += value.length - (kept.get(key)?.length ?? 0);
      kept.delete(key);
      kept.set(key, value);
      for (const [oldest, { length }] of kept) {
        if (size <= capacity) break;
        kept.delete(oldest);
        size -= length;
      }
    },
  };
}
