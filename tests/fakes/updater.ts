import type { UpdaterLibrary } from "../../src/main/hosts/electron/updates.ts";

type Check = Awaited<ReturnType<UpdaterLibrary["checkForUpdates"]>>;

/** electron-updater as far as Linkdesk uses it, without a network; begins with the library's own defaults. */
export class FakeUpdater implements UpdaterLibrary {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  allowDowngrade = false;
  allowPrerelease = false;
  disableWebInstaller = false;
  logger: UpdaterLibrary["logger"] = console;
  requestHeaders: UpdaterLibrary["requestHeaders"] = null;
  /** What was called, in order. */
  readonly calls: string[] = [];
  found: Check = null;
  failure: Error | null = null;
  readonly #listeners = new Map<string, ((value: never) => void)[]>();

  on(name: string, listener: (value: never) => void): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }
  emit(name: string, value: unknown): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(value as never);
  }
  async checkForUpdates(): Promise<Check> {
    this.calls.push("check");
    if (this.failure !== null) throw this.failure;
    return this.found;
  }
  async downloadUpdate(): Promise<string[]> {
    this.calls.push("download");
    this.emit("download-progress", { percent: 41.7 });
    if (this.failure !== null) throw this.failure;
    return [];
  }
  /** Whether the installer can be started. */
  installs = true;
  quitAndInstall(): void {
    this.calls.push("quit and install");
    if (this.failure !== null) this.emit("error", this.failure);
  }
  install(isSilent?: boolean, isForceRunAfter?: boolean): boolean {
    this.calls.push(`install ${isSilent} ${isForceRunAfter}`);
    if (this.failure !== null) this.emit("error", this.failure);
    return this.installs;
  }
}

/** What the library says of a newer version. */
export function foundVersion(version: string, releaseNotes: string): NonNullable<Check> {
  const updateInfo = {
    version,
    releaseNotes,
    files: [],
    path: "",
    sha512: "",
    releaseDate: "2026-11-20T00:00:00.000Z",
  };
  return { isUpdateAvailable: true, updateInfo, versionInfo: updateInfo };
}
