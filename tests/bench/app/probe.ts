/**
 * Loaded into the app's main process ahead of the program (NODE_OPTIONS): measures there what cannot be seen from
 * outside. Its port goes into the file that LINKDESK_BENCH_PROBE names. No part of the product knows of it.
 */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/** What the main process tells of itself. */
export interface ProbeReport {
  /** Milliseconds that the event loop was late, since the last reset. */
  readonly delay: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly rssBytes: number;
}

const file = process.env["LINKDESK_BENCH_PROBE"];
// Worker threads and child processes inherit NODE_OPTIONS too.
if (isMainThread && file !== undefined) {
  delete process.env["LINKDESK_BENCH_PROBE"];
  delete process.env["NODE_OPTIONS"];
  serve(file);
}

function serve(portFile: string): void {
  // A timer of this resolution is part of what is measured: 0 means that it came exactly in time.
  const resolution = 5;
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolution);
  const server = createServer((request, response) => {
    if (request.url === "/reset") histogram.reset();
    const report: ProbeReport = {
      delay: { p50: late(histogram.percentile(50)), p99: late(histogram.percentile(99)), max: late(histogram.max) },
      rssBytes: process.memoryUsage.rss(),
    };
    response.end(JSON.stringify(report));
  });
  server.unref();
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address !== "string") writeFileSync(portFile, String(address.port));
  });
}
