import { MEBIBYTE } from "../../../shared/primitives.ts";
import { failureOf, type JournalProblem, problemOf } from "../journal-failure.ts";
import type { Outcome } from "../messages.ts";
import type { Operation } from "../to-writer.ts";

/** Bytes that may wait for the disk. Beyond them events are refused: memory is not a place to keep evidence in. */
export const QUEUE_LIMIT_BYTES = 256 * MEBIBYTE;
// What an event takes besides its bodies, about: headers, strings, promises.
const EVENT_OVERHEAD_BYTES = 2_048;

export type Success = Extract<Outcome, { readonly ok: true }>;

interface Waiting {
  readonly operation: Operation;
  readonly bytes: number;
  readonly resolve: (outcome: Success) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Group commit: while one batch is being committed, all that arrives gathers into the next. Under load batches
 * grow by themselves; alone, an event waits for nothing but the end of the current tick.
 */
export type CommitQueue = ReturnType<typeof createCommitQueue>;

export function createCommitQueue(limitBytes: number) {
  let queue: Waiting[] = [];
  let underWay: readonly Waiting[] = [];
  let waitingBytes = 0;
  let scheduled = false;
  let send: ((operations: readonly Operation[]) => void) | null = null;
  let refusal: JournalProblem | null = null;
  const whenDrained: (() => void)[] = [];

  function flush(): void {
    scheduled = false;
    if (underWay.length > 0) return;
    if (queue.length === 0) {
      for (const resolve of whenDrained.splice(0)) resolve();
      return;
    }
    if (send === null) return;
    underWay = queue;
    queue = [];
    send(underWay.map(({ operation }) => operation));
  }

  function rejectAll(some: readonly Waiting[], problem: JournalProblem): void {
    for (const each of some) {
      waitingBytes -= each.bytes;
      each.reject(failureOf(problem));
    }
  }

  return {
    /** Resolves once it is committed. @throws JournalFailure */
    perform(operation: Operation): Promise<Success> {
      if (refusal !== null) return Promise.reject(failureOf(refusal));
      const bytes = bytesOf(operation);
      if (waitingBytes + bytes > limitBytes) return Promise.reject(failureOf(problemOf("journal-overloaded")));
      waitingBytes += bytes;
      return new Promise((resolve, reject) => {
        queue.push({ operation, bytes, resolve, reject });
        if (scheduled || underWay.length > 0) return;
        scheduled = true;
        // After the sockets of this tick were read: what arrived together is committed together.
        setImmediate(flush);
      });
    },
    /** Batches go out through `send` from now on. */
    resume(how: (operations: readonly Operation[]) => void): void {
      send = how;
      flush();
    },
    /** Nothing goes out until `resume`. */
    pause(): void {
      send = null;
    },
    /** What is under way is lost, and refused for this reason. */
    lose(problem: JournalProblem): void {
      const lost = underWay;
      underWay = [];
      rejectAll(lost, problem);
    },
    /** Everything is refused for this reason from now on. */
    refuse(problem: JournalProblem): void {
      refusal = problem;
      const all = [...underWay, ...queue];
      underWay = [];
      queue = [];
      rejectAll(all, problem);
      flush();
    },
    committed(outcomes: readonly Outcome[]): void {
      const done = underWay;
      underWay = [];
      done.forEach((each, place) => {
        const outcome = outcomes[place];
        waitingBytes -= each.bytes;
        if (outcome?.ok === true) each.resolve(outcome);
        else each.reject(failureOf(outcome?.problem ?? problemOf("journal-unavailable")));
      });
      flush();
    },
    /** Resolves once nothing waits any more. */
    drained(): Promise<void> {
      return new Promise((resolve) => {
        whenDrained.push(resolve);
        if (!scheduled) flush();
      });
    },
  };
}

function bytesOf(operation: Operation): number {
  switch (operation.do) {
    case "append":
      return EVENT_OVERHEAD_BYTES + (operation.request?.byteLength ?? 0) + (operation.answer?.byteLength ?? 0);
    case "finish-call":
      return EVENT_OVERHEAD_BYTES + (operation.answer?.byteLength ?? 0);
    default:
      // Completions and the like are small, and refusing them would lose what is already recorded.
      return 0;
  }
}
