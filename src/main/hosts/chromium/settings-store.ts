import Conf from "conf";
import { openWholeStore } from "../../settings/index.ts";
import type { SettingsStore, SettingsStoreName } from "../host.ts";

/**
 * `<name>.json` in the folder, kept by conf, the library that electron-store is made of: same file, same behaviour,
 * without the import of `electron` that starts a download under plain Node. @throws as `openWholeStore`
 */
export function openConfStore(folder: string, name: SettingsStoreName): SettingsStore {
  return openWholeStore((options) => new Conf<Record<string, unknown>>({ ...options, cwd: folder, configName: name }));
}
