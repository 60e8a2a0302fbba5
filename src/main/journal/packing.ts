import type { EventId } from "../../shared/primitives.ts";
import type { Stored } from "./columns/codec.ts";
import type { EventRow } from "./columns/column.ts";
import type { Operation } from "./messages.ts";

// Every delivery crosses to the writer's thread twice, to be recorded and to be completed. As objects, the copying
// took a fifth of main's time: each of two dozen names is written and read as text again. So these two go as bare
// values in a fixed order, and the bodies of a batch together in one buffer that is handed over.

/** What the writer is told. */
export type ToWriter = { readonly type: "batch"; readonly batch: PackedBatch } | { readonly type: "close" };

/** A batch on its way to the writer. */
export interface PackedBatch {
  readonly operations: readonly PackedOperation[];
  /** The small bodies, one behind the other in the order of the operations. */
  readonly bodies: ArrayBuffer;
}

type PackedOperation = PackedAppend | PackedEnd | { readonly operation: Operation; readonly answer: PackedBody };

/** The length of a body in the one buffer; a large one is a buffer of its own. */
type PackedBody = number | Uint8Array | null;

type PackedAppend = readonly [code: typeof APPEND, request: PackedBody, answer: PackedBody, row: EventRow];
type PackedEnd = readonly [code: typeof END, id: EventId, end: readonly Stored[]];

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
        return [APPEND, put(each.request), put(each.answer), each.row];
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
    const [, request, answer, row] = packed;
    return { do: "append", request: take(request), answer: take(answer), row };
  });
}
