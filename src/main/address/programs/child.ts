import { type ChildProcess, spawn } from "node:child_process";

/** How long a program may take to end in order. */
const GRACE_MS = 3_000;

export interface ChildOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** Beside ours: where secrets go, which everybody can read on a command line. */
  readonly environment: Readonly<Record<string, string>>;
  /** Told everything it says, on either output. */
  readonly onText: (text: string) => void;
  /** It has ended, or could not be started; in words. Told once. */
  readonly onEnd: (reason: string) => void;
}

export type Child = ReturnType<typeof startChild>;

/**
 * Watches over a program in our place. Its input is a pipe from us, which the system closes however we end: then the
 * program is ended, in order and after two seconds by force. Names and values are handed over as arguments, so none of
 * them is read as a command.
 */
const WATCHER = `exec 3<&0
"$@" </dev/null 3<&- &
child=$!
( cat <&3 >/dev/null; kill -TERM "$child"; sleep 2; kill -KILL "$child" ) 2>/dev/null >/dev/null &
watch=$!
exec 3<&-
wait "$child"
code=$?
kill "$watch" 2>/dev/null
exit "$code"`;

/**
 * Starts a program that ends with us, a kill included. On Windows the system sees to that: Node puts children that are
 * not detached into a job object that is closed with us (libuv, `src/win/process.c`).
 */
export function startChild({ program, args, environment, onText, onEnd }: ChildOptions) {
  const isWindows = process.platform === "win32";
  const env = { ...process.env, ...environment };
  const child: ChildProcess = isWindows
    ? spawn(program, [...args], { env, stdio: ["ignore", "pipe", "pipe"], windowsHide: true })
    : spawn("/bin/sh", ["-c", WATCHER, "linkdesk-tunnel", program, ...args], { env, stdio: ["pipe", "pipe", "pipe"] });
  let isOver = false;
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const over = (reason: string): void => {
    if (isOver) return;
    isOver = true;
    resolve();
    onEnd(reason);
  };
  // Always read: a program whose output is full stands still.
  for (const stream of [child.stdout, child.stderr])
    stream
      ?.setEncoding("utf8")
      .on("data", onText)
      .on("error", () => {});
  child.stdin?.on("error", () => {});
  child.once("error", (error) => over(`It could not be started: ${error.message}`));
  child.once("exit", (code, signal) =>
    over(signal === null ? `It ended with code ${code ?? "?"}.` : `It was ended (${signal}).`),
  );

  return {
    /** Ends it, at first in order. Resolves when it is gone. */
    async stop(): Promise<void> {
      if (isOver) return;
      // The watcher ends the program and then itself.
      if (isWindows) child.kill();
      else child.stdin?.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
      await gone;
      clearTimeout(timer);
    },
  };
}
