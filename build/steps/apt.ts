import { existsSync } from "node:fs";
import { run } from "./run.ts";

/**
 * On Debian and its kin, what the tests need beside Node: installed when we may, without being started.
 *
 * @param what as a person calls it
 * @returns null, or in a sentence why it is not there
 */
export async function installWithApt(
  program: string,
  what: string,
  packages: readonly string[],
): Promise<string | null> {
  if (existsSync(program)) return null;
  if (process.platform !== "linux") return `the ${what} is looked for on Linux only`;
  if (process.getuid?.() !== 0) return `there is no ${program}, and installing it takes an administrator`;
  console.log(`No ${what} on this machine: installing ${packages.join(" ")} with apt-get …`);
  const quiet = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" } } as const;
  await run("apt-get", ["update"], quiet);
  await run("apt-get", ["install", "-y", "--no-install-recommends", ...packages], quiet);
  return existsSync(program) ? null : `${packages.join(" ")} could not be installed`;
}
