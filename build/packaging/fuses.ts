import { join } from "node:path";
import { type FuseConfig, FuseV1Options, FuseVersion, flipFuses } from "@electron/fuses";
import type { AfterPackContext } from "electron-builder";

/**
 * What the packaged Electron binary may and may not do; each with its reason in `docs/decisions/fuses.md`. All of them
 * are named: an Electron with a new fuse stops the packaging until somebody has decided.
 */
export const FUSES: FuseConfig = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // On Apple silicon a changed binary needs a new ad-hoc signature to start at all; a real one replaces it later.
  resetAdHocDarwinSignature: process.platform === "darwin",
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
};

/**
 * electron-builder's hook: after everything is in its place, before anything is signed. For a universal bundle it is
 * called for the two temporary apps too: they stay as they are, since what differs between the two after a signature of
 * its own cannot be put together any more (@electron/universal compares hashes; universal#10, forge#3271).
 */
export async function applyFuses(context: AfterPackContext): Promise<void> {
  if (/-(x64|arm64)-temp$/.test(context.appOutDir)) return;
  await flipFuses(binaryOf(context), FUSES);
}

/** The file that carries the fuses, or on macOS the bundle around it. */
function binaryOf({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  const name = packager.appInfo.productFilename;
  if (electronPlatformName === "darwin") return join(appOutDir, `${name}.app`);
  if (electronPlatformName === "win32") return join(appOutDir, `${name}.exe`);
  // As linux.executableName in the configuration.
  return join(appOutDir, EXECUTABLE);
}

/** The name of the program's file on Linux, where names are lower case. */
export const EXECUTABLE = "linkdesk";
