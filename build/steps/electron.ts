import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
