import type { DatabaseSync } from "node:sqlite";
import type { Range } from "../../../shared/filter/index.ts";
import type { EventId, Instant } from "../../../shared/primitives.ts";

/** Row numbers per row of the table `spans`. */
export const SPAN = 1_024;

/** What a filter asks of a span: nothing in it can match where it has none of this. */
export interface SpanCondition {
  readonly since: Instant;
  readonly until: Instant;
  /** Bits of `kindBit` and `statusBits`, at least one of which a span must have. */
  readonly kinds: number;
  readonly statuses: number;
}

const ALL_BITS = 0xffff;
export const ANY_SPAN: SpanCondition = {
  since: 0,
  until: Number.MAX_SAFE_INTEGER,
  kinds: ALL_BITS,
  statuses: ALL_BITS,
};

export function kindBit(kind: number): number {
  return 1 << kind;
}

// One bit for each hundred of statuses, the lowest for events without one.
const LAST_GROUP = 9;
const groupOf = (status: number): number => Math.min(LAST_GROUP, Math.max(1, Math.floor(status / 100)));

export function statusBits({ from, to }: Range): number {
  const last = groupOf(to ?? Number.MAX_SAFE_INTEGER);
  let bits = 0;
  for (let group = groupOf(from ?? 0); group <= last; group += 1) bits |= 1 << group;
  return bits;
}

export const NO_STATUS_BIT = 1;

interface Noted {
  readonly at: Instant;
  readonly kind: number;
  readonly status: number | null;
}

/** Gathers what a transaction adds to the spans and writes it once. Bits and times only widen: a span may promise too much. */
export function openSpanWriter(database: DatabaseSync) {
  const write = database.prepare(`
    INSERT INTO spans VALUES (?, ?, ?, ?, ?) ON CONFLICT (span) DO UPDATE SET
      first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at),
      kinds = kinds | excluded.kinds, statuses = statuses | excluded.statuses`);
  const noted = new Map<number, { first: Instant; last: Instant; kinds: number; statuses: number }>();
  return {
    note(id: EventId, { at, kind, status }: Noted): void {
      const kinds = kindBit(kind);
      const statuses = status === null ? NO_STATUS_BIT : 1 << groupOf(status);
      const span = Math.floor(id / SPAN);
      const known = noted.get(span);
      if (known === undefined) {
        noted.set(span, { first: at, last: at, kinds, statuses });
        return;
      }
      known.first = Math.min(known.first, at);
      known.last = Math.max(known.last, at);
      known.kinds |= kinds;
      known.statuses |= statuses;
    },
    settle(): void {
      for (const [span, { first, last, kinds, statuses }] of noted) write.run(span, first, last, kinds, statuses);
      noted.clear();
    },
    abandon: (): void => noted.clear(),
  };
}
