// npm run package-smoke: starts the program that `npm run package` made, fuses and all, on an empty data folder, and
// uses it as a person would: one simulated credit, its webhook, the end. `--program=FILE` takes another one.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { freePort } from "../../tests/support/app.ts";
import { EXECUTABLE } from "../packaging/fuses.ts";
import { ROOT } from "../steps/run.ts";

const PATIENCE_MS = 90_000;

function packagedProgram(): string {
  const folder = join(ROOT, "out", "packages");
  const inside: Readonly<Record<string, string>> = {
    darwin: join("Linkdesk.app", "Contents", "MacOS", "Linkdesk"),
    win32: "Linkdesk.exe",
    linux: EXECUTABLE,
  };
  const name = inside[process.platform] ?? EXECUTABLE;
  // Of several architectures the one of this machine; a universal one runs everywhere.
  const found = (existsSync(folder) ? readdirSync(folder) : [])
    .toSorted((a, b) => Number(b.includes(process.arch)) - Number(a.includes(process.arch)))
    .filter((each) => process.arch === "arm64" || !each.includes("arm64"))
    .map((each) => join(folder, each, name))
    .find((each) => existsSync(each));
  if (found === undefined) throw new Error("There is no package. Make one first: npm run package -- --dir");
  return found;
}

async function windowOf(port: number): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => null);
    const page = browser?.contexts()[0]?.pages()[0];
    if (browser !== null && page !== undefined) return { browser, page };
    await browser?.close();
    if (performance.now() > deadline) throw new Error(`No window came up in ${PATIENCE_MS / 1_000} s.`);
    await wait(250);
  }
}

const { values } = parseArgs({ options: { program: { type: "string" } } });
const program = values.program ?? packagedProgram();
const dataFolder = mkdtempSync(join(tmpdir(), "linkdesk-smoke-"));
const port = await freePort();
const child = spawn(program, [`--user-data-dir=${dataFolder}`, `--remote-debugging-port=${port}`], {
  stdio: ["ignore", "inherit", "inherit"],
});
const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
const failed = new Promise<never>((_, reject) => child.once("error", reject));

async function use(): Promise<void> {
  const { browser, page } = await windowOf(port);
  const log = page.getByRole("grid", { name: "Event log" });
  await page.getByRole("button", { name: "Simulate credit" }).click();
  await log.getByRole("row", { name: /Webhook: credit/ }).waitFor();
  console.log(`Seen in ${await page.evaluate(() => navigator.userAgent)}`);
  await page.close({ runBeforeUnload: true }).catch(() => undefined);
  await browser.close().catch(() => undefined);
}

try {
  await Promise.race([use(), failed, ended.then((code) => Promise.reject(new Error(`It ended with ${code}.`)))]);
  const code = await Promise.race([ended, wait(PATIENCE_MS, "it did not end when its window was closed" as const)]);
  if (code !== 0) throw new Error(`The end was not in order: ${code}.`);
  console.log(`${program} starts, works and ends.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  child.kill();
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
}
