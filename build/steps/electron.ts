import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { run, tool } from "./run.ts";

export type ElectronBinary =
  | { readonly found: true; readonly path: string }
  | { readonly found: false; readonly reason: string };

/** Where the Electron binary is, if it is on this machine; nothing is downloaded. */
export function installedElectron(): ElectronBinary {
  const folder = tool("electron");
  const override = process.env["ELECTRON_OVERRIDE_DIST_PATH"];
  const pathFile = join(folder, "path.txt");
  const name = existsSync(pathFile) ? readFileSync(pathFile, "utf8") : "electron";
  const path = override === undefined ? join(folder, "dist", name) : join(override, name);
  if (existsSync(path)) return { found: true, path };
  return { found: false, reason: "its binary is not installed" };
}

/**
 * The Electron binary, downloaded if need be and possible. The npm package has had none since version 42: it
 * fetches one at first use, from a place that locked-down machines do not reach.
 */
export async function obtainElectron(): Promise<ElectronBinary> {
  const installed = installedElectron();
  if (installed.found) return installed;
  if (process.env["ELECTRON_SKIP_BINARY_DOWNLOAD"] !== undefined || process.env["CI"] !== undefined)
    return { found: false, reason: "its binary is not installed and downloads are off here" };
  console.log("Fetching the Electron binary (once) …");
  const { code } = await run(process.execPath, [tool("electron/install.js")], { quiet: true, timeoutMs: 300_000 });
  const after = installedElectron();
  if (code === 0 && after.found) return after;
  return { found: false, reason: "its binary could not be downloaded" };
}

/** What decides whether Chromium's sandbox can be set up; passed in so that any system can be tried on any. */
interface SandboxFacts {
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  /** Whether the file beside the binary is root's own and runs as root, which the sandbox then takes. */
  readonly helperIsSetUp: (file: string) => boolean;
  /** What a file of the kernel says; null where there is none. */
  readonly kernelSays: (file: string) => string | null;
}

const machine: SandboxFacts = {
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  helperIsSetUp(file) {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat?.uid === 0 && (stat.mode & 0o4000) !== 0;
  },
  kernelSays: (file) => (existsSync(file) ? readFileSync(file, "utf8").trim() : null),
};

/**
 * The binary, unless it would end at once: an unpacked Electron needs user namespaces for its sandbox, which Ubuntu
 * from 23.10 on allows to known programs only, or a helper that root has set up; without either it ends with SIGTRAP
 * (electron#42510). Whoever starts it with `--no-sandbox` knows why.
 */
export function usableElectron(
  binary: ElectronBinary,
  switches: readonly string[],
  { platform, isRoot, helperIsSetUp, kernelSays }: SandboxFacts = machine,
): ElectronBinary {
  if (!binary.found || platform !== "linux" || switches.includes("--no-sandbox")) return binary;
  if (isRoot) return { found: false, reason: "it does not run as root unless it is started with --no-sandbox" };
  const closed =
    kernelSays("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1" ||
    kernelSays("/proc/sys/kernel/unprivileged_userns_clone") === "0" ||
    kernelSays("/proc/sys/user/max_user_namespaces") === "0";
  if (!closed || helperIsSetUp(join(dirname(binary.path), "chrome-sandbox"))) return binary;
  return { found: false, reason: "this system closes user namespaces, which its sandbox needs" };
}
