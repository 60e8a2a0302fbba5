import { type JsonOutline, outlineJson } from "../tree/outline.ts";
import { type BodyTask, type BodyTaskResult, type ReadBody } from "./body-task.ts";
import { readBody } from "./reading.ts";

/** Reads and outlines bodies: small ones at once, large ones in a worker. Rejects with an `AbortError` when aborted. */
export interface BodyWork {
  readonly read: (bytes: Uint8Array<ArrayBuffer>, charset: string | null, signal: AbortSignal) => Promise<ReadBody>;
  readonly outline: (text: string, signal: AbortSignal) => Promise<JsonOutline | null>;
  readonly close: () => void;
}

/** Below this size reading takes less than a millisecond, which is less than the way to the worker and back. */
const SMALL = 16_384;

interface Waiting {
  readonly task: BodyTask;
  readonly resolve: (result: BodyTaskResult) => void;
  readonly reject: (reason: Error) => void;
}

export function createBodyWork(): BodyWork {
  // Started ahead of need: the first large body does not wait for it.
  let worker: Worker | null = startWorker();
  let last = 0;
  const waiting = new Map<number, Waiting>();

  function startWorker(): Worker {
    const started = new Worker(new URL("./body.worker.ts", import.meta.url), { type: "module" });
    started.onmessage = ({ data }: MessageEvent<{ id: number; result: BodyTaskResult }>) => {
      waiting.get(data.id)?.resolve(data.result);
      waiting.delete(data.id);
    };
    // It may have ended (out of memory, a file that did not load): who asks next gets another one.
    const failed = (reason: string): void => {
      if (worker === started) stopWorker();
      failAll(new Error(reason || "The body could not be read."));
    };
    started.onerror = ({ message }) => failed(message);
    started.onmessageerror = () => failed("");
    return started;
  }

  function stopWorker(): void {
    worker?.terminate();
    worker = null;
  }

  function failAll(reason: Error): void {
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }

  function run(task: BodyTask, signal: AbortSignal): Promise<BodyTaskResult> {
    return new Promise((resolve, reject) => {
      last += 1;
      const id = last;
      waiting.set(id, { task, resolve, reject });
      worker ??= startWorker();
      worker.postMessage({ id, task });
      signal.addEventListener("abort", () => {
        if (!waiting.delete(id)) return;
        reject(new DOMException("Nobody waits for this body any more.", "AbortError"));
        // A hostile body may keep a worker for a second: the next body finds a fresh one.
        stopWorker();
        worker = startWorker();
        for (const [other, { task: unfinished }] of waiting) worker.postMessage({ id: other, task: unfinished });
      });
    });
  }

  return {
    async read(bytes, charset, signal) {
      if (bytes.length <= SMALL) return { bytes, reading: readBody(bytes, charset) };
      const result = await run({ kind: "read", bytes, charset }, signal);
      if (result.kind !== "read") throw new Error("The worker answered another question.");
      return result;
    },
    async outline(text, signal) {
      if (text.length <= SMALL) {
        const outlined = outlineJson(text);
        return outlined.ok ? outlined.outline : null;
      }
      const result = await run({ kind: "outline", text }, signal);
      return result.kind === "outline" ? result.outline : null;
    },
    close() {
      failAll(new DOMException("The inspector was closed.", "AbortError"));
      stopWorker();
    },
  };
}
