import type { Position } from "../../shared/inbox.ts";
import { MEBIBYTE } from "../../shared/primitives.ts";
import { webhookMessage } from "../../shared/relay.ts";
import type { Store, Stretch } from "../storage/store.ts";

/** The newest messages that are kept in memory for all inboxes, so that a hundred desktops cost one look at the disk. */
const KEPT_BYTES = 8 * MEBIBYTE;
const READ_BYTES = MEBIBYTE;

export interface Message {
  readonly position: Position;
  readonly bytes: Uint8Array;
}

/** A stretch of an inbox as it is sent. */
export interface Messages {
  readonly removed: Stretch["removed"];
  readonly messages: readonly Message[];
}

/** What is sent to desktops, read once for all of them that are at the same place. */
export type Tail = ReturnType<typeof createTail>;

export function createTail(store: Store) {
  /** What was read after which position, the newest last. */
  const known = new Map<string, { readonly found: Messages; readonly size: number }>();
  const reading = new Map<string, Promise<Messages>>();
  let bytes = 0;

  async function read(key: string, inbox: string, storage: string, position: Position): Promise<Messages> {
    const { removed, requests } = await store.read(inbox, storage, position, READ_BYTES);
    const messages = requests.map((each) => ({
      position: each.position,
      bytes: webhookMessage(each.position, each.frame),
    }));
    const found: Messages = { removed, messages };
    const size = messages.reduce((sum, each) => sum + each.bytes.length, 0);
    // Behind the newest there may be more a moment later.
    if (messages.length === 0 || size > KEPT_BYTES || removed !== null) return found;
    known.set(key, { found, size });
    bytes += size;
    for (const [oldest, { size: freed }] of known) {
      if (bytes <= KEPT_BYTES) break;
      known.delete(oldest);
      bytes -= freed;
    }
    return found;
  }

  return {
    /** The messages behind a position, in their order. @throws StoreFailure */
    async after(inbox: string, storage: string, position: Position): Promise<Messages> {
      const key = `${inbox} ${storage} ${position}`;
      const kept = known.get(key);
      if (kept !== undefined) return kept.found;
      const under = reading.get(key) ?? read(key, inbox, storage, position).finally(() => reading.delete(key));
      reading.set(key, under);
      return under;
    },
  };
}
