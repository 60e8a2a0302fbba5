/**
 * Loaded into the app's main process ahead of the program (NODE_OPTIONS): brings about there what a test cannot from
 * outside, and measures. Its port goes into the file that LINKDESK_TROUBLE_PROBE names. No part of the product knows of it.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread, type Worker } from "node:worker_threads";

/** What the main process holds after a collection of garbage. */
export interface Held {
  readonly heapBytes: number;
  readonly rssBytes: number;
  /** Open files, sockets and the like; null where the system does not tell. */
  readonly handles: number | null;
}

const file = process.env["LINKDESK_TROUBLE_PROBE"];
// Worker threads and child processes inherit NODE_OPTIONS too.
if (isMainThread && file !== undefined) {
  delete process.env["LINKDESK_TROUBLE_PROBE"];
  delete process.env["NODE_OPTIONS"];
  serve(file);
}

function serve(portFile: string): void {
  const threads = new Set<Worker>();
  process.on("worker", (thread) => {
    threads.add(thread);
    thread.once("exit", () => threads.delete(thread));
  });
  const dateOf = Date.now.bind(Date);
  let setBy = 0;
  Date.now = () => dateOf() + setBy;
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;

  const does: Readonly<Record<string, (value: number) => unknown>> = {
    /** Ends every thread at once, as a fault in native code would. */
    "end-threads": async () => (await Promise.all([...threads].map((thread) => thread.terminate()))).length,
    /** Sets the clock by so many milliseconds against the machine's. */
    "set-clock": (milliseconds) => (setBy = milliseconds),
    /** Once this is answered. */
    "fail-uncaught": () => {
      setTimeout(() => {
        throw new Error("An error that nobody has caught, for the test.");
      }, 50);
    },
    held: (): Held => {
      collect();
      const { heapUsed, rss } = process.memoryUsage();
      return { heapBytes: heapUsed, rssBytes: rss, handles: countHandles() };
    },
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    void Promise.resolve(does[pathname.slice(1)]?.(Number(searchParams.get("value")))).then((answer) =>
      response.end(JSON.stringify(answer ?? null)),
    );
  });
  server.unref();
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address !== "string") writeFileSync(portFile, String(address.port));
  });
}

function countHandles(): number | null {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return null;
  }
}
