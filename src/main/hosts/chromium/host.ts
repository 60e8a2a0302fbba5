import Conf from "conf";
import type { ProgramLog } from "../../program-log.ts";
import { openWholeStore } from "../../settings/index.ts";
import { watchSleep } from "../clock-watch.ts";
import type { Host, SettingsStore, SettingsStoreName } from "../host.ts";
import type { OpenedFiles } from "../opened-files.ts";
import type { QuitSequence } from "../quit-sequence.ts";
import type { UncaughtErrors } from "../uncaught-errors.ts";
import { createKeyFileSecrets } from "./secrets.ts";
import { showFile } from "./show-file.ts";

interface Parts {
  readonly dataFolder: string;
  readonly rendererFolder: string;
  readonly openWindow: Host["openWindow"];
  readonly quitting: QuitSequence;
  readonly quit: Host["quit"];
  readonly errors: UncaughtErrors;
  readonly checksItself: boolean;
  readonly log: ProgramLog;
  readonly openedFiles: OpenedFiles;
}

/** The desktop as an installed browser and plain Node offer it. */
export function createChromiumHost({
  dataFolder,
  rendererFolder,
  openWindow,
  quitting,
  quit,
  openedFiles,
  errors,
  checksItself,
  log,
}: Parts): Host {
  return {
    name: "chromium",
    log,
    dataFolder,
    rendererFolder,
    secrets: createKeyFileSecrets(dataFolder),
    openStore: (name) => openConfStore(dataFolder, name),
    openWindow,
    // The system's settings cannot be read from here; the variables of the environment are read elsewhere.
    resolveProxy: async () => null,
    onWake: (listener) => void watchSleep(listener),
    onQuit: quitting.onQuit,
    onOpenFile: openedFiles.onOpenFile,
    onUncaughtError: errors.onError,
    showFile: (path) => showFile(path),
    // A browser and plain Node have no part of their own that a reading of theirs could not see.
    selfCheck: { only: checksItself, checks: [] },
    updates: {
      available: false,
      reason: "This Linkdesk was started from its source. Get the newer source to update it.",
    },
    quit,
  };
}

/**
 * `<name>.json` in the folder, kept by conf, the library that electron-store is made of: same file, same behaviour,
 * without the import of `electron` that starts a download under plain Node. @throws as `openWholeStore`
 */
export function openConfStore(folder: string, name: SettingsStoreName): SettingsStore {
  return openWholeStore((options) => new Conf<Record<string, unknown>>({ ...options, cwd: folder, configName: name }));
}
