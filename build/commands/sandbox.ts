// npm run sandbox: the embedded peer linking service alone, for other clients.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../steps/run.ts";

// The source runs as it is under Node 24, so no build is needed.
const script = join(ROOT, "src", "main", "sandbox", "main.ts");
const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 0));
