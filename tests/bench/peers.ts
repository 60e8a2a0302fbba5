import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../../build/steps/run.ts";

/** The folder of the programs that we are measured against: a package of its own, never part of the app. */
export const PEERS = join(ROOT, "tests", "bench", "peers");

/** Installs them as their lock file says, unless that was done before. Scripts are off: nothing else is fetched. */
export async function installPeers(): Promise<void> {
  const stamp = join(PEERS, "node_modules", ".installed-from");
  const wanted = createHash("sha256")
    .update(readFileSync(join(PEERS, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Installing the programs to compare with …");
  // Not "ci": it insists on a lock entry for every optional dependency, and one of mockttp's is a native module that
  // is left out here. What the lock file names is installed in that version all the same, and it is not rewritten.
  const args = [
    "install",
    "--no-save",
    "--prefix",
    PEERS,
    "--ignore-scripts",
    "--omit=optional",
    "--no-audit",
    "--no-fund",
  ];
  // Through the very npm that called us, as in bootstrap.mjs.
  const npm = process.env["npm_execpath"];
  const [command, first] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];
  const { code, output } = await run(command, [...first, ...args, "--loglevel=error"], { quiet: true });
  if (code !== 0) throw new Error(`The programs to compare with could not be installed:\n${output}`);
  writeFileSync(stamp, wanted);
}
