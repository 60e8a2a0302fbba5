import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findBrowser } from "../../src/main/hosts/chromium/find-browser.ts";
import { installWithApt } from "./apt.ts";
import { run } from "./run.ts";

/**
 * Makes sure that a Chromium, Chrome or Edge is there. On Debian and its kin it is installed when we may;
 * elsewhere the sentence says what to install.
 *
 * @returns the path of the browser
 * @throws Error with a sentence for the user when there is none
 */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser();
  if (found !== null) return found;
  if (process.platform === "linux" && process.getuid?.() === 0) {
    console.log("No Chromium on this machine: installing it with apt-get …");
    const quiet = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } } as const;
    await run("apt-get", ["update"], quiet);
    const { code, output } = await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], quiet);
    const installed = findBrowser();
    if (code === 0 && installed !== null) return installed;
    console.error(output);
  }
  throw new Error(
    "No Chromium, Chrome or Edge was found. Install one of them, or set LINKDESK_BROWSER to the path of one.",
  );
}

/** Debian's, which has the program beside that of the browser itself. */
const SHELL_PACKAGE = "chromium-headless-shell";
const HEADLESS_SHELLS = [SHELL_PACKAGE, "chrome-headless-shell"];

/**
 * Installs the shell that `ensurePageBrowser` looks for, where we may and where Debian's Chromium is the browser. It need
 * not be there: the whole browser shows the same pages, and costs more.
 */
export async function installPageBrowser(): Promise<void> {
  if (findShell() === undefined && existsSync("/usr/bin/chromium"))
    await installWithApt(`/usr/bin/${SHELL_PACKAGE}`, "shell to show pages in", [SHELL_PACKAGE]);
}

/**
 * A browser for tests of pages alone: the shell without a window of its own, where the system has it, since it shows a
 * page with a third less work.
 *
 * @throws as `ensureBrowser`
 */
export async function ensurePageBrowser(): Promise<string> {
  return findShell() ?? ensureBrowser();
}

function findShell(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return HEADLESS_SHELLS.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}
