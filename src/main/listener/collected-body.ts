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
export type MemoryBudget = ReturnType<typeof createMemoryBudget>;

export function createMemoryBudget(limitBytes: number) {
  let used = 0;
  return {
    /** Bytes taken now. */
    used: (): number => used,
    /** Takes bytes if there are that many left for this share; false when there are not. */
    reserve(bytes: number, share: Share): boolean {
      if (used + bytes > limitBytes * FULL_AT[share]) return false;
      used += bytes;
      return true;
    },
    release(bytes: number): void {
      used -= bytes;
    },
    /** Whether large bodies are being refused, or nearly so. */
    isScarce: (): boolean => used > limitBytes * (FULL_AT.large - 1 / 8),
    /** Whether there is plenty. */
    isEasy: (): boolean => used < limitBytes * EASY_AT,
  };
}

/** Shared: of no bytes, none can be taken away, and making a new array each time would cost a noticeable part of each request. */
export const NO_BYTES = new Uint8Array(0);

/** A body while it arrives. Its bytes are counted in the budget until `releaseBody`. */
export interface CollectedBody {
  /** Bytes that are kept at most: the cap, or what was announced if that is less. */
  readonly limitBytes: number;
  /** Bytes kept so far. */
  size: number;
  /** Bytes taken from the budget. */
  reserved: number;
  /** The only chunk so far: most webhooks come in one, which is then handed over without copying. */
  first: Uint8Array | null;
  /**
   * From the second chunk on. Chunks are copied together at once and not kept in a list: a body sent byte by byte
   * would cost over a hundred bytes of memory for each of its own.
   */
  buffer: Uint8Array<ArrayBuffer> | null;
}

export function emptyBody(limitBytes: number): CollectedBody {
  return { limitBytes, size: 0, reserved: 0, first: null, buffer: null };
}

/** A body that is here already, of a request that somebody else has received. */
export function wholeBody(bytes: Uint8Array): CollectedBody {
  return { ...emptyBody(bytes.length), size: bytes.length, first: bytes };
}

/**
 * Adds a chunk. Of one that does not fit under the limit, the part that does is kept (`over-cap`); of one that there
 * is no memory left for, nothing (`no-room`).
 */
export function addToBody(
  body: CollectedBody,
  chunk: Uint8Array,
  budget: MemoryBudget,
): "kept" | "over-cap" | "no-room" {
  const room = body.limitBytes - body.size;
  const fitting = chunk.length > room ? chunk.subarray(0, room) : chunk;
  if (fitting.length > 0 && !keep(body, fitting, budget)) return "no-room";
  return fitting === chunk ? "kept" : "over-cap";
}

function keep(body: CollectedBody, chunk: Uint8Array, budget: MemoryBudget): boolean {
  const size = body.size + chunk.length;
  if (body.size === 0) {
    if (!budget.reserve(chunk.length, shareOf(chunk.length))) return false;
    body.reserved = chunk.length;
    body.first = chunk;
    body.size = size;
    return true;
  }
  if (size > capacityOf(body)) {
    // Doubling keeps the copying linear; what a sender only announces reserves nothing.
    const capacity = Math.min(Math.max(size, 2 * body.reserved), body.limitBytes);
    if (!budget.reserve(capacity - body.reserved, shareOf(capacity))) return false;
    body.reserved = capacity;
    const grown = new Uint8Array(capacity);
    grown.set(body.buffer ?? body.first ?? NO_BYTES);
    body.buffer = grown;
    body.first = null;
  }
  body.buffer?.set(chunk, body.size);
  body.size = size;
  return true;
}

function shareOf(size: number): Share {
  return size > SMALL_BODY_BYTES ? "large" : "small";
}

function capacityOf(body: CollectedBody): number {
  return body.buffer === null ? 0 : body.buffer.length;
}

/** The bytes so far, to be looked at at once and not kept. */
export function peekBody({ first, buffer, size }: CollectedBody): Uint8Array {
  return first ?? buffer?.subarray(0, size) ?? NO_BYTES;
}

/** The bytes, in a buffer of exactly their own that can be handed over. The body is empty afterwards. */
export function takeBody(body: CollectedBody): Uint8Array {
  const { first, buffer, size } = body;
  body.first = null;
  body.buffer = null;
  if (first !== null) return first.byteLength === first.buffer.byteLength ? first : new Uint8Array(first);
  return buffer === null ? NO_BYTES : new Uint8Array(buffer.buffer.transfer(size));
}

/** Gives the budget back what the body took from it. */
export function releaseBody(body: CollectedBody, budget: MemoryBudget): void {
  budget.release(body.reserved);
  body.reserved = 0;
}
