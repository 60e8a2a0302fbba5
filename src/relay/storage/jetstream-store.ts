import { randomUUID } from "node:crypto";
import {
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from "@nats-io/jetstream";
import { nanos, TimeoutError } from "@nats-io/transport-node";
import type { Position } from "../../shared/inbox.ts";
import { errorText } from "../../shared/primitives.ts";
import type { Nats } from "../nats/connection.ts";
import { type Feed, startFeed } from "./jetstream-feed.ts";
import {
  type Bounds,
  beganAnew,
  createFollowers,
  type NewRequest,
  PATIENCE_MS,
  type Store,
  type StoredRequest,
  StoreFailure,
  type Stretch,
  WAITING_BYTES,
} from "./store.ts";

/** Names that everything of ours at the servers begins with: what an account for relays has to be allowed. */
const STREAM = "linkdesk-";
const SUBJECT = "linkdesk.in.";
/** A repeat of ours within this time is the same request. The service's own are others: each has an id of its own. */
const DUPLICATES_MS = 120_000;
/** Of the time that a sender waits: then it is sent again under the same id, and stored once. */
const TRY_MS = 700;
const NO_LEADER_MS = 50;
/**
 * What a leader answers a repeat whose first sending it has not been able to keep (nats-server up to 2.10; later ones
 * answer error 10158). It says "duplicate" with that, and may still drop both: that is no receipt.
 */
const IN_PROCESS = 0;
const IN_PROCESS_ERROR = 10_158;
/** The servers refuse what is new when a stream is full (`discard: new`): the oldest go before it comes to that. */
const FULL = 0.9;
const READ_AT_ONCE = 200;
const READ_PATIENCE_MS = 10_000;
const READ_PAUSE_MS = 250;
/** After this the servers agree about who leads: whatever the leader says then is so. */
const STALE_LEADER_MS = 10_000;
const FOLLOWED_AFTER_MS = 30_000;

export interface JetStreamSettings {
  readonly replicas: number;
  /** The limit for each inbox; null is none. */
  readonly maxBytes: number | null;
  readonly maxAgeDays: (inbox: string) => number | null;
}

/** The stream of an inbox. */
export const streamOf = (inbox: string): string => STREAM + inbox;

/**
 * A stream for each inbox, whose sequence is the position: order, replication and cursors are the servers' own. Any
 * number of relays may stand before the same servers.
 */
export function openJetStreamStore(nats: Nats, { replicas, maxBytes, maxAgeDays }: JetStreamSettings): Store {
  const { js, manager } = nats;
  const followers = createFollowers();
  const feeds = new Map<string, { readonly feed: Feed; unused: NodeJS.Timeout | null }>();
  const made = new Map<string, Promise<StreamInfo>>();
  /** The newest position that this relay has had of each inbox lately. */
  const newest = new Map<string, { readonly position: Position; readonly at: number }>();
  let waiting = 0;
  let waitingBytes = 0;

  function wantedOf(inbox: string) {
    const days = maxAgeDays(inbox);
    return {
      num_replicas: replicas,
      max_age: days === null ? 0 : nanos(days * 86_400_000),
      max_bytes: maxBytes ?? -1,
    };
  }

  /** The stream as it is, made or changed where it is not as it should be. */
  async function ensure(inbox: string): Promise<StreamInfo> {
    const name = streamOf(inbox);
    const wanted = wantedOf(inbox);
    let info: StreamInfo;
    try {
      info = await manager.streams.info(name);
    } catch (error) {
      if (!isMissing(error)) throw error;
      return manager.streams.add({
        ...wanted,
        name,
        subjects: [SUBJECT + inbox],
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        discard: DiscardPolicy.New,
        duplicate_window: nanos(DUPLICATES_MS),
      });
    }
    return (await changed(info, wanted)) ?? info;
  }

  /** null where it is as it should be. */
  async function changed({ config }: StreamInfo, wanted: ReturnType<typeof wantedOf>): Promise<StreamInfo | null> {
    const isAsWanted = Object.entries(wanted).every(([key, value]) => config[key as keyof typeof wanted] === value);
    return isAsWanted ? null : manager.streams.update(config.name, wanted);
  }

  /** Once for all who ask in the same moment. */
  function ensured(inbox: string): Promise<StreamInfo> {
    const under = made.get(inbox) ?? ensure(inbox).finally(() => made.delete(inbox));
    made.set(inbox, under);
    return under;
  }

  function newestOf(inbox: string): Position {
    const known = newest.get(inbox);
    return known === undefined || performance.now() - known.at > STALE_LEADER_MS ? 0 : known.position;
  }

  const look = async (inbox: string): Promise<Bounds> => boundsOf(await ensured(inbox));

  async function keep({ inbox, frame }: NewRequest): Promise<Position> {
    const msgID = randomUUID();
    const until = performance.now() + PATIENCE_MS;
    let reason = "NATS does not answer in time.";
    let hasLooked = false;
    for (;;) {
      const left = until - performance.now();
      if (left <= 0) throw new StoreFailure(reason);
      try {
        const expect = { streamName: streamOf(inbox) };
        const { seq } = await js.publish(SUBJECT + inbox, frame, { msgID, expect, timeout: Math.min(left, TRY_MS) });
        if (seq === IN_PROCESS) {
          reason = "NATS has it, and has not kept it yet.";
          await pause(NO_LEADER_MS);
          continue;
        }
        if (seq > newestOf(inbox)) newest.set(inbox, { position: seq, at: performance.now() });
        return seq;
      } catch (error) {
        reason = errorText(error);
        // The servers have said no, and say so again: the stream is full, or the message too long.
        if (error instanceof JetStreamApiError && !isPassing(error)) throw new StoreFailure(reason);
        if (error instanceof TimeoutError || (error as Error).cause instanceof TimeoutError) continue;
        // No server takes it: there is no such stream yet, or no leader for the moment.
        if (!hasLooked) {
          hasLooked = true;
          await Promise.race([ensured(inbox).catch(() => undefined), pause(left)]);
        }
        await pause(NO_LEADER_MS);
      }
    }
  }

  /** What is not in memory: by a consumer for this stretch alone. */
  async function stretch(inbox: string, storage: string, after: Position, bytes: number): Promise<Stretch> {
    const stream = streamOf(inbox);
    const consumer = await js.consumers.get(stream, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: after + 1,
      inactive_threshold: nanos(10_000),
    });
    try {
      // After the consumer was made: so it is one of this very stream.
      const info = await ensured(inbox);
      const { first, last, storage: found } = boundsOf(info);
      if (found !== storage) throw beganAnew();
      if (after >= last) return { removed: null, requests: [] };
      if (first > last) return { removed: { count: last - after, through: last }, requests: [] };
      const { messages, bytes: size } = info.state;
      const there = last - Math.max(after, first - 1);
      const count = Math.min(READ_AT_ONCE, there, Math.max(1, Math.floor(bytes / (size / messages))));
      const requests: StoredRequest[] = [];
      const some = await consumer.fetch({ max_messages: count, expires: 2_000 });
      for await (const message of some) {
        if (message.info.consumer !== (await consumer.info(true)).name) throw beganAnew();
        requests.push({ position: message.seq, frame: message.data });
        if (requests.length === count || message.info.pending === 0) break;
      }
      const [oldest] = requests;
      if (oldest === undefined) throw new Error("NATS does not give what it has.");
      const through = oldest.position - 1;
      return { removed: through > after ? { count: through - after, through } : null, requests };
    } finally {
      consumer.delete().catch(() => undefined);
    }
  }

  function follow(inbox: string): void {
    const known = feeds.get(inbox);
    if (known !== undefined) {
      if (known.unused !== null) clearTimeout(known.unused);
      known.unused = null;
      return;
    }
    const changed = (): void => followers.tell(inbox);
    feeds.set(inbox, {
      feed: startFeed({ nats, stream: streamOf(inbox), look: () => look(inbox), changed }),
      unused: null,
    });
  }

  /** Some time after the last desktop has gone: most come back. */
  function unfollow(inbox: string): void {
    const known = feeds.get(inbox);
    if (known === undefined || followers.has(inbox)) return;
    known.unused = setTimeout(() => {
      feeds.delete(inbox);
      known.feed.stop();
    }, FOLLOWED_AFTER_MS).unref();
  }

  return {
    async append(request) {
      const size = request.frame.length;
      if (waitingBytes + size > WAITING_BYTES) throw new StoreFailure("More arrives than NATS can keep.");
      waiting += 1;
      waitingBytes += size;
      try {
        return await keep(request);
      } finally {
        waiting -= 1;
        waitingBytes -= size;
      }
    },
    async read(inbox, storage, after, bytes) {
      try {
        const recent = feeds.get(inbox)?.feed.read(storage, after, bytes) ?? null;
        if (recent !== null) return { removed: null, requests: recent };
        return await patiently(() => stretch(inbox, storage, after, bytes));
      } catch (error) {
        throw error instanceof StoreFailure ? error : new StoreFailure(errorText(error));
      }
    },
    async bounds(inbox) {
      try {
        const bounds = feeds.get(inbox)?.feed.bounds() ?? (await look(inbox));
        // A leader that was away for a moment does not know yet that there is another one, and tells of an older end.
        return { ...bounds, last: Math.max(bounds.last, newestOf(inbox)) };
      } catch (error) {
        throw new StoreFailure(errorText(error));
      }
    },
    follow(inbox, listener) {
      const end = followers.add(inbox, listener);
      follow(inbox);
      return () => {
        end();
        unfollow(inbox);
      };
    },
    /** Age is the servers' business, once they know it. Of a stream that is nearly full the oldest go, to make room. */
    async retain() {
      let removed = 0;
      for await (const info of manager.streams.list(`${SUBJECT}*`)) {
        const { config, state } = info;
        await changed(info, wantedOf(config.name.slice(STREAM.length)));
        if (maxBytes === null) continue;
        if (state.bytes <= maxBytes * FULL || state.messages === 0) continue;
        const share = (state.bytes - maxBytes * (FULL - 0.1)) / state.bytes;
        const seq = state.first_seq + Math.max(1, Math.ceil(state.messages * share));
        removed += (await manager.streams.purge(config.name, { seq })).purged;
      }
      return removed;
    },
    waiting: () => waiting,
    async close() {
      for (const { feed, unused } of feeds.values()) {
        if (unused !== null) clearTimeout(unused);
        feed.stop();
      }
      feeds.clear();
    },
  };
}

function boundsOf({ created, state }: StreamInfo): Bounds {
  const last = state.last_seq;
  return { storage: String(created), first: state.messages === 0 ? last + 1 : state.first_seq, last };
}

const NOT_FOUND = 10_059;

export function isMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === NOT_FOUND;
}

/** Between two leaders a cluster says that it is not there for the moment, and nothing of what was sent. */
function isPassing({ code, status }: JetStreamApiError): boolean {
  if (code === IN_PROCESS_ERROR) return true;
  return status === 503 && code !== 10_023 && code !== 10_077;
}

/**
 * Between two leaders nothing can be read for some seconds: no reason to send all desktops away. A read that no server
 * answers any more is given up: desktops at the same place all wait for the same one.
 */
async function patiently<Value>(read: () => Promise<Value>): Promise<Value> {
  const until = performance.now() + READ_PATIENCE_MS;
  for (;;)
    try {
      return await inTime(read(), READ_PATIENCE_MS);
    } catch (error) {
      if (error instanceof StoreFailure || performance.now() > until) throw error;
      await pause(READ_PAUSE_MS);
    }
}

function inTime<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("NATS does not answer in time.")), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
