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

/** Where webhooks are kept. Order, durability and positions are its business alone. */
export interface Store {
  /** Another one for each storage that begins to count anew. */
  readonly identity: string;
  /** Resolves once it would survive a loss of power. @throws StoreFailure */
  append(request: NewRequest): Promise<Position>;
  /** What stands behind a position: at least one request if there is any, and about so many bytes. @throws StoreFailure */
  read(inbox: string, after: Position, bytes: number): Promise<Stretch>;
  bounds(inbox: string): Promise<Bounds>;
  /** Told of each inbox that something was kept for: whoever waits for more reads on. */
  onAppended(listener: (inbox: string, last: Position) => void): () => void;
  /** Removes the oldest beyond the limits; returns how many. */
  retain(limits: Limits): Promise<number>;
  /** Webhooks that wait for the disk. */
  waiting(): number;
  close(): Promise<void>;
}

/** A webhook could not be kept, or none can be read: its sender is to send it again. */
export class StoreFailure extends Error {
  override readonly name = "StoreFailure";
}
