import { readdirSync, readFileSync } from "node:fs";

/** A process whose command line names a data folder. */
export interface NamedProcess {
  readonly id: number;
  readonly command: string;
}

/** Whether the processes of an app can be told here: by their command lines, which Linux has as files. */
export const CAN_LIST_PROCESSES = process.platform === "linux";

/** All processes that run on a data folder: the program and its browser. Empty where they cannot be told. */
export function processesOn(dataFolder: string): readonly NamedProcess[] {
  if (!CAN_LIST_PROCESSES) return [];
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^[0-9]+$/.test(entry) || Number(entry) === process.pid) return [];
    const command = readQuietly(`/proc/${entry}/cmdline`).replaceAll("\0", " ").trim();
    return command.includes(dataFolder) ? [{ id: Number(entry), command }] : [];
  });
}

/** Ends what runs on a data folder with SIGKILL, each by its own number. */
export function killAllOn(dataFolder: string): void {
  for (const { id } of processesOn(dataFolder)) {
    try {
      process.kill(id, "SIGKILL");
    } catch {
      // It was gone before.
    }
  }
}

/** What still runs there after it had so many milliseconds to end by itself. */
export async function leftoversOn(dataFolder: string, graceMs: number): Promise<readonly NamedProcess[]> {
  const until = performance.now() + graceMs;
  for (;;) {
    const found = processesOn(dataFolder);
    if (found.length === 0 || performance.now() > until) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A process may end between being listed and being looked at. */
function readQuietly(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
