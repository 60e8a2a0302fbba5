import type { Facts } from "../../shared/events.ts";
import type { EventId, HeaderList } from "../../shared/primitives.ts";
import type { DeliveryEnd } from "./api.ts";
import type { EventRow, Operation } from "./messages.ts";

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

type PackedAppend = readonly [
  code: typeof APPEND,
  request: PackedBody,
  answer: PackedBody,
  contentHeaders: HeaderList | null,
  facts: Facts | null,
  kind: EventRow["kind"],
  at: EventRow["at"],
  open: EventRow["open"],
  profile: EventRow["profile"],
  method: EventRow["method"],
  path: EventRow["path"],
  status: EventRow["status"],
  duration: EventRow["duration"],
  operation: EventRow["operation"],
  onPath: EventRow["onPath"],
  completeness: EventRow["completeness"],
  answerState: EventRow["answerState"],
  size: EventRow["size"],
  committed: EventRow["committed"],
  answerStarted: EventRow["answerStarted"],
  answerEnded: EventRow["answerEnded"],
  data: EventRow["data"],
  rest: EventRow["rest"],
  expectation: EventRow["expectation"],
  signature: EventRow["signature"],
  check: EventRow["check"],
  replay: EventRow["replay"],
  forward: EventRow["forward"],
];

type PackedEnd = readonly [
  code: typeof END,
  id: EventId,
  /** Its place in `ENDINGS`. */
  ending: number,
  duration: number,
  committed: number,
  answerStarted: number | null,
  answerEnded: number | null,
];

const ENDINGS = ["sent", "failed", "withheld"] as const satisfies readonly DeliveryEnd["answerState"][];
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
        return packAppend(each, put(each.request), put(each.answer));
      case "finish-delivery": {
        const { answerState, duration, committed, answerStarted, answerEnded } = each.end;
        return [END, each.id, ENDINGS.indexOf(answerState), duration, committed, answerStarted, answerEnded];
      }
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

function packAppend(
  { row, contentHeaders }: Extract<Operation, { readonly do: "append" }>,
  request: PackedBody,
  answer: PackedBody,
): PackedAppend {
  return [
    APPEND,
    request,
    answer,
    contentHeaders,
    row.facts,
    row.kind,
    row.at,
    row.open,
    row.profile,
    row.method,
    row.path,
    row.status,
    row.duration,
    row.operation,
    row.onPath,
    row.completeness,
    row.answerState,
    row.size,
    row.committed,
    row.answerStarted,
    row.answerEnded,
    row.data,
    row.rest,
    row.expectation,
    row.signature,
    row.check,
    row.replay,
    row.forward,
  ];
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
    if (packed[0] === APPEND) return unpackAppend(packed, take(packed[1]), take(packed[2]));
    const [, id, ending, duration, committed, answerStarted, answerEnded] = packed;
    const answerState = ENDINGS[ending] ?? "failed";
    return { do: "finish-delivery", id, end: { answerState, duration, committed, answerStarted, answerEnded } };
  });
}

function unpackAppend(
  packed: PackedAppend,
  request: Uint8Array | null,
  answer: Uint8Array | null,
): Extract<Operation, { readonly do: "append" }> {
  return {
    do: "append",
    request,
    answer,
    contentHeaders: packed[3],
    row: {
      facts: packed[4],
      kind: packed[5],
      at: packed[6],
      open: packed[7],
      profile: packed[8],
      method: packed[9],
      path: packed[10],
      status: packed[11],
      duration: packed[12],
      operation: packed[13],
      onPath: packed[14],
      completeness: packed[15],
      answerState: packed[16],
      size: packed[17],
      committed: packed[18],
      answerStarted: packed[19],
      answerEnded: packed[20],
      data: packed[21],
      rest: packed[22],
      expectation: packed[23],
      signature: packed[24],
      check: packed[25],
      replay: packed[26],
      forward: packed[27],
    },
  };
}
