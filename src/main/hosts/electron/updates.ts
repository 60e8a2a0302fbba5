import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AppUpdater } from "electron-updater";
import type { Host } from "../host.ts";
import type { QuitSequence } from "../quit-sequence.ts";

/** As much of electron-updater as is used; a fake in the tests is checked against it. */
export type UpdaterLibrary = Pick<
  AppUpdater,
  | "autoDownload"
  | "autoInstallOnAppQuit"
  | "allowDowngrade"
  | "allowPrerelease"
  | "disableWebInstaller"
  | "logger"
  | "requestHeaders"
  | "checkForUpdates"
  | "downloadUpdate"
  | "quitAndInstall"
> & {
  /** Everywhere but on macOS: starts the installer; false or an error event when it could not. Does not end us. */
  install?(isSilent?: boolean, isForceRunAfter?: boolean): boolean;
  on(name: "download-progress", listener: (progress: { readonly percent: number }) => void): unknown;
  on(name: "error", listener: (error: Error) => void): unknown;
};

interface Surroundings {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** The folder that the package's own files lie in. */
  readonly resourcesFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly quitting: QuitSequence;
  readonly quit: () => void;
  /** Says something aloud when the window is gone already. */
  readonly say: (title: string, sentence: string) => void;
  /** Loaded at the first look: it reads the package's settings and is no part of the start. */
  readonly load: () => Promise<UpdaterLibrary>;
}

/** Updates as electron-updater does them, with everything it does unasked switched off. */
export function createUpdateSource(surroundings: Surroundings): Host["updates"] {
  const { platform, environment, quitting, quit, say, load } = surroundings;
  const reason = whyNone(surroundings);
  if (reason !== null) return { available: false, reason };
  let library: Promise<UpdaterLibrary> | null = null;
  let progress: (percent: number) => void = () => {};
  let failInstall: (error: Error) => void = () => {};

  async function prepare(): Promise<UpdaterLibrary> {
    const updater = await load();
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.allowDowngrade = false;
    updater.allowPrerelease = false;
    updater.disableWebInstaller = true;
    updater.logger = null;
    // It would send an identifier of this installation with every look. Signatures and hashes are checked as ever.
    updater.requestHeaders = { "x-user-staging-id": "none" };
    updater.on("download-progress", ({ percent }) => progress(percent));
    updater.on("error", (error) => failInstall(error));
    return updater;
  }
  const updater = (): Promise<UpdaterLibrary> => (library ??= prepare());

  return {
    available: true,
    address: addressIn(readFileSync(settingsFile(surroundings), "utf8")),
    updater: {
      async check() {
        const result = await (await updater()).checkForUpdates();
        if (result === null || !result.isUpdateAvailable) return null;
        return { version: result.updateInfo.version, notes: result.updateInfo.releaseNotes ?? "" };
      },
      async download(onProgress) {
        progress = onProgress;
        await (await updater()).downloadUpdate();
      },
      async install() {
        const ready = await updater();
        // On macOS the system takes it from here: it checks the signature and then asks us to quit, or says why not.
        if (platform === "darwin") {
          const failed = new Promise<never>((_, reject) => {
            failInstall = reject;
          });
          ready.quitAndInstall();
          return failed;
        }
        // Elsewhere the new program is started while this one still runs: what is open is closed first, and with it
        // both locks are given back, or the new one would take itself for a second start and end.
        const reasons: string[] = [];
        failInstall = ({ message }) => reasons.push(message);
        await quitting.run();
        const started = ready.install === undefined ? false : ready.install(false, true);
        if (!started) {
          const because = reasons[0] === undefined ? "" : ` (${reasons[0]})`;
          say("Linkdesk was not updated", `The update was not installed${because}. Linkdesk ends now: start it again.`);
        }
        quit();
      },
    },
  };

  /** @returns why this program does not update itself, in words for the user; null when it can */
  function whyNone({ isPackaged, resourcesFolder }: Surroundings): string | null {
    if (!isPackaged) return "This Linkdesk was started from its source. Get the newer source to update it.";
    // The variable is also there in everything that was started from some other AppImage: a deb says what it is.
    const ofSystem = existsSync(join(resourcesFolder, "package-type")) || !environment["APPIMAGE"];
    if (platform === "linux" && ofSystem)
      return "This Linkdesk was installed as a package of your system. Install the newer package to update it.";
    if (!existsSync(settingsFile(surroundings)))
      return "This package was built without a place to look for updates. Ask whoever gave it to you for a newer one.";
    return null;
  }
}

/** Written by electron-builder from the publish settings. */
function settingsFile({ resourcesFolder }: Surroundings): string {
  return join(resourcesFolder, "app-update.yml");
}

/** Who will be asked, for the user to read before agreeing. Our own file: a few lines of `name: value`. */
function addressIn(settings: string): string {
  const value = (name: string): string | null =>
    new RegExp(`^${name}:\\s*['"]?([^'"\\n]+?)['"]?\\s*$`, "m").exec(settings)?.[1] ?? null;
  const [owner, repository, url] = [value("owner"), value("repo"), value("url")];
  if (value("provider") === "github" && owner !== null && repository !== null)
    return `github.com/${owner}/${repository}`;
  return url !== null && URL.canParse(url) ? new URL(url).host : "the place it was built for";
}
