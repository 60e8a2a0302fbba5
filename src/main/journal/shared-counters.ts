/**
 * A few numbers that all of the journal's threads see at once, without messages: what was committed, how far the
 * search index is, and whether it is time to end.
 */
export type SharedCounters = ReturnType<typeof createSharedCounters>;

/** Events that are not in the index yet, those aside that wait for their block to be whole. */
export function lagOf(counters: SharedCounters): number {
  const lag = counters.lastId() - Math.max(0, counters.indexedThrough());
  return lag < BLOCK ? 0 : lag;
}

/** Consecutive events that the index knows as one. */
export const BLOCK = 4;

const LAST_ID = 0;
const INDEXED_THROUGH = 1;
const INDEX_EDITION = 2;
const STOPPING = 3;
const UNREAD_FROM = 4;
const CELLS = 5;

export function createSharedCounters(memory = new SharedArrayBuffer(CELLS * BigInt64Array.BYTES_PER_ELEMENT)) {
  const cells = new BigInt64Array(memory);
  const get = (cell: number): number => Number(Atomics.load(cells, cell));
  const set = (cell: number, value: number): void => {
    Atomics.store(cells, cell, BigInt(value));
    Atomics.notify(cells, cell);
  };
  return {
    memory,
    lastId: (): number => get(LAST_ID),
    /** Wakes whoever waits. */
    setLastId: (id: number): void => set(LAST_ID, id),
    /** Webhooks from this number on are not read yet; 0 when all are. */
    unreadFrom: (): number => get(UNREAD_FROM),
    setUnreadFrom: (id: number): void => set(UNREAD_FROM, id),
    /** Events up to this number are in the search index. */
    indexedThrough: (): number => get(INDEXED_THROUGH),
    setIndexedThrough: (id: number): void => set(INDEXED_THROUGH, id),
    /** Counts up each time the index begins anew; 0 while there is none. */
    indexEdition: (): number => get(INDEX_EDITION),
    setIndexEdition: (edition: number): void => set(INDEX_EDITION, edition),
    stopping: (): boolean => get(STOPPING) === 1,
    stop(): void {
      set(STOPPING, 1);
      // Whoever waits for events is woken too.
      Atomics.notify(cells, LAST_ID);
    },
    /** Takes `stop` back. */
    go: (): void => set(STOPPING, 0),
    /** Blocks this thread until more is committed than `id`, or it is time to end, or the time is over. */
    waitBeyond: (id: number, milliseconds: number): void => void Atomics.wait(cells, LAST_ID, BigInt(id), milliseconds),
    /** Blocks this thread for so long, unless it is time to end. */
    rest: (milliseconds: number): void => void Atomics.wait(cells, STOPPING, 0n, milliseconds),
  };
}
