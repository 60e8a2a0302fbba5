// A worker thread, so that nothing the storm does on this side makes a webhook look slow: posts one numbered delivery
// after another, and notes how long each took, and how late this thread itself was woken meanwhile.
import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parentPort, workerData } from "node:worker_threads";
import { numberedBody } from "../../endurance/numbered-body.ts";

/** One webhook of somebody who has nothing to do with the storm. */
export interface Probe {
  readonly number: number;
  /** 0: it was not answered. */
  readonly status: number;
  readonly ms: number;
  /** Of these, at most so many because threads that could have gone on had no processor. */
  readonly starvedMs: number;
}

const PAUSE_MS = 100;
const { url, main } = workerData as { readonly url: string; readonly main: number | null };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const delay = monitorEventLoopDelay({ resolution: 10 });
const probes: Probe[] = [];
let isOver = false;

/** Milliseconds that the app's main thread and its workers have waited for a processor, as Linux counts them. */
function starvation(): number {
  if (main === null) return 0;
  let waited = 0;
  for (const task of readdirSync(`/proc/${main}/task`)) {
    try {
      const name = readFileSync(`/proc/${main}/task/${task}/comm`, "latin1");
      if (task !== String(main) && !name.startsWith("WorkerThread")) continue;
      waited += Number(readFileSync(`/proc/${main}/task/${task}/schedstat`, "latin1").split(" ")[1]) / 1e6;
    } catch {
      // The thread has ended.
    }
  }
  return waited;
}

function post(number: number): Promise<Probe> {
  delay.reset();
  const before = starvation();
  const began = performance.now();
  const done = (status: number): Probe => ({
    number,
    status,
    ms: Math.round(performance.now() - began),
    starvedMs: Math.round(delay.max / 1e6 + starvation() - before),
  });
  return new Promise((resolve) => {
    const outgoing = request(
      url,
      { method: "POST", agent, headers: { "Content-Type": "application/json" } },
      (answer) => {
        answer.resume().once("close", () => resolve(done(answer.complete ? (answer.statusCode ?? 0) : 0)));
      },
    );
    outgoing.setTimeout(60_000, () => outgoing.destroy());
    outgoing.once("error", () => resolve(done(0)));
    outgoing.end(numberedBody(number));
  });
}

parentPort?.once("message", () => {
  isOver = true;
});
delay.enable();
for (let number = 1; !isOver; number += 1) {
  probes.push(await post(number));
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
agent.destroy();
parentPort?.postMessage(probes);
parentPort?.close();
