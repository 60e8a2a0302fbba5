import type { EventId, Instant } from "../../shared/primitives.ts";
import type { RetentionSettings } from "../../shared/retention.ts";
import type { Annotation, NextPlace, ProfileReadings } from "./api.ts";
import type { EventRow } from "./columns/column.ts";
import type { checkRow, EndRow } from "./columns/event-columns.ts";
import type { RunRow, TieRow } from "./columns/run-columns.ts";
import type { StoredReading } from "./columns/stored-reading.ts";
import { freeMemory } from "./free-memory.ts";

/** One thing for the writer to do. All of a batch are committed together. */
export type Operation =
  | {
      readonly do: "append";
      readonly row: EventRow;
      readonly request: Uint8Array | null;
      readonly answer: Uint8Array | null;
      /** How far the inbox that it came from is read with it. */
      readonly place: NextPlace | null;
    }
  | { readonly do: "relay-heard"; readonly inbox: string; readonly heardAt: Instant }
  | {
      readonly do: "adopt";
      readonly id: EventId;
      readonly row: EventRow;
      readonly request: Uint8Array | null;
      readonly answer: Uint8Array | null;
      /** As JSON, and the body; null where it was not handed on. */
      readonly forward: {
        readonly summary: string;
        readonly answer: string | null;
        readonly body: Uint8Array | null;
      } | null;
      /** null: it is read as it is written. With it, the row has what it says already. */
      readonly reading: StoredReading | null;
      readonly pinned: boolean;
      readonly annotation: Annotation;
    }
  | { readonly do: "finish-call"; readonly id: EventId; readonly row: EventRow; readonly answer: Uint8Array | null }
  | { readonly do: "finish-delivery"; readonly id: EventId; readonly end: EndRow }
  | {
      readonly do: "record-forward";
      readonly id: EventId;
      /** As JSON. */
      readonly summary: string;
      readonly answer: string | null;
      readonly body: Uint8Array;
    }
  | { readonly do: "record-check"; readonly id: EventId; readonly check: ReturnType<typeof checkRow> }
  | { readonly do: "configure-readings"; readonly profiles: readonly ProfileReadings[] }
  | { readonly do: "clear" }
  | { readonly do: "hide"; readonly ids: readonly EventId[]; readonly first: boolean }
  | { readonly do: "undo-clear" }
  | { readonly do: "bring-back-cleared" }
  | { readonly do: "purge-cleared" }
  | { readonly do: "remove"; readonly ids: readonly EventId[] }
  | { readonly do: "annotate"; readonly id: EventId; readonly change: Annotation }
  | { readonly do: "pin"; readonly id: EventId; readonly pinned: boolean }
  | { readonly do: "configure-retention"; readonly settings: RetentionSettings }
  | {
      readonly do: "save-runs";
      readonly runs: readonly RunRow[];
      readonly ties: readonly TieRow[];
      readonly through: EventId;
      readonly at: Instant;
      /** The count of `readings_edition` by which all of the log has been judged; null when it was not. */
      readonly judged: number | null;
    };

// Every delivery crosses to the writer's thread twice, to be recorded and to be completed. As objects, the copying
// took a fifth of main's time: each of two dozen names is written and read as text again. So these two go as bare
// values in a fixed order, and the bodies of a batch together in one buffer that is handed over.

/** What the writer is told. */
export type ToWriter =
  | { readonly type: "batch"; readonly batch: PackedBatch }
  /** Has everything that was removed out of the files. */
  | { readonly type: "scrub" }
  | { readonly type: "close" };

/** A batch on its way to the writer. */
export interface PackedBatch {
  readonly operations: readonly PackedOperation[];
  /** The small bodies, one behind the other in the order of the operations. */
  readonly bodies: ArrayBuffer;
}

type PackedOperation = PackedAppend | PackedEnd | { readonly operation: Operation; readonly answer: PackedBody };

/** The length of a body in the one buffer; a large one is a buffer of its own. */
type PackedBody = number | Uint8Array | null;

type PackedAppend = readonly [
  code: typeof APPEND,
  request: PackedBody,
  answer: PackedBody,
  row: EventRow,
  place: NextPlace | null,
];
type PackedEnd = readonly [code: typeof END, id: EventId, end: EndRow];

const APPEND = 0;
const END = 1;
// A body this large, alone in its buffer, is handed over instead of copied.
const TRANSFER_FROM = 65_536;

/** Packs a batch; the second part are the buffers that are to be transferred. */
export function packBatch(operations: readonly Operation[]): [batch: PackedBatch, transfer: readonly ArrayBuffer[]] {
  const small: Uint8Array[] = [];
  const large: ArrayBuffer[] = [];
  let length = 0;

  // Node cuts small buffers from a shared pool, and passing on such a view would copy or take away the whole pool.
  function put(body: Uint8Array | null): PackedBody {
    if (body === null) return null;
    const { buffer } = body;
    if (body.byteLength >= TRANSFER_FROM && body.byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) {
      large.push(buffer);
      return new Uint8Array(buffer);
    }
    if (body.byteLength > 0) small.push(body);
    length += body.byteLength;
    return body.byteLength;
  }

  const packed = operations.map((each): PackedOperation => {
    switch (each.do) {
      case "append":
        return [APPEND, put(each.request), put(each.answer), each.row, each.place];
      case "finish-delivery":
        return [END, each.id, each.end];
      case "finish-call":
        return { operation: { ...each, answer: null }, answer: put(each.answer) };
      default:
        return { operation: each, answer: null };
    }
  });
  const bodies = new ArrayBuffer(length);
  const target = new Uint8Array(bodies);
  let start = 0;
  for (const body of small) {
    target.set(body, start);
    start += body.byteLength;
  }
  return [{ operations: packed, bodies }, [bodies, ...large]];
}

/** Frees the bodies of a batch that is committed. */
export function freeMemoryOf({ operations, bodies }: PackedBatch): void {
  for (const packed of operations) {
    const [request, answer] =
      "operation" in packed ? [null, packed.answer] : packed[0] === END ? [] : [packed[1], packed[2]];
    for (const body of [request, answer]) if (body instanceof Uint8Array) freeMemory(body);
  }
  freeMemory(new Uint8Array(bodies));
}

/** The operations as they were before `packBatch`. Their bodies are views into the batch's buffer. */
export function unpackBatch({ operations, bodies }: PackedBatch): readonly Operation[] {
  let start = 0;
  function take(body: PackedBody): Uint8Array | null {
    if (typeof body !== "number") return body;
    const view = new Uint8Array(bodies, start, body);
    start += body;
    return view;
  }

  return operations.map((packed): Operation => {
    if ("operation" in packed) {
      const { operation } = packed;
      return operation.do === "finish-call" ? { ...operation, answer: take(packed.answer) } : operation;
    }
    if (packed[0] === END) return { do: "finish-delivery", id: packed[1], end: packed[2] };
    const [, request, answer, row, place] = packed;
    return { do: "append", request: take(request), answer: take(answer), row, place };
  });
}
