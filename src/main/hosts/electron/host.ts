import { app, Menu, nativeTheme, powerMonitor, safeStorage, session, shell } from "electron";
import Store from "electron-store";
import { openWholeStore } from "../../settings/index.ts";
import { watchSleep } from "../clock-watch.ts";
import type { FilesFromSystem } from "../files-from-system.ts";
import type { Host, HostWindow, SettingsStore, SettingsStoreName } from "../host.ts";
import type { QuitSequence } from "../quit-sequence.ts";
import type { UncaughtErrors } from "../uncaught-errors.ts";
import { askWhere, askWhich } from "./file-dialogs.ts";
import { guardSession } from "./guards.ts";
import { type MenuCommand, menuTemplate } from "./menu.ts";
import { answerCalls, serveApp } from "./page-channel.ts";
import { printPdf } from "./print-pdf.ts";
import { createSecrets } from "./secrets.ts";
import { ELECTRON_CHECKS } from "./self-check.ts";
import { asHostWindow, createWindow, loadPage } from "./window.ts";

export interface ElectronHostOptions
  extends Pick<Host, "dataFolder" | "folderIsPrivate" | "rendererFolder" | "updates" | "log"> {
  readonly preloadFile: string;
  readonly iconFile: string;
  readonly visible: boolean;
  readonly quitting: QuitSequence;
  readonly filesFromSystem: FilesFromSystem;
  readonly errors: UncaughtErrors;
  /** `--self-check`: the program is started for that alone, without showing itself. */
  readonly checksItself: boolean;
}

/** The desktop as Electron offers it. Must be called when the app is ready. */
export function createElectronHost(options: ElectronHostOptions): Host {
  const { preloadFile, iconFile, visible, quitting, filesFromSystem, errors, checksItself, ...own } = options;
  const { dataFolder, log } = own;

  const openWindow: Host["openWindow"] = async ({ assets, call, crashed }): Promise<HostWindow> => {
    guardSession(session.defaultSession);
    serveApp(assets);
    const browserWindow = createWindow({
      preloadFile,
      iconFile,
      visible,
      dark: nativeTheme.shouldUseDarkColors,
      development: !app.isPackaged,
      log: log.write,
      crashed,
    });
    const window = asHostWindow(browserWindow);
    answerCalls(browserWindow.webContents, call);
    const choose = (command: MenuCommand): void => window.push("app.command", { command });
    const openFile = (): void => void askWhich().then((path) => filesFromSystem.open(path === null ? [] : [path]));
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(
        menuTemplate({ platform: process.platform, development: !app.isPackaged, choose, openFile }),
      ),
    );
    // Windows ends a session without asking us to quit: what is done by then is done.
    browserWindow.on("session-end", () => void quitting.run());
    await loadPage(browserWindow, { visible, log: log.write });
    return window;
  };

  return {
    name: "electron",
    ...own,
    secrets: createSecrets(safeStorage, process.platform),
    openStore: (name) => openElectronStore(dataFolder, name),
    openWindow,
    resolveProxy: async (url) => proxyFromPac(await session.defaultSession.resolveProxy(url)),
    onWake: (listener) => {
      // To the moment where the system announces it, by the clock where it does not.
      const watch = watchSleep(listener);
      powerMonitor.on("suspend", watch.suspended);
      powerMonitor.on("resume", watch.resumed);
    },
    onQuit: quitting.onQuit,
    onOpenFile: filesFromSystem.onOpenFile,
    onUncaughtError: errors.onError,
    saveAs: (name) => askWhere(name),
    printPdf,
    // Says nothing of whether there was a file manager to show it.
    showFile: async (path) => shell.showItemInFolder(path),
    selfCheck: { only: checksItself, checks: ELECTRON_CHECKS },
    // The code is for the check of itself: whatever else ends the program ends it with 0.
    quit(code = 0) {
      if (code === 0) app.quit();
      else void quitting.run().then(() => app.exit(code));
    },
  };
}

/** `<name>.json` in the folder, kept by electron-store. @throws as `openWholeStore` */
export function openElectronStore(folder: string, name: SettingsStoreName): SettingsStore {
  return openWholeStore((given) => new Store<Record<string, unknown>>({ ...given, cwd: folder, name }));
}

/** The kinds of proxy that a PAC result names, with the scheme of a proxy URL for each. */
const SCHEMES: Readonly<Record<string, string>> = {
  PROXY: "http",
  HTTP: "http",
  HTTPS: "https",
  SOCKS: "socks4",
  SOCKS4: "socks4",
  SOCKS5: "socks5",
};

/**
 * Reads the answer of `session.resolveProxy`, which has the form of a PAC result: `PROXY host:port; DIRECT`.
 * The first entry counts; the ones after it are what a browser falls back to.
 *
 * @returns the proxy as a URL, or null when the address is to be reached directly
 */
function proxyFromPac(result: string): string | null {
  const [first = ""] = result.split(";");
  const [kind = "", address = ""] = first.trim().split(/\s+/);
  const scheme = SCHEMES[kind.toUpperCase()];
  if (scheme === undefined || !URL.canParse(`${scheme}://${address}`)) return null;
  return `${scheme}://${address}`;
}
