import { BrowserWindow, dialog, type MessageBoxOptions } from "electron";
import type { HostWindow } from "../host.ts";
import { createReloadPause } from "../reload-pause.ts";
import { sendPush } from "./page-link.ts";

/** The colour of an empty window, so that it does not flash before the page has drawn itself. */
const BACKGROUND = { light: "#ffffff", dark: "#16181d" } as const;

interface Look {
  readonly preloadFile: string;
  readonly iconFile: string;
  readonly dark: boolean;
  /** Whether developers' tools can be opened. */
  readonly development: boolean;
  /** False where nobody looks: tests that drive the window without a display. */
  readonly visible: boolean;
  readonly log: (message: string, error?: unknown) => void;
  /** The page's process has ended by itself and is started again. */
  readonly crashed: (reason: string) => void;
}

/** Opens the window, empty and hidden: it shows itself once the page has something to show. */
export function createWindow(look: Look): BrowserWindow {
  const window = new BrowserWindow({
    title: "Linkdesk",
    // Elsewhere the window has the icon of the program's own file.
    ...(process.platform === "linux" ? { icon: look.iconFile } : {}),
    // The name under which Electron itself remembers place, size and state of the window.
    name: "bench",
    windowStatePersistence: true,
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 680,
    backgroundColor: look.dark ? BACKGROUND.dark : BACKGROUND.light,
    show: false,
    // Every preference that decides what the page can reach is spelled out, the defaults too: they have changed before.
    // And spelled out here, where the window is made: a scanner of Electron programs looks at no other place.
    webPreferences: {
      // Scanners ask for a look at every preload. At this one a test looks, each time: tests/unit/preload.test.ts.
      preload: look.preloadFile, // eng-disable PRELOAD_JS_CHECK
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      // A click with the middle button would open a link in a window of its own; there are to be none.
      disableBlinkFeatures: "Auxclick",
      webviewTag: false,
      plugins: false,
      devTools: look.development,
      navigateOnDragDrop: false,
      // Off, because dictionaries would be fetched from the network at the first start.
      spellcheck: false,
    },
  });
  if (look.visible) window.once("ready-to-show", () => window.show());
  const pause = createReloadPause();
  window.webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit") return;
    look.log(`The window's process has gone (${reason}, ${exitCode}); it is loaded again.`);
    look.crashed(`Its process ended with “${reason}” (exit code ${exitCode}).`);
    // The log is in main: a page that is loaded again shows all of it.
    setTimeout(() => {
      if (!window.isDestroyed()) window.webContents.reload();
    }, pause());
  });
  askWhenStuck(window);
  return window;
}

/** A page that takes no input: the user decides whether to wait. What is recorded goes on meanwhile, in main. */
function askWhenStuck(window: BrowserWindow): void {
  let asking: AbortController | null = null;
  window.on("unresponsive", () => {
    if (asking !== null) return;
    const question = new AbortController();
    asking = question;
    const options = {
      type: "warning",
      title: "Linkdesk",
      message: "The window does not respond.",
      detail: "Webhooks are still received and recorded. Loading the window again loses what is typed but not sent.",
      buttons: ["Wait", "Load again"],
      defaultId: 0,
      cancelId: 0,
      signal: question.signal,
    } satisfies MessageBoxOptions;
    void dialog.showMessageBox(window, options).then(({ response }) => {
      asking = null;
      // Its process is ended, which loads it again as after any other crash.
      if (response === 1 && !question.signal.aborted && !window.isDestroyed())
        window.webContents.forcefullyCrashRenderer();
    });
  });
  // It came to itself: the question goes away, answered with the wait.
  window.on("responsive", () => asking?.abort());
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** The window as the program sees it. */
export function asHostWindow(window: BrowserWindow): HostWindow {
  return {
    push: (name, push) => {
      if (!window.isDestroyed()) sendPush(window.webContents, name, push);
    },
    focus: () => bringToFront(window),
    close: async () => {
      if (window.isDestroyed()) return;
      const closed = new Promise<void>((resolve) => window.once("closed", () => resolve()));
      window.close();
      await closed;
    },
  };
}
