// npm run package-smoke: starts the program that `npm run package` made, fuses and all, on an empty data folder, and
// has it check the machine, and uses it as a person would: one simulated credit, its webhook, the end.
//   --program=FILE    another program, such as an AppImage or an installed one
//   --data-folder=DIR a folder that is kept, so that one version can be tried on what another one has left
//   --may-lack=NAME   what the machine may be without, by the check's own name for it; may be repeated
//   --switch=SWITCH   handed on to the program; may be repeated
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { selfCheckReport } from "../../src/shared/self-check.ts";
import { freePort } from "../../tests/support/free-port.ts";
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

/** Has the program look at this machine; what is missing and not expected to be fails the run. */
async function checkMachine(): Promise<void> {
  const checking = spawn(program, ["--self-check", `--user-data-dir=${dataFolder}`, ...switches], { stdio: "ignore" });
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  checking.once("error", reject);
  checking.once("exit", () => resolve());
  await Promise.race([done, wait(PATIENCE_MS).then(() => Promise.reject(new Error("The check does not end.")))]);
  const { findings } = selfCheckReport.parse(JSON.parse(readFileSync(join(dataFolder, "self-check.json"), "utf8")));
  for (const { what, state, detail } of findings) console.log(`${state.padEnd(8)} ${what}: ${detail}`);
  const missing = findings.filter(({ what, state }) => state === "missing" && !mayLack.includes(what));
  if (missing.length > 0) throw new Error(`Missing here: ${missing.map(({ what }) => what).join(", ")}.`);
}

const { values } = parseArgs({
  options: {
    program: { type: "string" },
    "data-folder": { type: "string" },
    "may-lack": { type: "string", multiple: true },
    switch: { type: "string", multiple: true },
  },
});
const program = values.program ?? packagedProgram();
const mayLack = values["may-lack"] ?? [];
const switches = values.switch ?? [];
const dataFolder = values["data-folder"] ?? mkdtempSync(join(tmpdir(), "linkdesk-smoke-"));
await checkMachine();
const port = await freePort();
const child = spawn(program, [`--user-data-dir=${dataFolder}`, `--remote-debugging-port=${port}`, ...switches], {
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
  if (values["data-folder"] === undefined) await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
}
