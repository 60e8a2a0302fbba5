import { type MemoryBudget, type Share, SMALL_BODY_BYTES } from "./memory-budget.ts";

/** Shared: of no bytes, none can be taken away, and making a new array each time is among the dearest things here. */
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
