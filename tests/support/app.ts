import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { _electron, type Browser, chromium, type ElectronApplication, type Page } from "playwright";
import { CHROMIUM_HOST, CHROMIUM_HOST_MEMORY } from "../../build/steps/chromium-host.ts";
import { installedElectron } from "../../build/steps/electron.ts";
import { ROOT } from "../../build/steps/run.ts";
import { freePort } from "./free-port.ts";

export type HostName = "electron" | "chromium";

export interface LaunchOptions {
  readonly host?: HostName;
  /** Where the app keeps everything; a new empty folder when left out. */
  readonly dataFolder?: string;
  /** Further command line switches. */
  readonly switches?: readonly string[];
  /** Written as settings.json before the start, unless the folder is there already. */
  readonly settings?: unknown;
  readonly env?: NodeJS.ProcessEnv;
}

/** The real built app, running, with a page to drive it by. */
export interface App {
  readonly host: HostName;
  readonly page: Page;
  readonly dataFolder: string;
  /** All that the program has printed. */
  output(): string;
  /** Ends it as a user would; the data folder stays. */
  close(): Promise<void>;
  /** Ends the whole process group with SIGKILL: no handler runs. */
  kill(): Promise<void>;
}

/** The hosts that can be driven on this machine. */
export function availableHosts(): readonly HostName[] {
  return installedElectron().found ? ["electron", "chromium"] : ["chromium"];
}

export function newDataFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "linkdesk-test-"));
}

/** Starts the built app and waits until its window is usable. */
export async function launchApp(options: LaunchOptions = {}): Promise<App> {
  const dataFolder = options.dataFolder ?? (await newDataFolder());
  if (options.settings !== undefined) {
    await mkdir(dataFolder, { recursive: true });
    await writeFile(join(dataFolder, "settings.json"), JSON.stringify(options.settings));
  }
  const launch = options.host === "electron" ? launchElectron : launchChromium;
  const app = await launch(dataFolder, options);
  // A key that is pressed before the page has drawn itself reaches nobody.
  // Hidden for a screen reader behind a question that is asked at the start.
  await app.page.getByRole("main", { includeHidden: true }).waitFor();
  return app;
}

async function launchElectron(dataFolder: string, options: LaunchOptions): Promise<App> {
  const binary = installedElectron();
  if (!binary.found) throw new Error(`Electron cannot be driven here: ${binary.reason}.`);
  let output = "";
  const app: ElectronApplication = await _electron.launch({
    executablePath: binary.path,
    // Playwright would start it without one.
    chromiumSandbox: true,
    args: [ROOT, `--user-data-dir=${dataFolder}`, ...(options.switches ?? [])],
    env: { ...process.env, ...options.env } as Record<string, string>,
  });
  const child = app.process();
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const page = await app.firstWindow();
  return {
    host: "electron",
    page,
    dataFolder,
    output: () => output,
    close: () => app.close(),
    kill: async () => {
      child.kill("SIGKILL");
      await ended(child);
    },
  };
}

async function launchChromium(dataFolder: string, options: LaunchOptions): Promise<App> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      ...CHROMIUM_HOST,
      "--headless",
      `--user-data-dir=${dataFolder}`,
      `--remote-debugging-port=${port}`,
      ...(options.switches ?? []),
    ],
    // A group of its own, so that a kill takes the browser with it, as a crash of the session would.
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      env: { ...process.env, ...CHROMIUM_HOST_MEMORY, ...options.env },
    },
  );
  const output = collect(child);
  await ready(child, output);
  const browser: Browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = browser.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error(`The window has no page.\n${output()}`);
  return {
    host: "chromium",
    page,
    dataFolder,
    output,
    close: async () => {
      child.kill("SIGTERM");
      await ended(child);
      await browser.close();
    },
    kill: async () => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      await ended(child);
      await browser.close();
    },
  };
}

function collect(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return () => output;
}

function ready(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (output().includes("Linkdesk is ready")) resolve();
    };
    child.stdout?.on("data", look);
    child.once("exit", (code) => reject(new Error(`The app ended with ${code} before it was ready.\n${output()}`)));
    look();
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once("exit", resolve));
}

/** Removes a data folder of a test. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
