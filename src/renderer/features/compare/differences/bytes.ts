/** Where two bodies part; null when they are identical, byte for byte. Of one that is the beginning of the other, its end. */
export function firstDifference(left: Uint8Array, right: Uint8Array): number | null {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) if (left[at] !== right[at]) return at;
  return left.length === right.length ? null : length;
}
