import { existsSync, readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, type as system, totalmem } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "../../../build/steps/run.ts";
import { findBrowser } from "../../../src/main/hosts/chromium/find-browser.ts";
import { PEERS } from "../peers.ts";

/** What the figures depend on. */
export function describeMachine() {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    os: `${system()} ${release()}`,
    /** Processes that wanted a core over the last minute, ours among them. */
    load: loadavg()[0],
  };
}

export function describeVersions() {
  const folder = join(PEERS, "node_modules");
  const peers = Object.fromEntries(
    ["mockttp", "@mockoon/cli", "smee-client"].map((name) => [name, versionIn(join(folder, name))]),
  );
  const { node, v8, sqlite } = process.versions;
  return { app: versionIn(ROOT), node, v8, sqlite, host: "chromium", browser: findBrowser(), peers };
}

/** The version of the package in a folder; null when there is none. */
function versionIn(folder: string): string | null {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return null;
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, "utf8"))).version;
}
