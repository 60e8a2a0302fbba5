import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Bench } from "../harness/figure.ts";

export interface Settled {
  /** Requests it knows of; null when it does not count them. */
  readonly recorded: number | null;
  /** Microseconds of processor time that all of its threads have taken; null when it does not tell. */
  readonly processor: number | null;
}

/** A server that load can be sent to. */
export interface Target {
  readonly url: string;
  /** Resolves when it has no work left over from the load before. */
  settle(): Promise<Settled>;
}

/** What a server process tells: once where it listens, then after each "settle". */
export type Report = { readonly url: string } | Settled;

/**
 * Starts a server in a process of its own; it ends with the measurement.
 *
 * @param file a module that sends a `Report`
 */
export async function startServer(bench: Bench, file: URL, args: readonly string[] = []): Promise<Target> {
  const child = fork(file, [...args], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  bench.atEnd(() => end(child));
  const report = async (): Promise<Report> => {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(60_000)]);
    const gone = once(child, "exit", { signal }).then((): never => {
      throw new Error(`The server ${file.pathname.split("/").at(-1) ?? ""} has ended.`);
    });
    try {
      const [told] = await Promise.race([once(child, "message", { signal }) as Promise<Report[]>, gone]);
      if (told === undefined) throw new Error("The server told nothing.");
      return told;
    } finally {
      over.abort();
      gone.catch(() => undefined);
    }
  };
  const first = await report();
  if (!("url" in first)) throw new Error("The server did not say where it listens.");
  return {
    url: first.url,
    async settle() {
      child.send("settle");
      const told = await report();
      if ("url" in told) throw new Error("The server was started twice.");
      return told;
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
