import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { CHROMIUM_HOST } from "../../../build/steps/chromium-host.ts";
import { ROOT } from "../../../build/steps/run.ts";
import { freePort } from "../../support/free-port.ts";
import { preciseNow } from "./clock.ts";

const targets = z.array(z.object({ type: z.string(), url: z.string(), webSocketDebuggerUrl: z.string() }));
const evaluated = z.object({ id: z.literal(1), result: z.object({ result: z.object({ value: z.number() }) }) });

/** Runs in the page, as soon as there is one: the moment at which the log's first row is there. */
const WATCH = `new Promise((resolve) => {
  const row = () => document.querySelector('[role="grid"] [role="row"]');
  const tell = () => resolve(performance.timeOrigin + performance.now());
  if (row()) return tell();
  const observer = new MutationObserver(() => {
    if (!row()) return;
    observer.disconnect();
    tell();
  });
  observer.observe(document, { childList: true, subtree: true });
})`;

/**
 * Starts the app and measures the milliseconds from the start of its process to the log's first row in the page, then
 * ends it. Playwright connects only when the app is ready, which is too late to see that: this watches over a
 * DevTools connection of its own from the moment at which the page exists.
 */
export async function timeToFirstRow(dataFolder: string): Promise<number> {
  const port = await freePort();
  const begun = preciseNow();
  const args = ["--headless", `--user-data-dir=${dataFolder}`, `--remote-debugging-port=${port}`];
  const child = spawn(process.execPath, [...CHROMIUM_HOST, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    return (await evaluate(await pageOf(port, /^https?:/), WATCH)) - begun;
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

/** The address at which the first page of such an address can be asked things. */
export async function pageOf(port: number, address: RegExp): Promise<string> {
  for (const until = performance.now() + 30_000; performance.now() < until; ) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null);
    const found = answer === null ? [] : targets.parse(await answer.json());
    const page = found.find(({ type, url }) => type === "page" && address.test(url));
    if (page !== undefined) return page.webSocketDebuggerUrl;
    await pause(5);
  }
  throw new Error("The page did not come.");
}

/** What an expression in that page resolves with. */
export function evaluate(address: string, expression: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    const late = setTimeout(() => reject(new Error("No row came.")), 30_000);
    socket.onopen = () =>
      socket.send(
        JSON.stringify({
          id: 1,
          method: "Runtime.evaluate",
          params: { expression, awaitPromise: true, returnByValue: true },
        }),
      );
    socket.onerror = () => reject(new Error("The page could not be asked."));
    socket.onmessage = ({ data }) => {
      const message = evaluated.safeParse(JSON.parse(String(data)));
      clearTimeout(late);
      socket.close();
      if (message.success) resolve(message.data.result.result.value);
      else reject(new Error(`The page answered ${String(data)}`));
    };
  });
}
