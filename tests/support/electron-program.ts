import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { runElectron } from "../../src/main/hosts/electron/start.ts";
import type { AssetServer, BridgeCall, Host, HostWindow } from "../../src/main/hosts/host.ts";
import type { Log, ProgramLog } from "../../src/main/program-log.ts";
import { app, type BrowserWindow, fake, powerMonitor, session } from "../fakes/electron.ts";

/** An Electron that nothing has happened in yet. */
export function resetElectron(): void {
  app.removeAllListeners();
  powerMonitor.removeAllListeners();
  session.defaultSession.removeAllListeners();
  app.paths.clear();
  app.switches.clear();
  Object.assign(app, { isFirstInstance: true, exitCode: null, hasQuit: false, isSandboxed: false });
  Object.assign(app, { holdsLock: false, isPackaged: false });
  Object.assign(fake, { schemes: [], errors: [], questions: [], shown: [] });
  Object.assign(fake, { keychain: "answers", keyVersion: "v11", backend: "gnome_libsecret" });
  Object.assign(fake.arguing, { readyToShow: 1, loads: [] });
  fake.handlers.clear();
  fake.protocols.clear();
  fake.windows.length = 0;
  vi.spyOn(console, "log").mockReturnValue();
}

const serve: AssetServer = async (path) => ({
  status: path === "/" ? 200 : 404,
  headers: { "content-type": "text/html", "content-security-policy": "default-src 'none'" },
  body: new TextEncoder().encode(`the page of ${path}`),
});

/** Not packaged, so never asked for. */
export const loadUpdater = () => Promise.reject(new Error("No updater here."));

/** A log that keeps nothing on disk, and what was written to it. */
export function fakeLog() {
  const write = vi.fn<Log>();
  const log: ProgramLog = {
    write,
    keepIn: () => {},
    maskWith: () => {},
    masked: (text) => text,
    file: () => "/data/logs/linkdesk.log",
    tail: () => "",
  };
  return { write, log };
}

export interface Running {
  readonly host: Host;
  readonly window: HostWindow;
  readonly browserWindow: InstanceType<typeof BrowserWindow>;
  readonly call: ReturnType<typeof vi.fn<BridgeCall>>;
  readonly log: ReturnType<typeof vi.fn<Log>>;
  readonly errors: ReadonlyMap<string, (error: unknown) => void>;
  readonly crashed: ReturnType<typeof vi.fn<(reason: string) => void>>;
  readonly folder: string;
}

/** Runs the program as main.ts does, with a `start` that only opens the window. */
export async function run(switches: Readonly<Record<string, string>> = {}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-electron-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  app.setPath("userData", folder);
  for (const [name, value] of Object.entries({ "user-data-dir": folder, ...switches })) app.switches.set(name, value);
  const call = vi.fn<BridgeCall>(async () => ({ ok: true, value: "answered" }));
  const { write, log } = fakeLog();
  const crashed = vi.fn<(reason: string) => void>();
  // The process of the tests is not to be ended by what a test throws.
  const uncaught = new Map<string, (error: unknown) => void>();
  const on = vi.spyOn(process, "on").mockImplementation((name, listener) => {
    uncaught.set(String(name), listener as (error: unknown) => void);
    return process;
  });
  onTestFinished(() => on.mockRestore());
  const opened: { host: Host; window: HostWindow }[] = [];
  const start = async (host: Host): Promise<void> => {
    opened.push({ host, window: await host.openWindow({ assets: serve, call, crashed }) });
  };
  await runElectron({
    start,
    defaultFolder: join(folder, "default"),
    preloadFile: "/built/preload/index.cjs",
    rendererFolder: "/built/renderer",
    iconFile: "/built/icon.png",
    loadUpdater,
    log,
  });
  const browserWindow = fake.windows[0];
  const [running] = opened;
  if (running === undefined || browserWindow === undefined) throw new Error("The window was not opened.");
  return { ...running, browserWindow, call, log: write, errors: uncaught, crashed, folder };
}
