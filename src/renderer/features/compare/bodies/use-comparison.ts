import { useEffect, useState } from "react";
import { type BodyPart } from "../../../../shared/events.ts";
import { type LoadedBody, useBody } from "../../http-message/index.ts";
import { type Comparable } from "../compare-store.ts";
import { type BodiesResult, type BodiesTask, compareBodies } from "./compare-bodies.ts";

type ReadyBody = Extract<LoadedBody, { state: "ready" }>;

export type BodiesComparison =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "ready"; readonly left: ReadyBody; readonly right: ReadyBody; readonly result: BodiesResult };

/** Reads two bodies and compares them, off the window's thread when they are large. */
export function useComparison(
  left: Comparable,
  right: Comparable,
  part: BodyPart,
  itemOrder: boolean,
): BodiesComparison {
  const a = useBody(sourceOf(left, part), false, left.log);
  const b = useBody(sourceOf(right, part), false, right.log);
  const [comparison, setComparison] = useState<BodiesComparison>({ state: "loading" });

  useEffect(() => {
    if (a.state === "failed" || b.state === "failed") {
      setComparison(a.state === "failed" ? a : (b as Extract<LoadedBody, { state: "failed" }>));
      return;
    }
    if (a.state === "loading" || b.state === "loading") return setComparison({ state: "loading" });
    const abort = new AbortController();
    const task = {
      left: { bytes: a.bytes, text: a.reading.text?.value ?? null },
      right: { bytes: b.bytes, text: b.reading.text?.value ?? null },
      itemOrder,
    };
    compareInWorker(task, abort.signal).then(
      (result) => {
        if (!abort.signal.aborted) setComparison({ state: "ready", left: a, right: b, result });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setComparison({ state: "failed", message: String(error) });
      },
    );
    return () => abort.abort();
  }, [a, b, itemOrder]);

  return comparison;
}

function sourceOf(detail: Comparable, part: BodyPart) {
  const head = part === "request" ? detail.request : detail.answer;
  return { id: detail.summary.id, part, headers: head?.headers ?? NO_HEADERS, size: head?.size ?? 0, version: 0 };
}

const NO_HEADERS = [] as const;

/** Bytes of both bodies up to which comparing takes no longer than the way to a worker and back. */
const SMALL = 32_768;

/** As `compareBodies`, without holding the window up. Rejects with an `AbortError` when aborted. */
function compareInWorker(task: BodiesTask, signal: AbortSignal): Promise<BodiesResult> {
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
