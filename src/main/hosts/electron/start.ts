import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { app, BrowserWindow, dialog, type Event, powerMonitor } from "electron";
import { errorText } from "../../../shared/primitives.ts";
import type { ProgramLog } from "../../program-log.ts";
import { terminalText } from "../../terminal-text.ts";
import { prepareDataFolder } from "../data-folder.ts";
import { createFilesFromSystem, ourFilesIn } from "../files-from-system.ts";
import type { Host } from "../host.ts";
import { acquireInstanceLock, type InstanceLock } from "../instance-lock.ts";
import { createQuitSequence, type QuitSequence } from "../quit-sequence.ts";
import { watchUncaughtErrors } from "../uncaught-errors.ts";
import { guardEveryPage } from "./guards.ts";
import { createElectronHost } from "./host.ts";
import { APP_ID } from "./identity.ts";
import { registerAppScheme } from "./page-channel.ts";
import { createUpdateSource, type UpdaterLibrary } from "./updates.ts";
import { bringToFront } from "./window.ts";

interface Options {
  readonly start: (host: Host) => Promise<void>;
  /** Where our files lie when no switch says otherwise: the same folder as the other host's. */
  readonly defaultFolder: string;
  readonly preloadFile: string;
  readonly rendererFolder: string;
  /** For the task bar on Linux, where nothing else gives the window one. */
  readonly iconFile: string;
  readonly loadUpdater: () => Promise<UpdaterLibrary>;
  readonly log: ProgramLog;
}

const ALREADY_RUNNING = "Linkdesk is already running on this data folder.";

/**
 * Runs the program on Electron. Everything up to the first await happens before the app is ready, as scheme, sandbox
 * and folders demand. `--user-data-dir=DIR`, `--remote-debugging-port=N` are Electron's own switches; `--headless`
 * keeps the window hidden.
 */
export async function runElectron({
  start,
  defaultFolder,
  preloadFile,
  rendererFolder,
  iconFile,
  loadUpdater,
  log,
}: Options): Promise<void> {
  // Whoever starts us without a sandbox (an AppImage where user namespaces are closed) has processes without one
  // already: asking for it then takes the switch away from those to come, and none of them starts (electron#42510).
  if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
  registerAppScheme();
  guardEveryPage(app);
  // The shortcuts of the installer carry it too: without it, Windows takes us for another program than they start.
  if (process.platform === "win32") app.setAppUserModelId(APP_ID);
  app.on("child-process-gone", (_event, { type, reason, name }) => {
    // Chromium starts them again; why one went is worth a line when somebody asks.
    if (reason !== "clean-exit") log.write(`The process ${name ?? type} has gone (${reason}).`);
  });
  const filesFromSystem = createFilesFromSystem();
  filesFromSystem.open(ourFilesIn(process.argv, process.cwd()));
  // macOS says it this way, and may do so before the app is ready.
  app.on("open-file", (event, path) => {
    event.preventDefault();
    filesFromSystem.open(ourFilesIn([path], process.cwd()));
  });
  let lock: InstanceLock | null = null;
  // Electron's own lock and ours: a new version that is started before we are gone needs both.
  const release = (): void => {
    lock?.release();
    app.releaseSingleInstanceLock();
  };
  const quitting = createQuitSequence({ log: log.write, release });
  const errors = watchUncaughtErrors({ log: log.write, end: () => void quitting.run().then(() => app.exit(1)) });
  const checksItself = app.commandLine.hasSwitch("self-check");
  const visible = !app.commandLine.hasSwitch("headless") && !checksItself;

  try {
    const { dataFolder, isPrivate } = chooseFolders(defaultFolder);
    if (!app.requestSingleInstanceLock()) return giveUp(ALREADY_RUNNING);
    log.keepIn(dataFolder);
    endInOrder(quitting);
    app.on("second-instance", (_event, words, workingFolder) => {
      filesFromSystem.open(ourFilesIn(words, workingFolder));
      for (const window of BrowserWindow.getAllWindows()) if (visible) bringToFront(window);
    });
    await app.whenReady();
    // Electron's own lock is for Electron only; this one is also held by the other host.
    lock = acquireInstanceLock(dataFolder);
    if (lock === null) {
      // The other host knows nothing of this start and brings no window to the front.
      if (visible) dialog.showErrorBox("Linkdesk", ALREADY_RUNNING);
      return giveUp(ALREADY_RUNNING);
    }
    const updates = createUpdateSource({
      isPackaged: app.isPackaged,
      platform: process.platform,
      resourcesFolder: process.resourcesPath,
      environment: process.env,
      quitting,
      quit: () => app.quit(),
      say: (title, sentence) => dialog.showErrorBox(title, sentence),
      load: loadUpdater,
    });
    await start(
      createElectronHost({
        dataFolder,
        folderIsPrivate: isPrivate,
        rendererFolder,
        preloadFile,
        iconFile,
        visible,
        quitting,
        updates,
        filesFromSystem,
        errors,
        checksItself,
        log,
      }),
    );
    // What a check of itself prints is read by programs.
    if (!checksItself) console.log(terminalText(`Linkdesk is ready (Electron host, data folder ${dataFolder})`));
  } catch (error) {
    log.write("Linkdesk could not start.", error);
    // A box waits until it is pressed, which a script that checks the machine does not do.
    if (!checksItself) dialog.showErrorBox("Linkdesk could not start", errorText(error));
    await quitting.run();
    app.exit(1);
  }
}

function giveUp(sentence: string): void {
  console.error(sentence);
  app.exit(1);
}

/** Our own files lie in the data folder, what Chromium keeps for the window in a folder within. */
function chooseFolders(defaultFolder: string): { readonly dataFolder: string; readonly isPrivate: boolean } {
  if (!app.commandLine.hasSwitch("user-data-dir")) {
    own(defaultFolder);
  } else {
    // Said again, because it is Chromium that reads the switch; and a relative one is not to move with the program.
    const wanted = app.commandLine.getSwitchValue("user-data-dir");
    if (wanted !== "") own(resolve(wanted));
  }
  const dataFolder = app.getPath("userData");
  const { isPrivate } = prepareDataFolder(dataFolder);
  const browserFolder = join(dataFolder, "electron");
  mkdirSync(browserFolder, { recursive: true, mode: 0o700 });
  app.setPath("sessionData", browserFolder);
  return { dataFolder, isPrivate };
}

function own(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath("userData", folder);
}

/** Holds up the end until the listeners are through, then asks for it again. */
function endInOrder(quitting: QuitSequence): void {
  let through = false;
  app.on("before-quit", (event) => {
    if (through) return;
    event.preventDefault();
    void quitting.run().then(() => {
      through = true;
      app.quit();
    });
  });
  // The machine is shut down, or on macOS the user logs out; on Windows the window is told instead (see host.ts). The
  // system waits for those who ask it to, for a while. electron.d.ts speaks of the event but leaves it out of the type.
  const onShutdown = (event?: Event): void => {
    event?.preventDefault();
    app.quit();
  };
  void app.whenReady().then(() => powerMonitor.on("shutdown", onShutdown));
  // One window is the program, on macOS too: the listener would go on unseen.
  app.on("window-all-closed", () => app.quit());
}
