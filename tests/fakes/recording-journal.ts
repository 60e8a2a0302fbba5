import type { DeliveryEnd, Journal, NewEvent } from "../../src/main/journal/api.ts";
import type { EventDetail } from "../../src/shared/events.ts";
import type { Notice } from "../../src/shared/notices.ts";
import type { EventId } from "../../src/shared/primitives.ts";
import type { Forwarded } from "../../src/shared/replay.ts";
import { DEFAULT_RETENTION } from "../../src/shared/retention.ts";

type NewDelivery = Extract<NewEvent, { kind: "delivery" }>;
type CallFinish = Parameters<Journal["finishCall"]>;

/** One delivery as it was handed in, with how its answer went once that was told. */
export interface RecordedDelivery {
  readonly id: EventId;
  readonly event: NewDelivery;
  readonly end: DeliveryEnd | null;
}

interface RecordedForward {
  readonly forwarded: Forwarded;
  readonly body: Buffer;
}

/** A journal in memory that keeps what it was given, and can be told to be slow or to fail. */
export interface RecordingJournal extends Journal {
  /** Everything that was committed, oldest first. */
  readonly events: readonly { readonly id: EventId; readonly event: NewEvent }[];
  readonly finishedCalls: readonly CallFinish[];
  readonly forwards: ReadonlyMap<EventId, RecordedForward>;
  /** How many events were handed in so far, committed or not. */
  offered(): number;
  deliveries(): readonly RecordedDelivery[];
  notices(): readonly Notice[];
  /** Resolves as soon as `enough` holds; it is asked again after each thing that is recorded. */
  until(enough: (journal: RecordingJournal) => boolean): Promise<void>;
  /** Resolves with the deliveries once `count` are committed and have ended, whether sent or failed. */
  untilEnded(count: number): Promise<readonly RecordedDelivery[]>;
  /** From now on nothing is committed until the returned function is called. */
  hold(): () => void;
  /** From now on every append is rejected with this error; null: they work again. */
  failWith(error: Error | null): void;
}

/** Ids start at 1 and grow by one, as in the real one. */
export function createRecordingJournal(): RecordingJournal {
  const events: { id: EventId; event: NewEvent }[] = [];
  const ends = new Map<EventId, DeliveryEnd>();
  const finishedCalls: CallFinish[] = [];
  const forwards = new Map<EventId, RecordedForward>();
  const waiting = new Set<() => void>();
  let offered = 0;
  let failure: Error | null = null;
  let held: Promise<void> | null = null;

  const recorded = () => {
    for (const check of [...waiting]) check();
  };

  const journal: RecordingJournal = {
    events,
    finishedCalls,
    forwards,
    problem: () => null,
    place: { folder: "", memory: new SharedArrayBuffer(0) },
    offered: () => offered,
    async append(event) {
      offered += 1;
      recorded();
      if (held !== null) await held;
      if (failure !== null) throw failure;
      const id = events.length + 1;
      events.push({ id, event });
      recorded();
      return id;
    },
    isCleared: async () => false,
    onClearing: () => () => undefined,
    relayPlace: async () => null,
    async relayHeard() {},
    async adopt() {},
    async finishCall(...call) {
      finishedCalls.push(call);
      recorded();
    },
    async finishDelivery(id, end) {
      if (ends.has(id)) throw new Error(`Delivery ${id} was finished twice.`);
      ends.set(id, end);
      recorded();
    },
    async recordForward(id, forwarded, body) {
      forwards.set(id, { forwarded, body: Buffer.from(body) });
      recorded();
    },
    whole: async (ids) => ({ events: [], through: ids.length }),
    async recordCheck() {},
    configureReadings() {},
    onReread: () => () => {},
    payload: async () => null,
    confirmedReading: async (_, reading) => reading,
    readingCounts: async () => [],
    tryReading: async () => ({ trial: { fit: 0, contradict: 0, examples: [], words: [], complete: true }, here: null }),
    deliveries() {
      const found: RecordedDelivery[] = [];
      for (const { id, event } of events)
        if (event.kind === "delivery") found.push({ id, event, end: ends.get(id) ?? null });
      return found;
    },
    notices: () => events.flatMap(({ event }) => (event.kind === "notice" ? [event.summary.notice] : [])),
    until(enough) {
      return new Promise((resolve) => {
        const check = () => {
          if (!enough(journal)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      });
    },
    async untilEnded(count) {
      await journal.until(() => ends.size >= count);
      return journal.deliveries();
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = null;
        resolve();
      };
    },
    failWith(error) {
      failure = error;
    },
    annotate: async () => {},
    tags: async () => [],
    choose: async () => ({ ids: [], related: 0, pinned: 0, references: [], linkIds: [], remarks: [], unnamed: 0 }),
    countElsewhere: async () => [],
    remove: async () => 0,
    scrub: async () => [],
    async page({ filter }) {
      if (filter !== "signature:valid") throw new Error("The recording journal has no other pages.");
      const found = events.flatMap(({ id, event }) =>
        event.kind === "delivery" && event.summary.signature === "valid" ? [{ ...event.summary, id }] : [],
      );
      return { events: found, moreBefore: false, moreAfter: false };
    },
    async detail(id): Promise<EventDetail | null> {
      const found = events.find((entry) => entry.id === id);
      if (found === undefined) return null;
      const { event } = found;
      if (event.kind === "notice") return { kind: "notice", summary: { ...event.summary, id } };
      if (event.kind === "call") return { ...event, summary: { ...event.summary, id } };
      const forward = forwards.get(id)?.forwarded.summary;
      return { ...event, summary: { ...event.summary, id, ...(forward === undefined ? {} : { forward }) } };
    },
    async body(id, part) {
      const event = events.find((entry) => entry.id === id)?.event;
      if (event === undefined || event.kind === "notice") return null;
      if (part === "request") return event.requestBody;
      return event.kind === "delivery" ? event.answerBody : null;
    },
    async alike(id) {
      const bytes = await journal.body(id, "request");
      const others = events.filter((entry) => entry.id !== id && entry.event.kind === "delivery");
      const same = others.filter(
        ({ event }) => event.kind === "delivery" && Buffer.from(event.requestBody).equals(bytes ?? Buffer.alloc(0)),
      );
      return { same: same.map((entry) => entry.id), maybe: [], complete: true };
    },
    async clear() {
      return events.splice(0).length;
    },
    async undoClear() {},
    bringBackCleared: async () => 0,
    async purgeCleared() {},
    async pin() {},
    retention: async () => DEFAULT_RETENTION,
    async configureRetention() {},
    status: () => ({ problem: null, indexLag: 0 }),
    onStatus: () => () => {},
    async stats() {
      return { events: events.length, bytesOnDisk: 0, indexLag: 0, oldest: null, cleared: 0 };
    },
    onChange: () => () => {},
    async close() {},
  };
  return journal;
}
