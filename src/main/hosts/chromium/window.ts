import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import type { HostWindow, WindowWiring } from "../host.ts";
import { createReloadPause } from "../reload-pause.ts";
import { browserFlags } from "./browser-flags.ts";
import { pageScript } from "./electron-stub.ts";
import { openPageChannel } from "./page-channel.ts";
import { NO_DUMPS_FOLDER, prepareProfile, releaseProfile } from "./profile.ts";
import { answerTraffic, isOurs, ORIGIN } from "./traffic.ts";

const LAUNCH_MS = 60_000;

export interface WindowOptions {
  readonly browser: string;
  readonly profileFolder: string;
  /** null: the browser's own choice, which is the user's folder. */
  readonly downloadsFolder: string | null;
  readonly preloadFile: string;
  readonly headless: boolean;
  readonly debuggingPort: number | null;
  readonly log: (message: string, error?: unknown) => void;
  /** The window was closed, or the browser has ended. */
  readonly onClosed: () => void;
}

/** Opens the window: a browser of its own, its traffic answered from here, the preload in its page. */
export async function openWindow(options: WindowOptions, { assets, call, crashed }: WindowWiring): Promise<HostWindow> {
  const { log, onClosed, preloadFile, debuggingPort } = options;
  const script = pageScript(await readFile(preloadFile, "utf8"));
  const context = await launch(options);
  context.once("close", onClosed);
  const page = context.pages()[0] ?? (await context.waitForEvent("page"));
  page.once("close", () => void context.close());
  // One session of our own for all of it, and not Playwright's page: that one cannot be used after a crash.
  const cdp = await context.newCDPSession(page);
  await context.grantPermissions(["clipboard-write", "notifications"], { origin: ORIGIN });
  // Playwright would keep downloads in a folder of its own; by default they go where the user expects them.
  await cdp.send("Browser.setDownloadBehavior", { behavior: "default" });
  await answerTraffic({ cdp, assets });
  const channel = await openPageChannel({ cdp, call, log });
  await cdp.send("Page.enable");
  await cdp.send("Page.addScriptToEvaluateOnNewDocument", { source: script });

  const loaded = firstLoad(cdp);
  await cdp.send("Page.navigate", { url: `${ORIGIN}/` });
  await loaded;
  keepAtHome(cdp, () => {
    channel.pageGone();
    crashed("The browser gave no reason.");
  });
  context.on("page", (other) => void closeIfUnwanted(other, debuggingPort !== null));

  return {
    push: channel.push,
    callAttention: (attention) =>
      void cdp
        .send("Runtime.evaluate", { expression: `(${attend})(${JSON.stringify(attention)})` })
        // A page on its way out shows nothing any more.
        .catch(() => undefined),
    // No command of the browser's protocol zooms: its own keys do.
    zoom: () => false,
    focus: () => void cdp.send("Page.bringToFront").catch(() => undefined),
    close: () => context.close(),
  };
}

/** Runs in the page: a browser's notification, and its count where the window has an icon of its own. */
const attend = `({ count, notification }) => {
  void navigator.setAppBadge?.(count).catch(() => undefined);
  if (notification === null) return;
  const shown = new Notification(notification.title, { body: notification.body, tag: "linkdesk" });
  shown.onclick = () => window.focus();
}`;

/** Resolves when our page has loaded; the empty one that the window opened with may still be at it, and does not count. */
function firstLoad(cdp: CDPSession): Promise<void> {
  return new Promise((resolve) => {
    let navigated = false;
    cdp.on("Page.frameNavigated", ({ frame }) => {
      navigated ||= isOurs(frame.url);
    });
    cdp.on("Page.loadEventFired", () => {
      if (navigated) resolve();
    });
  });
}

async function launch(options: WindowOptions): Promise<BrowserContext> {
  const { browser, profileFolder, downloadsFolder, headless, debuggingPort } = options;
  await releaseProfile(profileFolder);
  const { hasWindowPlace } = prepareProfile(profileFolder, downloadsFolder);
  const asRoot = process.getuid?.() === 0;
  return chromium.launchPersistentContext(profileFolder, {
    executablePath: browser,
    headless,
    ignoreDefaultArgs: true,
    args: browserFlags({ profileFolder, headless, debuggingPort, hasWindowPlace, asRoot }),
    timeout: LAUNCH_MS,
    env: { ...process.env, BREAKPAD_DUMP_LOCATION: join(profileFolder, NO_DUMPS_FOLDER) },
    // Otherwise each kill leaves a folder behind in the system's temporary one.
    artifactsDir: profileFolder,
    // The end is ours to order: what is to be saved comes before the browser.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Nothing is emulated: size, theme and the user's settings for motion and contrast are the system's.
    viewport: null,
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
  });
}

/** Brings the window back to our page after a crash, or should it ever have been led anywhere else. */
function keepAtHome(cdp: CDPSession, crashed: () => void): void {
  const pause = createReloadPause();
  const goHome = (): void => {
    setTimeout(() => void cdp.send("Page.navigate", { url: `${ORIGIN}/` }).catch(() => undefined), pause());
  };
  cdp.on("Inspector.targetCrashed", () => {
    crashed();
    goHome();
  });
  cdp.on("Page.frameNavigated", ({ frame }) => {
    if (frame.parentId === undefined && !isOurs(frame.url)) goHome();
  });
}

/** There is one window. A page that was opened from it is closed; what a DevTools client opens is the client's. */
async function closeIfUnwanted(page: Page, hasClient: boolean): Promise<void> {
  try {
    if (!hasClient || (await page.opener()) !== null) await page.close();
  } catch {
    // It closed before we could.
  }
}
