import { existsSync } from "node:fs";
import { run } from "./run.ts";

const PROGRAM = "/usr/sbin/sshd";

/**
 * Makes sure that OpenSSH's server is there, for the tests of the public address. On Debian and its kin it is installed
 * when we may, without being started; elsewhere those tests are skipped.
 *
 * @returns null, or in a sentence why it is not there
 */
export async function ensureSshServer(): Promise<string | null> {
  if (existsSync(PROGRAM)) return null;
  if (process.platform !== "linux") return "OpenSSH's server is looked for on Linux only";
  if (process.getuid?.() !== 0) return `there is no ${PROGRAM}, and installing it takes an administrator`;
  console.log("No SSH server on this machine: installing openssh-server with apt-get …");
  const quiet = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" } } as const;
  await run("apt-get", ["update"], quiet);
  await run("apt-get", ["install", "-y", "--no-install-recommends", "openssh-server", "openssh-client"], quiet);
  return existsSync(PROGRAM) ? null : "openssh-server could not be installed";
}
