import type { Position } from "../../shared/inbox.ts";
import type { KeptFor, Limits, NewRequest } from "./store.ts";

/** What the thread that writes is started with. */
export interface ThreadStart {
  readonly file: string;
}

export type ToThread =
  | { readonly type: "append"; readonly requests: readonly NewRequest[] }
  | { readonly type: "retain"; readonly limits: Limits; readonly inboxes: readonly KeptFor[] }
  | { readonly type: "close" };

export type FromThread =
  | { readonly type: "ready"; readonly identity: string; readonly ends: ReadonlyMap<string, Position> }
  /** One for each of the requests: its position, or why it is not kept. */
  | { readonly type: "appended"; readonly outcomes: readonly (Position | string)[] }
  | { readonly type: "retained"; readonly removed: number }
  | { readonly type: "failed"; readonly reason: string };
