import type { Position } from "../../shared/inbox.ts";
import { MEBIBYTE } from "../../shared/primitives.ts";
import type { Messages, Tail } from "./tail.ts";

/** What may have been sent to a desktop and not be acknowledged: a slow one waits, and holds up no other. */
const UNACKNOWLEDGED = 512;
const UNACKNOWLEDGED_BYTES = 4 * MEBIBYTE;

/** Hands one desktop what comes, in order, as fast as it says that it is on its disk. */
export type Reader = ReturnType<typeof createReader>;

interface ReaderOptions {
  readonly tail: Tail;
  readonly inbox: string;
  readonly storage: string;
  readonly after: Position;
  /** Whether the connection takes more now; it wakes the reader when it does again. */
  readonly hasRoom: () => boolean;
  readonly send: (bytes: Uint8Array) => void;
  /** Everything there was has been sent. */
  readonly atEnd: () => void;
  /** Webhooks are not there any more. */
  readonly removed: (removed: NonNullable<Messages["removed"]>) => void;
  readonly failed: (error: unknown) => void;
}

export function createReader({ tail, inbox, storage, after, ...to }: ReaderOptions) {
  const owed: { readonly position: Position; readonly size: number }[] = [];
  let sent = after;
  let owedBytes = 0;
  let owing: number | null = null;
  let reading = false;
  let again = false;
  let stopped = false;

  const mayGoOn = (): boolean =>
    !stopped && owed.length < UNACKNOWLEDGED && owedBytes < UNACKNOWLEDGED_BYTES && to.hasRoom();

  function send({ removed, messages }: Messages): void {
    if (removed !== null) {
      to.removed(removed);
      sent = removed.through;
    }
    for (const { position, bytes } of messages) {
      if (!mayGoOn()) return;
      to.send(bytes);
      sent = position;
      owed.push({ position, size: bytes.length });
      owedBytes += bytes.length;
      owing ??= performance.now();
    }
  }

  async function run(): Promise<void> {
    while (mayGoOn()) {
      again = false;
      const found = await tail.after(inbox, storage, sent);
      if (stopped) return;
      send(found);
      if (found.messages.length > 0 || again) continue;
      to.atEnd();
      return;
    }
  }

  function wake(): void {
    again = true;
    if (reading || stopped) return;
    reading = true;
    run()
      .catch(to.failed)
      .finally(() => {
        reading = false;
        // What came in the moment between the last look and here.
        if (again && mayGoOn()) wake();
      });
  }

  return {
    /** There may be more, or more room. */
    wake,
    acknowledge(position: Position): void {
      let isNews = false;
      while (owed[0] !== undefined && owed[0].position <= position) {
        owedBytes -= owed.shift()?.size ?? 0;
        isNews = true;
      }
      if (!isNews) return;
      owing = owed.length > 0 ? performance.now() : null;
      wake();
    },
    /** Since when, in monotonic milliseconds, it owes an acknowledgement; null when it owes none. */
    owingSince: (): number | null => owing,
    stop: (): void => {
      stopped = true;
    },
  };
}
