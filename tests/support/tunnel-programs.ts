import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { TunnelProgram } from "../../src/shared/address.ts";
import { until } from "./until.ts";

const NOBODYS_PORT = 1;

export interface StandIn {
  readonly find: (name: TunnelProgram) => string | null;
  /** Where what it forwards can be reached, in the place of its public name; before it forwards, where nobody is. */
  readonly publicPort: number;
  readonly pid: () => number;
  /** Its arguments and the environment variables that matter, as it was started last. */
  readonly started: () => { readonly args: readonly string[]; readonly token: string | null };
}

/**
 * A program that stands in for one that cannot be had here: it takes the arguments, says the lines and answers the pages
 * that are documented, and forwards what comes to a port of loopback. `how` is one of its faults.
 */
export function installStandIn(name: TunnelProgram, how = ""): StandIn {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-program-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  const note = join(folder, "started.json");
  const script = new URL(`./stand-ins/${name}.mjs`, import.meta.url).pathname;
  writeFileSync(
    path,
    `#!/bin/sh\nexec env STANDIN_HOW='${how}' STANDIN_NOTE='${note}' '${process.execPath}' '${script}' "$@"\n`,
  );
  chmodSync(path, 0o755);
  const read = () => JSON.parse(readFileSync(note, "utf8"));
  return {
    find: (wanted) => (wanted === name ? path : null),
    get publicPort() {
      return read().publicPort ?? NOBODYS_PORT;
    },
    pid: () => read().pid,
    started: read,
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended and was not asked for is none any more.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

export const untilGone = (pid: number, patienceMs = 5_000): Promise<void> => until(() => !isAlive(pid), patienceMs);
