import { DeliverPolicy, type JsMsg } from "@nats-io/jetstream";
import type { Position } from "../../shared/inbox.ts";
import { MEBIBYTE } from "../../shared/primitives.ts";
import type { Nats } from "../nats/connection.ts";
import { type Bounds, beganAnew, type StoredRequest } from "./store.ts";

/** The newest of one inbox that are kept in memory: what desktops read that are not behind. */
const WINDOW_BYTES = 4 * MEBIBYTE;
const LOOK_MS = 5_000;
const RETRY_MS = 500;
/** Nanoseconds. A consumer that nobody asks any more is removed by the server. */
const INACTIVE = 30_000_000_000;

/** What comes to one inbox from now on, as long as desktops wait for it. */
export type Feed = ReturnType<typeof startFeed>;

interface FeedOptions {
  readonly nats: Nats;
  readonly stream: string;
  /** What the server says of the stream, which is made where it is not there. */
  readonly look: () => Promise<Bounds>;
  /** There is more, or all is different. */
  readonly changed: () => void;
}

export function startFeed({ nats, stream, look, changed }: FeedOptions) {
  let stopped = false;
  let at: { bounds: Bounds; lookedAt: number } | null = null;
  let end: () => void = () => {};
  let kept: StoredRequest[] = [];
  let bytes = 0;
  /** The position before the first that is in memory. */
  let before: Position = 0;

  const last = (): Position => kept.at(-1)?.position ?? before;

  function take(message: JsMsg): void {
    const position = message.seq;
    // Whatever was in between is gone: what is in memory has to be a stretch without a gap.
    if (position !== last() + 1) {
      kept = [];
      bytes = 0;
      before = position - 1;
    }
    kept.push({ position, frame: message.data });
    bytes += message.data.length;
    let over = 0;
    while (bytes > WINDOW_BYTES && over < kept.length - 1) {
      const first = kept[over];
      bytes -= first?.frame.length ?? 0;
      before = first?.position ?? before;
      over += 1;
    }
    if (over > 0) kept.splice(0, over);
    changed();
  }

  /** From the stream's end on, until the stream is another one or the connection gives up. */
  async function receive(): Promise<void> {
    const bounds = await look();
    if (stopped) return;
    const { storage } = bounds;
    kept = [];
    bytes = 0;
    before = bounds.last;
    const consumer = await nats.js.consumers.get(stream, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: bounds.last + 1,
      inactive_threshold: INACTIVE,
    });
    const isSame = async (): Promise<boolean> => {
      const found = await look();
      if (found.storage !== storage) return false;
      at = { bounds: found, lookedAt: performance.now() };
      return true;
    };
    if (stopped || !(await isSame())) return;
    // The library makes a new consumer after trouble, by the stream's name: until it is known that this is the same
    // stream, what it sends is held back.
    let trusted = (await consumer.info(true)).name;
    let held: JsMsg[] = [];
    const check = async (name: string): Promise<void> => {
      try {
        if (!(await isSame())) messages.stop(beganAnew());
        else {
          trusted = name;
          for (const message of held.splice(0)) if (message.info.consumer === trusted) take(message);
        }
      } catch (error) {
        messages.stop(error instanceof Error ? error : undefined);
      }
    };
    const messages = await consumer.consume({
      max_messages: 256,
      callback(message) {
        const name = message.info.consumer;
        if (name === trusted) take(message);
        else {
          held = held.filter((each) => each.info.consumer === name);
          held.push(message);
          if (held.length === 1) void check(name);
        }
      },
    });
    end = () => messages.stop();
    if (stopped) end();
    let seen = last();
    const looking = setInterval(() => {
      // What the server had at the last look, and nothing has come since: it sends no more, and may not say so for long.
      const isStuck = last() === seen && last() < (at?.bounds.last ?? 0);
      seen = last();
      isSame().then(
        (same) => {
          if (!same) messages.stop(beganAnew());
          else if (isStuck) messages.stop();
          else changed();
        },
        // Not reached: what was seen last grows old, and is then not told any more.
        () => undefined,
      );
    }, LOOK_MS);
    changed();
    try {
      await messages.closed();
    } finally {
      clearInterval(looking);
    }
  }

  async function live(): Promise<void> {
    while (!stopped) {
      await receive().catch(() => undefined);
      at = null;
      kept = [];
      changed();
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  void live();

  return {
    /** The newest state that is not older than some seconds; null where there is none. */
    bounds(): Bounds | null {
      if (at === null || performance.now() - at.lookedAt > 2 * LOOK_MS) return null;
      return { ...at.bounds, last: Math.max(at.bounds.last, last()) };
    },
    /**
     * What stands behind a position; null when that is not in memory.
     *
     * @throws StoreFailure when the inbox began anew since
     */
    read(storage: string, after: Position, most: number): readonly StoredRequest[] | null {
      if (at === null) return null;
      if (at.bounds.storage !== storage) throw beganAnew();
      if (after < before) return null;
      const found: StoredRequest[] = [];
      let size = 0;
      const start = kept[0]?.position ?? 0;
      for (let place = Math.max(0, after + 1 - start); place < kept.length; place += 1) {
        const each = kept[place];
        if (each === undefined) break;
        size += each.frame.length;
        if (found.length > 0 && size > most) break;
        found.push(each);
      }
      // The server has more than it has sent by now.
      return found.length === 0 && after < at.bounds.last ? null : found;
    },
    stop(): void {
      stopped = true;
      end();
    },
  };
}
