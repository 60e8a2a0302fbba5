/**
 * Who asks for memory, and how full it may be for them to get some. The shares lie on top of each other, so that one
 * kind of flood cannot take everything:
 *
 * - `behind`: a request that came before the one ahead of it was answered. Nobody has to send so; a quarter is enough.
 * - `large`: the part of a body beyond what webhooks usually have.
 * - `small`: the first request in line on its connection, with a body of usual size. The eighth between this and
 *   `large` is room for one such request on each of the connections there may be (2,000 of 16 KiB in 32 MiB).
 * - `refusal`: so that a refusal can still be recorded when nothing else can.
 */
export type Share = "behind" | "large" | "small" | "refusal";

const FULL_AT: Readonly<Record<Share, number>> = { behind: 2 / 8, large: 6 / 8, small: 7 / 8, refusal: 1 };

/** Below this there is plenty. */
const EASY_AT = 1 / 32;

/** Bytes of a body that still count as small. */
export const SMALL_BODY_BYTES = 8 * 1_024;

/**
 * How many bytes all requests together may hold in memory. One sender's cap times all connections would be
 * gigabytes, so what is in flight is counted.
 */
export interface MemoryBudget {
  /** Bytes taken now. */
  used(): number;
  /** Takes bytes if there are that many left for this share; false when there are not. */
  reserve(bytes: number, share: Share): boolean;
  release(bytes: number): void;
  /** Whether large bodies are being refused, or nearly so. */
  isScarce(): boolean;
  /** Whether there is plenty. */
  isEasy(): boolean;
}

export function createMemoryBudget(limitBytes: number): MemoryBudget {
  let used = 0;
  return {
    used: () => used,
    reserve(bytes, share) {
      if (used + bytes > limitBytes * FULL_AT[share]) return false;
      used += bytes;
      return true;
    },
    release(bytes) {
      used -= bytes;
    },
    isScarce: () => used > limitBytes * (FULL_AT.large - 1 / 8),
    isEasy: () => used < limitBytes * EASY_AT,
  };
}
