import type { Position } from "../../shared/inbox.ts";
import type { Instant } from "../../shared/primitives.ts";

/** A webhook on its way to the storage. */
export interface NewRequest {
  readonly inbox: string;
  readonly at: Instant;
  /** Head and body, as `encodeFrame` has made it. */
  readonly frame: Uint8Array;
}

export interface StoredRequest {
  readonly position: Position;
  readonly frame: Uint8Array;
}

/** A stretch of an inbox, in its order. */
export interface Stretch {
  /** Right behind the position that was asked for, requests up to this one were removed; null where none were. */
  readonly removed: { readonly count: number; readonly through: Position } | null;
  readonly requests: readonly StoredRequest[];
}

export interface Bounds {
  /** Another one whenever the inbox begins to count anew. */
  readonly storage: string;
  /** The oldest that is kept; one more than `last` when none is. */
  readonly first: Position;
  /** The newest that there ever was. */
  readonly last: Position;
}

/** What is kept at most; null is no limit. */
export interface Limits {
  readonly maxAgeDays: number | null;
  readonly maxBytes: number | null;
}

/** Of one inbox: for so many days, where that is less than the relay's own limit; 0: as that says. */
export interface KeptFor {
  readonly id: string;
  readonly keepDays: number;
}

/** What is reached first of an inbox's own limit, 0 where it has none, and the relay's. */
export function daysKept(own: number, maxAgeDays: number | null): number | null {
  return own === 0 ? maxAgeDays : Math.min(own, maxAgeDays ?? own);
}

/** Where webhooks are kept. Order, durability and positions are its business alone. */
export interface Store {
  /** Resolves once it is as safe as this storage makes it. @throws StoreFailure */
  append(request: NewRequest): Promise<Position>;
  /**
   * What stands behind a position: at least one request if there is any, and about so many bytes.
   *
   * @param storage the one that the position counts in: of another one nothing is read
   * @throws StoreFailure
   */
  read(inbox: string, storage: string, after: Position, bytes: number): Promise<Stretch>;
  /** @throws StoreFailure */
  bounds(inbox: string): Promise<Bounds>;
  /** Tells whoever waits for more of an inbox that there may be more, until it is ended. */
  follow(inbox: string, listener: () => void): () => void;
  /** Removes the oldest beyond the limits, and of these inboxes beyond their own; returns how many. */
  retain(limits: Limits, inboxes: readonly KeptFor[]): Promise<number>;
  /** Webhooks that wait to be kept. */
  waiting(): number;
  close(): Promise<void>;
}

/** A webhook could not be kept, or none can be read: its sender is to send it again. */
export class StoreFailure extends Error {
  override readonly name = "StoreFailure";
}

/** What waits to be kept at most; beyond it the sender is told at once to come again. */
export const WAITING_BYTES = 64 * 1_048_576;
/** A sender is answered within two seconds, one way or the other. */
export const PATIENCE_MS = 1_500;

export const beganAnew = (): StoreFailure => new StoreFailure("The storage of this inbox began anew.");

/** Who waits for more of which inbox. */
export function createFollowers() {
  const all = new Map<string, Set<() => void>>();
  return {
    add(inbox: string, listener: () => void): () => void {
      const some = all.get(inbox) ?? new Set();
      all.set(inbox, some.add(listener));
      return () => {
        some.delete(listener);
        if (some.size === 0 && all.get(inbox) === some) all.delete(inbox);
      };
    },
    has: (inbox: string): boolean => all.has(inbox),
    tell(inbox: string): void {
      for (const listener of all.get(inbox) ?? []) listener();
    },
  };
}
