import { type BodiesResult, type BodiesTask, compareBodies } from "./compare-bodies.ts";

/** Bytes of both bodies up to which comparing takes no longer than the way to a worker and back. */
const SMALL = 32_768;

/** As `compareBodies`, without holding the window up. Rejects with an `AbortError` when aborted. */
export function compareInWorker(task: BodiesTask, signal: AbortSignal): Promise<BodiesResult> {
  if (task.left.bytes.length + task.right.bytes.length <= SMALL) return Promise.resolve(compareBodies(task));
  return new Promise((resolve, reject) => {
    // One worker for one question: two bodies are compared seldom, and a hostile pair may keep one busy.
    const worker = new Worker(new URL("./compare.worker.ts", import.meta.url), { type: "module" });
    const end = (): void => {
      worker.terminate();
      signal.removeEventListener("abort", cancel);
    };
    const cancel = (): void => {
      end();
      reject(new DOMException("Nobody waits for this comparison any more.", "AbortError"));
    };
    worker.onmessage = ({ data }: MessageEvent<BodiesResult>) => {
      end();
      resolve(data);
    };
    const fail = (reason: string): void => {
      end();
      reject(new Error(reason || "The bodies could not be compared."));
    };
    worker.onerror = ({ message }) => fail(message);
    worker.onmessageerror = () => fail("");
    signal.addEventListener("abort", cancel);
    worker.postMessage(task);
  });
}
