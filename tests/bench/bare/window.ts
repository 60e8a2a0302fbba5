import { spawn } from "node:child_process";
import { once } from "node:events";
import { browserFlags } from "../../../src/main/hosts/chromium/browser-flags.ts";
import { findBrowser } from "../../../src/main/hosts/chromium/find-browser.ts";
import { freePort } from "../../support/free-port.ts";
import { preciseNow } from "../app/clock.ts";
import { evaluate, pageOf } from "../app/first-row.ts";

const PAINTED = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
  resolve(performance.timeOrigin + performance.now()))))`;

/** The moment at which something of the empty page was painted; asked again while its document is still to come. */
async function painted(port: number): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const moment = await evaluate(await pageOf(port, /^data:/), PAINTED).catch(() => null);
    if (moment !== null) return moment;
  }
  throw new Error("The empty window was not painted.");
}

/** Starts the browser as the app does, with an empty page; milliseconds until it is painted. Then ends it. */
export async function timeToEmptyWindow(profileFolder: string): Promise<number> {
  const debuggingPort = await freePort();
  const asRoot = process.getuid?.() === 0;
  const flags = browserFlags({ profileFolder, headless: true, debuggingPort, hasWindowPlace: false, asRoot });
  const begun = preciseNow();
  const child = spawn(findBrowser() ?? "", flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  try {
    return (await painted(debuggingPort)) - begun;
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}
