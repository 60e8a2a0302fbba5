import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

export interface Finished {
  readonly code: number;
  /** Standard output and standard error, in the order in which they came. */
  readonly output: string;
}

interface Options {
  readonly quiet?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  /** The project's, where it is left out. */
  readonly cwd?: string;
}

/**
 * Runs a program and waits for its end. `quiet` collects the output instead of showing it.
 * The program's own interpreter must be on the PATH, which `bootstrap.mjs` has seen to.
 */
export function run(command: string, args: readonly string[], options: Options = {}): Promise<Finished> {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...options.env },
      timeout: options.timeoutMs,
    });
    const take = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
      output += chunk.toString();
      if (options.quiet !== true) stream.write(chunk);
    };
    child.stdout.on("data", take(process.stdout));
    child.stderr.on("data", take(process.stderr));
    child.on("error", (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** The script behind a tool of node_modules, to be run with our own Node on every system alike. */
export function tool(path: string): string {
  return join(ROOT, "node_modules", path);
}
