import { app, BrowserWindow, dialog, type MessageBoxOptions, Notification } from "electron";
import type { HostWindow } from "../host.ts";
import { createReloadPause } from "../reload-pause.ts";
import { ORIGIN } from "./identity.ts";
import { sendPush } from "./page-channel.ts";

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

/** A window that is still hidden after so long is shown, whatever it has to show. */
const SHOWN_AFTER_MS = 2_000;
/** The program goes on without the page after so long: its calls and the listener need none. */
const LOADED_AFTER_MS = 10_000;

/** Opens the window, empty and hidden; `loadPage` shows it. */
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
  const pause = createReloadPause();
  window.webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit") return;
    look.log(`The window’s process has gone (${reason}, ${exitCode}); it is loaded again.`);
    look.crashed(`Its process ended with “${reason}” (exit code ${exitCode}).`);
    // The log is in main: a page that is loaded again shows all of it.
    setTimeout(() => {
      if (!window.isDestroyed()) window.webContents.reload();
    }, pause());
  });
  askWhenStuck(window);
  return window;
}

/**
 * Loads our page and shows the window once, at the first of: it is ready to be shown, its page is loaded, two seconds
 * have passed. On Wayland a hidden window may never become ready (electron#48859). A load that fails is tried again,
 * ever more slowly, as after a crash; one that never ends does not hold up the program.
 *
 * @returns when the page is there, or ten seconds later
 */
export function loadPage(window: BrowserWindow, { visible, log }: Pick<Look, "visible" | "log">): Promise<void> {
  const { promise: there, resolve: goOn } = Promise.withResolvers<void>();
  let shown = !visible;
  const showOnce = (): void => {
    if (shown || window.isDestroyed()) return;
    shown = true;
    window.show();
  };
  const loaded = (): void => {
    showOnce();
    goOn();
  };
  const timers = [
    setTimeout(showOnce, SHOWN_AFTER_MS),
    setTimeout(() => {
      log("The window’s page is not there yet; the program goes on without it.");
      goOn();
    }, LOADED_AFTER_MS),
  ];
  void there.then(() => clearTimeout(timers[1]));
  window.once("ready-to-show", showOnce);
  // Its process may end while it loads: it is loaded again, but not by the call that began it.
  window.webContents.once("did-finish-load", loaded);
  window.once("closed", () => {
    for (const timer of timers) clearTimeout(timer);
    goOn();
  });

  const pause = createReloadPause();
  const load = (): void => {
    if (window.isDestroyed()) return;
    window.loadURL(`${ORIGIN}/`).then(loaded, (error: unknown) => {
      if (window.isDestroyed()) return;
      log("The window’s page was not loaded; it is tried again.", error);
      setTimeout(load, pause());
    });
  };
  load();
  return there;
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
  // It takes input again: the question goes away, as if the answer was to wait.
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
    callAttention({ count, notification }) {
      // Windows has no count for an icon: there the button in the taskbar lights up.
      if (process.platform !== "win32") app.setBadgeCount(count);
      else if (!window.isDestroyed()) window.flashFrame(count > 0);
      if (notification === null || !Notification.isSupported()) return;
      const shown = new Notification(notification);
      shown.on("click", () => bringToFront(window));
      shown.show();
    },
    zoom(how) {
      if (window.isDestroyed()) return false;
      // The steps of the menu's own roles.
      window.webContents.zoomLevel = how === "reset" ? 0 : window.webContents.zoomLevel + (how === "in" ? 0.5 : -0.5);
      return true;
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
