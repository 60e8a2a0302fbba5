import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { app, BrowserWindow, dialog } from "electron";
import type { Host } from "../host.ts";
import { acquireInstanceLock } from "../instance-lock.ts";
import { createQuitSequence, type QuitSequence } from "../quit-sequence.ts";
import { registerAppScheme } from "./app-protocol.ts";
import { guardEveryPage } from "./guards.ts";
import { createElectronHost } from "./host.ts";
import { createUpdateSource, type UpdaterLibrary } from "./updates.ts";
import { bringToFront } from "./window.ts";

interface Options {
  readonly start: (host: Host) => Promise<void>;
  readonly preloadFile: string;
  readonly rendererFolder: string;
  readonly loadUpdater: () => Promise<UpdaterLibrary>;
  readonly log: (message: string, error?: unknown) => void;
}

const ALREADY_RUNNING = "Linkdesk is already running on this data folder.";

/**
 * Runs the program on Electron. Everything up to the first await happens before the app is ready, as scheme, sandbox
 * and folders demand. `--user-data-dir=DIR`, `--remote-debugging-port=N` are Electron's own switches; `--headless`
 * keeps the window hidden.
 */
export async function runElectron({ start, preloadFile, rendererFolder, loadUpdater, log }: Options): Promise<void> {
  app.enableSandbox();
  registerAppScheme();
  guardEveryPage(app);
  const dataFolder = chooseFolders();
  if (!app.requestSingleInstanceLock()) return giveUp(ALREADY_RUNNING);

  const quitting = createQuitSequence({ log });
  endInOrder(quitting);
  app.on("second-instance", () => {
    for (const window of BrowserWindow.getAllWindows()) bringToFront(window);
  });
  await app.whenReady();

  try {
    // Electron's own lock is for Electron only; this one is also held by the other host.
    const lock = acquireInstanceLock(dataFolder);
    if (lock === null) return giveUp(ALREADY_RUNNING);
    const visible = !app.commandLine.hasSwitch("headless");
    const updates = createUpdateSource({
      isPackaged: app.isPackaged,
      platform: process.platform,
      resourcesFolder: process.resourcesPath,
      environment: process.env,
      quitting,
      quit: () => app.quit(),
      load: loadUpdater,
    });
    await start(createElectronHost({ dataFolder, rendererFolder, preloadFile, visible, quitting, updates }));
    console.log(`Linkdesk is ready (Electron host, data folder ${dataFolder})`);
  } catch (error) {
    log("Linkdesk could not start.", error);
    dialog.showErrorBox("Linkdesk could not start", error instanceof Error ? error.message : String(error));
    app.exit(1);
  }
}

function giveUp(sentence: string): void {
  console.error(sentence);
  app.exit(1);
}

/** Our own files lie in the data folder, what Chromium keeps for the window in a folder within. */
function chooseFolders(): string {
  if (!app.commandLine.hasSwitch("user-data-dir")) {
    const folder = join(app.getPath("appData"), "Linkdesk");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    app.setPath("userData", folder);
  }
  const dataFolder = app.getPath("userData");
  const browserFolder = join(dataFolder, "electron");
  mkdirSync(browserFolder, { recursive: true, mode: 0o700 });
  app.setPath("sessionData", browserFolder);
  return dataFolder;
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
  // One window is the program, on macOS too: the listener would go on unseen.
  app.on("window-all-closed", () => app.quit());
}
