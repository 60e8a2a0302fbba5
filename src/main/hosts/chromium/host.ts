import Conf from "conf";
import { openWholeStore } from "../../settings/index.ts";
import { watchSleep } from "../clock-watch.ts";
import type { Host, SettingsStore, SettingsStoreName } from "../host.ts";
import type { OpenedFiles } from "../opened-files.ts";
import type { QuitSequence } from "../quit-sequence.ts";
import { createKeyFileSecrets } from "./secrets.ts";

interface Parts {
  readonly dataFolder: string;
  readonly rendererFolder: string;
  readonly openWindow: Host["openWindow"];
  readonly quitting: QuitSequence;
  readonly quit: () => void;
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
}: Parts): Host {
  return {
    name: "chromium",
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
