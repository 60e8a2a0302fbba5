/** Says in a fraction of the search's time that a text has none of the needles in it. */
export interface QuickLook {
  /** false: surely none among the first `length` bytes. true: there may be one, and it has to be searched for. */
  mayHold(bytes: Uint8Array, length: number): boolean;
}

/** Bytes at the beginning of needles that are looked at. */
const LONGEST_HEAD = 8;
const LONGEST_KEY = 6;
const BLOCK = 3;
/**
 * The size of the table, as a power of two: 16 places for each block of a needle, so that most are empty and a step is
 * wide; at most 256 KiB, so that it stays in the processor's cache.
 */
const TABLE_BITS = { atLeast: 10, atMost: 18, moreThanBlocks: 4 };
/** With more of them nearly every place is one that has to be looked at, and looking is in vain. */
const NEEDLES_AT_MOST = 40_000;

/**
 * Looks at the text in steps as wide as the shortest needle allows (Wu and Manber, 1994): the last three bytes of a
 * window say how far it may go on. Whatever begins like a needle may be one: that is for the search to find out.
 *
 * @param fold bytes that count as the same have the same value there
 */
export function createQuickLook(needles: readonly Uint8Array[], fold: Uint8Array): QuickLook {
  const shortest = needles.reduce((least, { length }) => Math.min(least, length), LONGEST_HEAD);
  if (shortest < BLOCK || needles.length > NEEDLES_AT_MOST) return { mayHold: () => true };
  const blocks = needles.length * (shortest - BLOCK + 1);
  const wanted = Math.ceil(Math.log2(Math.max(1, blocks))) + TABLE_BITS.moreThanBlocks;
  const unused = 32 - Math.min(TABLE_BITS.atMost, Math.max(TABLE_BITS.atLeast, wanted));
  const steps = new Uint8Array(2 ** (32 - unused)).fill(shortest - BLOCK + 1);
  const heads = new Set<number>();
  const keyLength = Math.min(LONGEST_KEY, shortest);

  /** The last three bytes of a window. */
  function slotOf(bytes: Uint8Array, end: number): number {
    const [first, second, third] = [bytes[end - 2] ?? 0, bytes[end - 1] ?? 0, bytes[end] ?? 0];
    const block = (fold[first] ?? 0) ^ ((fold[second] ?? 0) << 5) ^ ((fold[third] ?? 0) << 10);
    // The upper bits of a product with the golden ratio (Knuth): they depend on all three.
    return Math.imul(block, 0x9e3779b1) >>> unused;
  }
  /** The first bytes of a window as one number, which six of them fit into. */
  function keyOf(bytes: Uint8Array, from: number): number {
    let key = 0;
    for (let at = from; at < from + keyLength; at += 1) key = key * 256 + (fold[bytes[at] ?? 0] ?? 0);
    return key;
  }

  for (const needle of needles) {
    heads.add(keyOf(needle, 0));
    for (let end = BLOCK - 1; end < shortest; end += 1) {
      const slot = slotOf(needle, end);
      steps[slot] = Math.min(steps[slot] ?? 0, shortest - 1 - end);
    }
  }
  return {
    mayHold(bytes, length) {
      for (let end = shortest - 1; end < length; ) {
        const step = steps[slotOf(bytes, end)] ?? 0;
        if (step === 0 && heads.has(keyOf(bytes, end - shortest + 1))) return true;
        end += Math.max(1, step);
      }
      return false;
    },
  };
}
