import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Bench } from "../harness/figure.ts";

/** A server that load can be sent to. */
export interface Target {
  readonly url: string;
  /** Resolves when it has no work left over from the load before; with the requests it knows of, if it counts them. */
  settle(): Promise<number | null>;
}

/** What a server process tells: once where it listens, then after each "settle". */
export type Report = { readonly url: string } | { readonly recorded: number | null };

/**
 * Starts a server in a process of its own; it ends with the measurement.
 *
 * @param file a module that sends a `Report`
 */
export async function startServer(bench: Bench, file: URL, args: readonly string[] = []): Promise<Target> {
  const child = fork(file, [...args], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  bench.atEnd(() => end(child));
  const report = async (): Promise<Report> => {
    const [told]: Report[] = await once(child, "message", { signal: AbortSignal.timeout(60_000) });
    if (told === undefined) throw new Error("The server has ended.");
    return told;
  };
  const first = await report();
  if (!("url" in first)) throw new Error("The server did not say where it listens.");
  return {
    url: first.url,
    async settle() {
      child.send("settle");
      const told = await report();
      return "recorded" in told ? told.recorded : null;
    },
  };
}

/** It ends by itself when nobody listens to it any more. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.disconnect();
  const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(late);
}
