import type { Worker } from "node:worker_threads";
import { assertNever, MEBIBYTE } from "../../../shared/primitives.ts";
import { failureOf, problemOf } from "../failure.ts";
import type { EventRow, FromWriter, Operation, Outcome, ToWriter } from "../messages.ts";
import { createPacker } from "./pack.ts";

/** Bytes that may wait for the disk. Beyond them events are refused: memory is not a place to keep evidence in. */
export const QUEUE_LIMIT_BYTES = 256 * MEBIBYTE;
// What an event takes besides its bodies, about: headers, strings, promises.
const EVENT_OVERHEAD_BYTES = 2_048;

/** An operation with its bodies still as they were handed in. */
export type Request =
  | (Omit<Extract<Operation, { readonly do: "append" }>, "request" | "answer"> & {
      readonly request: Uint8Array | null;
      readonly answer: Uint8Array | null;
    })
  | { readonly do: "finish-call"; readonly id: number; readonly row: EventRow; readonly answer: Uint8Array | null }
  | Exclude<Operation, { readonly do: "append" | "finish-call" }>;

type Success = Extract<Outcome, { readonly ok: true }>;

interface Waiting {
  readonly request: Request;
  readonly bytes: number;
  readonly resolve: (outcome: Success) => void;
  readonly reject: (error: Error) => void;
}

/** Main's side of the thread that writes. */
export interface WriterLink {
  /** Resolves once it is committed. @throws JournalFailure */
  perform(request: Request): Promise<Success>;
  /** Commits what waits, then closes the file and ends the thread. */
  close(): Promise<void>;
}

/**
 * Group commit: while the thread commits one batch, all that arrives gathers into the next. Under load batches
 * grow by themselves; alone, an event waits for nothing but the end of the current tick.
 */
export function createWriterLink(worker: Worker, queueLimitBytes: number): WriterLink {
  let queue: Waiting[] = [];
  let underWay: readonly Waiting[] = [];
  let waitingBytes = 0;
  let scheduled = false;
  let closing: (() => void) | null = null;

  function flush(): void {
    scheduled = false;
    if (underWay.length > 0) return;
    if (queue.length === 0) {
      closing?.();
      return;
    }
    underWay = queue;
    queue = [];
    const packer = createPacker();
    const operations = underWay.map(({ request }): Operation => {
      switch (request.do) {
        case "append":
          return { ...request, request: packer.add(request.request), answer: packer.add(request.answer) };
        case "finish-call":
          return { ...request, answer: packer.add(request.answer) };
        default:
          return request;
      }
    });
    const { bodies, transfer } = packer.finish();
    const message: ToWriter = { type: "batch", batch: { operations, bodies } };
    worker.postMessage(message, transfer);
  }

  worker.on("message", (message: FromWriter) => {
    switch (message.type) {
      case "committed": {
        const done = underWay;
        underWay = [];
        done.forEach((each, place) => {
          const outcome = message.outcomes[place];
          waitingBytes -= each.bytes;
          if (outcome?.ok === true) each.resolve(outcome);
          else each.reject(failureOf(outcome?.problem ?? problemOf("journal-unavailable")));
        });
        flush();
        return;
      }
      case "ready":
      case "unusable":
        // Told once at the start, before this link exists.
        return;
      default:
        assertNever(message);
    }
  });

  return {
    perform(request) {
      if (closing !== null) return Promise.reject(failureOf(problemOf("journal-closed")));
      const bytes = bytesOf(request);
      if (waitingBytes + bytes > queueLimitBytes) return Promise.reject(failureOf(problemOf("journal-overloaded")));
      waitingBytes += bytes;
      return new Promise((resolve, reject) => {
        queue.push({ request, bytes, resolve, reject });
        if (scheduled || underWay.length > 0) return;
        scheduled = true;
        setImmediate(flush);
      });
    },
    close() {
      return new Promise((resolve) => {
        closing = () => {
          const message: ToWriter = { type: "close" };
          worker.once("exit", () => resolve());
          worker.postMessage(message);
        };
        if (!scheduled) flush();
      });
    },
  };
}

function bytesOf(request: Request): number {
  switch (request.do) {
    case "append":
      return EVENT_OVERHEAD_BYTES + (request.request?.byteLength ?? 0) + (request.answer?.byteLength ?? 0);
    case "finish-call":
      return EVENT_OVERHEAD_BYTES + (request.answer?.byteLength ?? 0);
    default:
      return 0;
  }
}
