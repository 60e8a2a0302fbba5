import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { ProgramLog } from "../../program-log.ts";
import { Refusal } from "../../refusal.ts";
import { terminalText } from "../../terminal-text.ts";
import { prepareDataFolder } from "../data-folder.ts";
import { createFilesFromSystem } from "../files-from-system.ts";
import { defaultDataFolder, surroundings, userDownloads } from "../folders.ts";
import type { Host, HostWindow } from "../host.ts";
import { acquireInstanceLock } from "../instance-lock.ts";
import { createQuitSequence } from "../quit-sequence.ts";
import { watchUncaughtErrors } from "../uncaught-errors.ts";
import { findBrowser } from "./find-browser.ts";
import { createChromiumHost } from "./host.ts";
import { readSwitches, type Switches } from "./switches.ts";
import { openWindow } from "./window.ts";

interface Options {
  readonly args: readonly string[];
  readonly start: (host: Host) => Promise<void>;
  readonly preloadFile: string;
  readonly rendererFolder: string;
  readonly log: ProgramLog;
}

const AGAIN_MS = 1_000;

/**
 * Runs the program in an installed browser until its window is closed, the browser ends, or a signal comes. Ends the
 * process: with 0, or with 1 and a sentence when it could not be started.
 */
export async function runChromium({ args, start, preloadFile, rendererFolder, log }: Options): Promise<void> {
  const quitting = createQuitSequence({ log: log.write });
  let window: HostWindow | null = null;
  let ready = false;
  let ending = false;

  async function end(code: number): Promise<void> {
    if (ending) return;
    ending = true;
    await quitting.run();
    await window?.close().catch(() => undefined);
    process.exit(code);
  }
  endOnSignals(() => void end(0));
  const errors = watchUncaughtErrors({ log: log.write, end: () => void end(1) });

  try {
    const { headless, checksItself, debuggingPort, files, ignored, ...switches } = readSwitches(args);
    if (ignored.length > 0) log.write(`Not known here and left out: ${ignored.join(" ")}`);
    const dataFolder = switches.dataFolder ?? defaultDataFolder(surroundings);
    const { isPrivate } = prepareDataFolder(dataFolder);
    occupy(dataFolder);
    log.keepIn(dataFolder);
    if (debuggingPort !== null) await checkPort(debuggingPort);
    const browser = findBrowser();
    if (browser === null)
      throw new Refusal(
        "no-browser",
        "No Chromium, Chrome or Edge was found. Install one of them, or set LINKDESK_BROWSER to the path of one.",
      );
    if (!headless) checkDisplay();
    const filesFromSystem = createFilesFromSystem();
    filesFromSystem.open(files);
    const profileFolder = join(dataFolder, "browser");
    const ownDownloads = userDownloads(surroundings);
    const downloadsFolder = ownDownloads === null ? join(dataFolder, "downloads") : null;
    const host = createChromiumHost({
      dataFolder,
      folderIsPrivate: isPrivate,
      browser,
      saveFolder: ownDownloads ?? join(dataFolder, "downloads"),
      rendererFolder,
      quitting,
      filesFromSystem,
      errors,
      checksItself,
      log,
      quit: (code = 0) => void end(code),
      openWindow: async (wiring) => {
        const onClosed = (): void => {
          if (!ready && !ending) console.error("The browser ended before the window was ready.");
          void end(ready ? 0 : 1);
        };
        window = await openWindow(
          { browser, profileFolder, downloadsFolder, preloadFile, headless, debuggingPort, log: log.write, onClosed },
          wiring,
        );
        return window;
      },
    });
    await start(host);
    ready = true;
    if (!ending) console.log(terminalText(readyLine({ dataFolder, headless, debuggingPort }, profileFolder)));
  } catch (error) {
    // Ended while it was starting: what failed then failed for that reason.
    if (ending) return;
    if (error instanceof Refusal) console.error(terminalText(error.message));
    else log.write("Linkdesk could not start.", error);
    await end(1);
  }
}

/** Makes the folder ours alone for as long as this process runs. */
function occupy(dataFolder: string): void {
  if (acquireInstanceLock(dataFolder) === null)
    throw new Refusal("already-running", `Linkdesk is already running on the data folder ${dataFolder}.`);
}

/** A browser that cannot have the port starts without it, and whoever waits for it waits for ever. */
async function checkPort(port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(new Refusal("port-taken", `The port ${port} for remote debugging cannot be used: ${error.message}.`)),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}

/** Chromium says the same, in thirty lines of its own. */
function checkDisplay(): void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform === "linux" && !DISPLAY && !WAYLAND_DISPLAY)
    throw new Refusal("no-display", "There is no display for a window here. Start with --headless.");
}

function endOnSignals(end: () => void): void {
  let asked = Number.POSITIVE_INFINITY;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      // Whoever presses Ctrl+C again does not want to wait. Within a second it is no second press: the library that
      // keeps the settings sends each signal once more to this process.
      if (signal === "SIGINT" && performance.now() - asked > AGAIN_MS) process.exit(130);
      asked = Math.min(asked, performance.now());
      end();
    });
  // The terminal may be gone before we are.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

function readyLine(
  { dataFolder, headless, debuggingPort }: Omit<Switches, "files" | "ignored" | "checksItself">,
  profileFolder: string,
): string {
  const facts = ["Chromium host"];
  if (headless) facts.push("headless");
  facts.push(`data folder ${dataFolder}`);
  if (debuggingPort !== null) {
    const port = debuggingPort === 0 ? chosenPort(profileFolder) : debuggingPort;
    facts.push(`remote debugging on http://127.0.0.1:${port}`);
  }
  return `Linkdesk is ready (${facts.join(", ")})`;
}

/** A browser that chose the port itself writes it down. */
function chosenPort(profileFolder: string): string {
  const [port = ""] = readFileSync(join(profileFolder, "DevToolsActivePort"), "utf8").split("\n");
  return port;
}
