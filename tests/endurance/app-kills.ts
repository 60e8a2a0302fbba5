import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { CHROMIUM_HOST } from "../../build/steps/chromium-host.ts";
import { ROOT } from "../../build/steps/run.ts";
import { DEFAULT_ANSWER_SCRIPT } from "../../src/shared/answer-script.ts";
import { windowParts } from "../e2e/window-parts.ts";
import { type App, type HostName, launchApp, newDataFolder, removeFolder } from "../support/app.ts";
import { ask } from "../support/bridge.ts";
import { startForeignService } from "../support/foreign-service.ts";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/until.ts";
import { type Flood, startFlood } from "./flood.ts";
import { type JournalFindings, readJournalFile } from "./journal-file.ts";
import { CAN_LIST_PROCESSES, killAllOn, leftoversOn } from "./processes.ts";
import { createRandom } from "./random.ts";

export interface AppKillOptions {
  readonly host: HostName;
  readonly rounds: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export interface AppKillReport {
  readonly kills: number;
  readonly acknowledged: number;
  readonly interruptedCalls: number;
  /** What was not as it has to be; empty when all was. */
  readonly faults: readonly string[];
}

/**
 * `flood`: killed while deliveries pour in. `call`: a call is under way besides. `start`: killed somewhere in its start,
 * by the clock, ready or not.
 */
type Round = "flood" | "call" | "start";

/** The first one has to get as far as to be ready: what it begins with is written then. */
const PLAN: readonly Round[] = ["call", "flood", "start", "call", "flood"];
const CONNECTIONS = 16;
/** Generous: on a busy machine everything takes its time, and a hang is a fault all the same. */
const PATIENCE_MS = 60_000;

/**
 * Starts the real app, floods it, ends its whole process group with SIGKILL at a random moment, and starts it again on the
 * same data folder, again and again. After each start the journal is looked through for everything that was answered 2xx.
 */
export async function runAppKills({ host, rounds, seed, log }: AppKillOptions): Promise<AppKillReport> {
  const random = createRandom(seed);
  const dataFolder = await newDataFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/webhooks`;
  const silent = await startForeignService();
  silent.answerWith(() => undefined);
  const faults: string[] = [];
  const all: number[] = [];
  let next = 1;
  let interrupted = 0;
  let checkedTo = 0;
  let unchecked: readonly number[] = [];

  async function start(first: boolean): Promise<App> {
    const settings = settingsFor(port, silent.origin);
    return launchApp({ host, dataFolder, ...(first ? { settings } : {}) });
  }

  /** Looks for what the last rounds were told is kept, in the file and through the app. */
  async function check(app: App, round: string): Promise<void> {
    const found = readJournalFile(join(dataFolder, "journal.db"), checkedTo);
    faults.push(...faultsIn(found, unchecked, interrupted).map((fault) => `${round}: ${fault}`));
    faults.push(...(await faultsThroughApp(app, found.lastRow)).map((fault) => `${round}: ${fault}`));
    checkedTo = found.lastRow;
    unchecked = [];
  }

  let readyKills = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const kind = PLAN[round % PLAN.length] ?? "flood";
      const name = `round ${round + 1} of ${rounds} (${kind})`;
      let flood: Flood;
      if (kind === "start") {
        flood = startFlood(url, next, CONNECTIONS);
        await killWhileStarting(dataFolder, random.whole(20, 3_000));
      } else {
        const app = await start(round === 0);
        await check(app, name);
        flood = startFlood(url, next, CONNECTIONS);
        if (kind === "call") {
          const calls = silent.requests.length;
          await simulateCredit(app.page);
          await until(() => silent.requests.length > calls, PATIENCE_MS);
          interrupted += 1;
        }
        // From the very first answers to well into index and checkpoints.
        await flood.reached(Math.ceil(1 + random.next() ** 2 * 3_000), PATIENCE_MS);
        await app.kill();
        readyKills += 1;
      }
      // Now and then the browser is taken along in the same moment, as when a session or a container is ended.
      if (random.next() < 0.4) killAllOn(dataFolder);
      await flood.stop();
      faults.push(...flood.refusals.map((refusal) => `${name}: ${refusal}`));
      unchecked = [...unchecked, ...flood.acknowledged];
      all.push(...flood.acknowledged);
      next += flood.acknowledged.length + 100_000;
      // In the other rounds the next start follows at once, while the old browser may still be about to end.
      const left = random.next() < 0.5 ? await leftoversOn(dataFolder, PATIENCE_MS) : [];
      faults.push(...left.map(({ id, command }) => `${name}: process ${id} is left over: ${command.slice(0, 120)}`));
      log(`${name}: killed after ${flood.acknowledged.length} answers, ${faults.length} faults so far`);
    }
    const app = await start(false);
    await check(app, "at the end");
    await app.close();
    checkedTo = 0;
    const found = readJournalFile(join(dataFolder, "journal.db"), 0);
    faults.push(...faultsIn(found, all, interrupted).map((fault) => `whole journal: ${fault}`));
    if (found.abruptEnds < readyKills)
      faults.push(`${readyKills} kills of a running app, but only ${found.abruptEnds} gaps are told`);
    const left = await leftoversOn(dataFolder, PATIENCE_MS);
    faults.push(...left.map(({ id, command }) => `at the end: process ${id} is left over: ${command.slice(0, 120)}`));
    if (!CAN_LIST_PROCESSES) log("Left-over processes cannot be told on this system.");
    return { kills: rounds, acknowledged: all.length, interruptedCalls: interrupted, faults };
  } finally {
    killAllOn(dataFolder);
    await silent.close();
    await removeFolder(dataFolder);
  }
}

function settingsFor(port: number, baseUrl: string): unknown {
  const profile = {
    id: "silent",
    name: "Silent service",
    mode: "test",
    baseUrl,
    authentication: { scheme: "none" },
    extraHeaders: [],
    timeouts: { connectMs: 600_000, totalMs: 600_000 },
    unitsPerCurrency: null,
    answerScript: DEFAULT_ANSWER_SCRIPT,
  };
  const listener = { host: "127.0.0.1", port, path: "/webhooks", bodyCapBytes: 10_485_760 };
  return { version: 1, listener, profiles: [profile], selectedProfileId: "silent" };
}

async function simulateCredit(page: Page): Promise<void> {
  const { field, button } = windowParts(page);
  await field("Amount").fill("50000");
  await field("Currency").fill("NGN");
  await field("User reference").fill("ada");
  await button("Simulate credit").click();
}

/** Starts the app without waiting for it, and ends its process group after so many milliseconds. */
async function killWhileStarting(dataFolder: string, afterMs: number): Promise<void> {
  const program = [...CHROMIUM_HOST, "--headless", `--user-data-dir=${dataFolder}`];
  const child = spawn(process.execPath, program, { cwd: ROOT, stdio: "ignore", detached: true });
  const exited = once(child, "exit");
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  await exited;
}

function faultsIn(found: JournalFindings, acknowledged: readonly number[], interruptedCalls: number): string[] {
  const faults: string[] = [];
  const lost = acknowledged.filter((number) => !found.counts.has(number));
  if (lost.length > 0) faults.push(`${lost.length} deliveries were answered 2xx and are lost, ${someOf(lost)}`);
  const twice = [...found.counts].filter(([, count]) => count !== 1).map(([number]) => number);
  if (twice.length > 0) faults.push(`${twice.length} deliveries are in the journal more than once, ${someOf(twice)}`);
  if (found.changed.length > 0)
    faults.push(`${found.changed.length} rows do not hold what was sent, ${someOf(found.changed)}`);
  if (found.open > 0) faults.push(`${found.open} rows are still open`);
  if (found.interruptedCalls !== interruptedCalls)
    faults.push(
      `${interruptedCalls} calls were under way at a kill, ${found.interruptedCalls} are told as interrupted`,
    );
  return faults;
}

const someOf = (numbers: readonly number[]): string => `such as ${numbers.slice(0, 10).join(", ")}`;

/** The app itself shows the newest rows of before, none of them under way any more. */
async function faultsThroughApp(app: App, lastRow: number): Promise<string[]> {
  const page = await ask(app.page, "journal", "page", { before: lastRow + 1, limit: 50, filter: "" });
  if (!page.ok) return [`the app cannot show its journal: ${page.message}`];
  return page.value.events
    .filter(
      (event) =>
        (event.kind === "call" && event.outcome === null) ||
        (event.kind === "delivery" && event.answerState === "pending"),
    )
    .map((event) => `row ${event.id} is shown as under way`);
}
