import { spawn } from "node:child_process";
import { dirname } from "node:path";
import Conf from "conf";
import { openWholeStore } from "../../settings/index.ts";
import { watchSleep } from "../clock-watch.ts";
import type { FilesFromSystem } from "../files-from-system.ts";
import type { Host, SettingsStore, SettingsStoreName } from "../host.ts";
import type { QuitSequence } from "../quit-sequence.ts";
import type { UncaughtErrors } from "../uncaught-errors.ts";
import { printPdf } from "./print-pdf.ts";
import { freePath } from "./save-as.ts";
import { createKeyFileSecrets } from "./secrets.ts";

interface Parts
  extends Pick<Host, "dataFolder" | "folderIsPrivate" | "rendererFolder" | "openWindow" | "quit" | "log"> {
  /** The installed browser, which also prints. */
  readonly browser: string;
  /** Where files are saved: a browser asks the user only for what a page saves. */
  readonly saveFolder: string;
  readonly quitting: QuitSequence;
  readonly errors: UncaughtErrors;
  readonly checksItself: boolean;
  readonly filesFromSystem: FilesFromSystem;
}

/** The desktop as an installed browser and plain Node offer it. */
export function createChromiumHost(parts: Parts): Host {
  const { browser, saveFolder, quitting, filesFromSystem, errors, checksItself, ...own } = parts;
  return {
    name: "chromium",
    ...own,
    secrets: createKeyFileSecrets(own.dataFolder),
    openStore: (name) => openConfStore(own.dataFolder, name),
    // The system's settings cannot be read from here; the variables of the environment are read elsewhere.
    resolveProxy: async () => null,
    onWake: (listener) => void watchSleep(listener),
    onQuit: quitting.onQuit,
    onOpenFile: filesFromSystem.onOpenFile,
    onUncaughtError: errors.onError,
    saveAs: (name) => freePath(saveFolder, name),
    printPdf: (page) => printPdf(browser, page),
    showFile: (path) => showFile(path),
    // A browser and plain Node have no part of their own that a reading of theirs could not see.
    selfCheck: { only: checksItself, checks: [] },
    updates: {
      available: false,
      reason: "This Linkdesk was started from its source. Get the newer source to update it.",
    },
  };
}

/**
 * `<name>.json` in the folder, kept by conf, the library that electron-store is made of: same file, same behaviour,
 * without the import of `electron` that starts a download under plain Node. @throws as `openWholeStore`
 */
export function openConfStore(folder: string, name: SettingsStoreName): SettingsStore {
  return openWholeStore((options) => new Conf<Record<string, unknown>>({ ...options, cwd: folder, configName: name }));
}

/** The command of each system that shows a file in its file manager; on Linux no more than its folder, to all alike. */
function commandFor(platform: NodeJS.Platform, path: string): readonly [command: string, ...parameters: string[]] {
  if (platform === "darwin") return ["open", "-R", path];
  if (platform === "win32") return ["explorer.exe", `/select,${path}`];
  return ["xdg-open", dirname(path)];
}

/**
 * Shows a file of ours in the system's file manager, where no desktop does it for us.
 *
 * @throws Error with a sentence for the user when that could not be started
 */
export function showFile(path: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const [command, ...parameters] = commandFor(platform, path);
  const failed = new Error(`No file manager could be started. The file is ${path}.`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { stdio: "ignore", detached: true });
    child.once("error", () => reject(failed));
    // xdg-open ends with 3 or 4 where there is nothing to open a folder with; explorer ends with 1 when all is well.
    child.once("exit", (code) => (code === 0 || platform === "win32" ? resolve() : reject(failed)));
    child.unref();
  });
}
