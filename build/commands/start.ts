// npm start: the app. Electron where it can be had, otherwise an installed Chromium; without a display, the tour.
import { spawn } from "node:child_process";
import { errorText } from "../../src/shared/primitives.ts";
import { ensureBrowser } from "../steps/browser.ts";
import { buildIfStale } from "../steps/build.ts";
import { CHROMIUM_HOST, CHROMIUM_HOST_MEMORY } from "../steps/chromium-host.ts";
import { obtainElectron, usableElectron } from "../steps/electron.ts";
import { ROOT } from "../steps/run.ts";

const switches = process.argv.slice(2);
const wanted = switches.find((each) => each.startsWith("--host="))?.slice("--host=".length);
const headless = switches.includes("--headless");

/** Electron draws with the X11 or Wayland of the session; elsewhere than on Linux there is always a display. */
function hasDisplay(): boolean {
  return process.platform !== "linux" || Boolean(process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"]);
}

function runUntilEnd(command: string, args: readonly string[]): void {
  const child = spawn(command, args, { cwd: ROOT, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)));
}

async function start(): Promise<void> {
  if (wanted !== undefined && wanted !== "electron" && wanted !== "chromium")
    throw new Error(`--host takes electron or chromium, not "${wanted}".`);
  await buildIfStale();
  if (!hasDisplay() && !headless) {
    console.log("There is no display here, so the guided tour runs headless instead of a window.");
    await import("./tour.ts");
    return;
  }
  // Headless is what tests and scripts ask for; Electron has no such mode of its own.
  if (wanted === "electron" || (wanted === undefined && !headless)) {
    const electron = usableElectron(await obtainElectron(), switches);
    if (electron.found) {
      runUntilEnd(electron.path, [ROOT, ...switches]);
      return;
    }
    if (wanted === "electron") throw new Error(`Electron cannot be started: ${electron.reason}.`);
    console.log(`Electron is not available (${electron.reason}): opening Linkdesk in an installed Chromium.`);
  }
  const browser = await ensureBrowser();
  Object.assign(process.env, { LINKDESK_BROWSER: browser, ...CHROMIUM_HOST_MEMORY });
  runUntilEnd(process.execPath, [...CHROMIUM_HOST, ...switches]);
}

try {
  await start();
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}
