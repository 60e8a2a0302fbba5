import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { runElectron } from "../../src/main/hosts/electron/run.ts";
import type { AssetServer, BridgeCall, Host, HostWindow } from "../../src/main/hosts/host.ts";
import { app, type BrowserWindow, fake, powerMonitor, session } from "../fakes/electron.ts";

/** An Electron that nothing has happened in yet. */
export function resetElectron(): void {
  app.removeAllListeners();
  powerMonitor.removeAllListeners();
  session.defaultSession.removeAllListeners();
  app.paths.clear();
  app.switches.clear();
  Object.assign(app, { isFirstInstance: true, exitCode: null, hasQuit: false, isSandboxed: false });
  Object.assign(fake, { schemes: [], errors: [], questions: [], keychain: true, backend: "gnome_libsecret" });
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

export type Log = (message: string, error?: unknown) => void;

export interface Running {
  readonly host: Host;
  readonly window: HostWindow;
  readonly browserWindow: InstanceType<typeof BrowserWindow>;
  readonly call: ReturnType<typeof vi.fn<BridgeCall>>;
  readonly log: ReturnType<typeof vi.fn<Log>>;
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
  const log = vi.fn<Log>();
  const crashed = vi.fn<(reason: string) => void>();
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
  return { ...running, browserWindow, call, log, crashed, folder };
}
