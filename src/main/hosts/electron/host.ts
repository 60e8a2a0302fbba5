import { app, Menu, nativeTheme, safeStorage, session } from "electron";
import type { Host, HostWindow } from "../host.ts";
import type { OpenedFiles } from "../opened-files.ts";
import type { QuitSequence } from "../quit-sequence.ts";
import { serveApp } from "./app-protocol.ts";
import { guardSession } from "./guards.ts";
import { answerCalls } from "./ipc.ts";
import { type MenuCommand, menuTemplate } from "./menu.ts";
import { ORIGIN } from "./origin.ts";
import { onWake } from "./power.ts";
import { proxyFromPac } from "./proxy.ts";
import { createSecrets } from "./secrets.ts";
import { openElectronStore } from "./settings-store.ts";
import { asHostWindow, createWindow } from "./window.ts";

export interface ElectronHostOptions {
  readonly dataFolder: string;
  readonly rendererFolder: string;
  readonly preloadFile: string;
  readonly iconFile: string;
  readonly visible: boolean;
  readonly quitting: QuitSequence;
  readonly updates: Host["updates"];
  readonly openedFiles: OpenedFiles;
  readonly log: (message: string, error?: unknown) => void;
}

/** The desktop as Electron offers it. Must be called when the app is ready. */
export function createElectronHost(options: ElectronHostOptions): Host {
  const { dataFolder, rendererFolder, preloadFile, iconFile, visible, quitting, updates, openedFiles, log } = options;

  const openWindow: Host["openWindow"] = async ({ assets, call, crashed }): Promise<HostWindow> => {
    guardSession(session.defaultSession);
    serveApp(assets);
    const browserWindow = createWindow({
      preloadFile,
      iconFile,
      visible,
      dark: nativeTheme.shouldUseDarkColors,
      development: !app.isPackaged,
      log,
      crashed,
    });
    const window = asHostWindow(browserWindow);
    answerCalls(browserWindow.webContents, call);
    const choose = (command: MenuCommand): void => window.push("app.command", { command });
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(menuTemplate({ platform: process.platform, development: !app.isPackaged, choose })),
    );
    // Windows ends a session without asking us to quit: what is done by then is done.
    browserWindow.on("session-end", () => void quitting.run());
    await browserWindow.loadURL(`${ORIGIN}/`);
    return window;
  };

  return {
    name: "electron",
    dataFolder,
    rendererFolder,
    secrets: createSecrets(safeStorage, process.platform),
    openStore: (name) => openElectronStore(dataFolder, name),
    openWindow,
    resolveProxy: async (url) => proxyFromPac(await session.defaultSession.resolveProxy(url)),
    onWake,
    onQuit: quitting.onQuit,
    onOpenFile: openedFiles.onOpenFile,
    updates,
    quit: () => app.quit(),
  };
}
