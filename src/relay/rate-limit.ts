/** Names that are remembered; of more, those that have not been seen for longest are forgotten. */
const REMEMBERED = 20_000;

/**
 * How often each of many may do something: a bucket that fills evenly and may be emptied at once.
 *
 * @param perSecond how fast a bucket fills; 0 for no limit
 */
export function createRateLimit(perSecond: number, atOnce: number) {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    /** Whether this one may, now. */
    admit(name: string): boolean {
      if (perSecond === 0) return true;
      const now = performance.now();
      const bucket = buckets.get(name) ?? { left: atOnce, at: now };
      bucket.left = Math.min(atOnce, bucket.left + ((now - bucket.at) / 1_000) * perSecond);
      bucket.at = now;
      // The one that was seen last stands last.
      buckets.delete(name);
      buckets.set(name, bucket);
      const [oldest] = buckets.size > REMEMBERED ? buckets.keys() : [];
      if (oldest !== undefined) buckets.delete(oldest);
      if (bucket.left < 1) return false;
      bucket.left -= 1;
      return true;
    },
  };
}
