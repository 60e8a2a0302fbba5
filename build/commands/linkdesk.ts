// npm run linkdesk -- run …: the command line from source; what it prints is the program's alone.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { buildIfStale } from "../steps/build.ts";
import { ROOT } from "../steps/run.ts";

// Standard output may be read by a program.
const write = console.log;
console.log = console.error;
await buildIfStale();
console.log = write;
const script = join(ROOT, "out", "main", "cli.mjs");
const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...process.argv.slice(2)], {
  // Names of files are those of whoever called, not of this folder.
  cwd: process.env["INIT_CWD"] ?? process.cwd(),
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 2));
