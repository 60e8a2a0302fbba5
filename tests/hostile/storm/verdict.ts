import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readJournalFile } from "../../endurance/journal-file.ts";
import type { App } from "../../support/app.ts";
import { memoryOfMain } from "./memory.ts";
import type { StormReport } from "./storm.ts";

/** Mebibytes of main: at most, and beyond those of the start once it has rested. */
const MOST = 600;
const KEPT = 100;
const LOOK_MS = 1_000;

interface Judged {
  readonly app: App;
  readonly report: StormReport;
  readonly log: (line: string) => void;
  /** The longest that a webhook may wait for its answer; null where the machine has other work to do. */
  readonly slowestMs: number | null;
  /** Milliseconds that memory is given to come back; null where nobody waits for it. */
  readonly restMs: number | null;
}

/** What was not as it has to be after a storm, once the app has rested. It is closed then. */
export async function faultsOf({ app, report, log, slowestMs, restMs }: Judged): Promise<readonly string[]> {
  const { probes, memory, uses, answers } = report;
  const faults = [...report.faults];
  const waits = probes.map(({ ms }) => ms).toSorted((a, b) => a - b);
  log(`${probes.length} webhooks of somebody else: median ${waits[waits.length >> 1]} ms, slowest ${waits.at(-1)} ms`);
  log(`doors ${JSON.stringify(uses)}`);
  log(`answers ${JSON.stringify(answers)}`);
  const net = Math.max(...probes.map(({ ms, starvedMs }) => ms - starvedMs));
  log(`slowest without what the busy machine let it wait: ${net} ms`);
  for (const { number, status, ms, starvedMs } of probes) {
    if (status !== 200) faults.push(`webhook ${number} was answered ${status || "nothing"} after ${ms} ms`);
    if (slowestMs !== null && ms - starvedMs > slowestMs)
      faults.push(`webhook ${number} was answered after ${ms} ms, ${starvedMs} of them without a processor`);
  }

  const main = memoryOfMain(app.dataFolder);
  if (memory !== null && main !== null) {
    const began = performance.now();
    let now = memory.after;
    while (restMs !== null && now > memory.before + KEPT && performance.now() - began < restMs) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      now = main.now();
    }
    const seconds = Math.round((performance.now() - began) / 1_000);
    log(`main: ${memory.before} MiB before, ${memory.most} at most, ${memory.after} after, ${now} ${seconds} s later`);
    if (memory.most > MOST) faults.push(`main has taken ${memory.most} MiB`);
    if (restMs !== null && now > memory.before + KEPT)
      faults.push(`main still has ${now} MiB, ${memory.before} at the start`);
  }

  await app.close();
  const { counts } = readJournalFile(join(app.dataFolder, "journal.db"), 0);
  for (const { number, status } of probes) {
    const found = counts.get(number) ?? 0;
    // Those answered are there once; a replay may have sent one again.
    if (status === 200 && found === 0) faults.push(`webhook ${number} was answered and is not in the log`);
  }
  const logs = join(app.dataFolder, "logs");
  const lines = [app.output(), ...readdirSync(logs).map((name) => readFileSync(join(logs, name), "utf8"))].join("\n");
  for (const [line] of lines.matchAll(/^.*(?:nobody caught|nobody waited for|could not be told)[^]{0,600}/gm))
    faults.push(line);
  return faults.slice(0, 40);
}
