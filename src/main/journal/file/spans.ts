import type { DatabaseSync } from "node:sqlite";
import type { QualityWord, Range } from "../../../shared/filter/index.ts";
import type { EventId, Instant } from "../../../shared/primitives.ts";
import { KIND } from "../columns/codec.ts";
import type { EventRow } from "../columns/column.ts";
import { eventColumns } from "../columns/event-columns.ts";

/** Row numbers per row of the table `spans`. */
export const SPAN = 1_024;

/** What a filter asks of a span: nothing in it can match where it has none of this. */
export interface SpanCondition {
  readonly since: Instant;
  readonly until: Instant;
  /** Bits of `kindBit` and `statusBits`, at least one of which a span must have. */
  readonly kinds: number;
  readonly statuses: number;
  /** Bits of `signatureBit`, likewise. */
  readonly signatures: number;
  /** Bits of `MARK_BITS`, likewise. */
  readonly marks: number;
}

const ALL_BITS = 0xffff;
export const ANY_SPAN: SpanCondition = {
  since: 0,
  until: Number.MAX_SAFE_INTEGER,
  kinds: ALL_BITS,
  statuses: ALL_BITS,
  // 0 asks for nothing: a span of calls alone has none of these bits, and must not be passed over.
  signatures: 0,
  marks: 0,
};

/** What an event may be after `is:`; 0 for what spans do not know. */
export const MARK_BITS: Readonly<Record<QualityWord, number>> = {
  pinned: 0,
  incomplete: 1,
  replay: 2,
  repeat: 2,
  forwarded: 4,
  "forward-failed": 4,
  "not-forwarded": 4,
  scripted: 8,
};

function marksOf(row: EventRow): number {
  const has = (name: "replay" | "repeatOf" | "forward" | "onPurpose"): boolean =>
    eventColumns.value(row, name) !== null;
  return (
    ((eventColumns.value(row, "completeness") ?? 0) === 0 ? 0 : MARK_BITS.incomplete) |
    (has("replay") || has("repeatOf") ? MARK_BITS.replay : 0) |
    (has("forward") ? MARK_BITS.forwarded : 0) |
    (has("onPurpose") ? MARK_BITS.scripted : 0)
  );
}

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

/** null: a delivery that was not checked. */
export function signatureBit(signature: number | null): number {
  return signature === null ? 1 : 2 << signature;
}

/**
 * Gathers what a transaction adds to the spans and writes it once. Bits and times only widen: a span may promise too
 * much.
 */
export function openSpanWriter(database: DatabaseSync) {
  const write = database.prepare(`
    INSERT INTO spans (span, first_at, last_at, kinds, statuses, signatures, marks)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (span) DO UPDATE SET
      first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at),
      kinds = kinds | excluded.kinds, statuses = statuses | excluded.statuses,
      signatures = signatures | excluded.signatures, marks = marks | excluded.marks`);
  const widen = database.prepare("UPDATE spans SET signatures = signatures | ?, marks = marks | ? WHERE span = ?");
  const noted = new Map<
    number,
    { first: Instant; last: Instant; kinds: number; statuses: number; signatures: number; marks: number }
  >();
  return {
    note(id: EventId, row: EventRow): void {
      const at = eventColumns.value(row, "at") ?? 0;
      const kind = eventColumns.value(row, "kind") ?? 0;
      const status = eventColumns.value(row, "status");
      const marks = marksOf(row);
      const kinds = kindBit(kind);
      const statuses = status === null ? NO_STATUS_BIT : 1 << groupOf(status);
      const signatures = kind === KIND.delivery ? signatureBit(eventColumns.value(row, "signature")) : 0;
      const span = Math.floor(id / SPAN);
      const known = noted.get(span);
      if (known === undefined) {
        noted.set(span, { first: at, last: at, kinds, statuses, signatures, marks });
        return;
      }
      known.first = Math.min(known.first, at);
      known.last = Math.max(known.last, at);
      known.kinds |= kinds;
      known.statuses |= statuses;
      known.signatures |= signatures;
      known.marks |= marks;
    },
    /** A delivery was checked again: its span may have what it did not have before. */
    noteCheck(id: EventId, signature: number | null): void {
      // What this transaction has added to the span may not be written yet.
      this.settle();
      widen.run(signatureBit(signature), 0, Math.floor(id / SPAN));
    },
    /** A delivery was handed on. */
    noteForward(id: EventId): void {
      this.settle();
      widen.run(0, MARK_BITS.forwarded, Math.floor(id / SPAN));
    },
    settle(): void {
      for (const [span, { first, last, kinds, statuses, signatures, marks }] of noted)
        write.run(span, first, last, kinds, statuses, signatures, marks);
      noted.clear();
    },
    abandon: (): void => noted.clear(),
  };
}
