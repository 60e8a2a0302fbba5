/**
 * Among keys that ascend, by binary search.
 *
 * @returns the place of the last key that is at most `limit`; -1 where none is
 */
export function lastUpTo(count: number, keyAt: (place: number) => number, limit: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyAt(middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
