import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Milliseconds between two beats of the timer that is watched, here and in the app's main process. */
export const BEAT_MS = 5;

const WATCH = `
  const { monitorEventLoopDelay } = require("node:perf_hooks");
  const { parentPort } = require("node:worker_threads");
  const histogram = monitorEventLoopDelay({ resolution: ${BEAT_MS} });
  histogram.enable();
  parentPort.once("message", () => parentPort.postMessage(histogram.percentile(99) / 1e6));
`;

/** A timer in a thread with nothing else to do; what it resolves with is its 99th beat of a hundred, in milliseconds. */
export function watchBareTimer(): () => Promise<number> {
  const worker = new Worker(WATCH, { eval: true });
  return async () => {
    worker.postMessage("stop");
    const [beat] = (await once(worker, "message")) as [number];
    await worker.terminate();
    return beat;
  };
}
