// npm run dev: the app, built anew and started again whenever a source file changes. One way for both hosts, and
// what runs is the build that users get: no dev server, whose pages would need another content security policy.
import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildIfStale } from "../steps/build.ts";
import { ROOT } from "../steps/run.ts";

const SETTLE_MS = 200;
const switches = process.argv.slice(2);
let child: ChildProcess | null = null;
let changed = false;
let busy = false;

function launch(): void {
  const started = spawn(process.execPath, [join(ROOT, "build", "commands", "start.ts"), ...switches], {
    cwd: ROOT,
    stdio: "inherit",
  });
  child = started;
  started.on("exit", (code) => {
    // Closed by the user, not by us: development is over.
    if (child === started) process.exit(code ?? 0);
  });
}

async function stop(): Promise<void> {
  const old = child;
  child = null;
  if (old === null || old.exitCode !== null) return;
  old.kill("SIGTERM");
  await new Promise((resolve) => old.once("exit", resolve));
}

async function restart(): Promise<void> {
  if (busy) return;
  busy = true;
  while (changed) {
    changed = false;
    await wait(SETTLE_MS);
    try {
      await buildIfStale();
      await stop();
      launch();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      console.error("Waiting for the next change.");
    }
  }
  busy = false;
}

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    void stop().then(() => process.exit(0));
  });
watch(join(ROOT, "src"), { recursive: true }, () => {
  changed = true;
  void restart();
});
changed = true;
await restart();
