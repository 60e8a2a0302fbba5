/** A generator of numbers that gives the same ones for the same seed, so that a failed run can be repeated. */
export interface Random {
  /** A number from 0 up to but not including 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
}

/** Marsaglia's xorshift of 32 bits: plenty for choosing moments, and no more. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
  return { next, whole: (from, to) => from + Math.floor(next() * (to - from + 1)) };
}
