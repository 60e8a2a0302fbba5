import Store from "electron-store";
import { openWholeStore } from "../../settings/index.ts";
import type { SettingsStore, SettingsStoreName } from "../host.ts";

/** `<name>.json` in the folder, kept by electron-store. @throws as `openWholeStore` */
export function openElectronStore(folder: string, name: SettingsStoreName): SettingsStore {
  return openWholeStore((options) => new Store<Record<string, unknown>>({ ...options, cwd: folder, name }));
}
