import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT } from "../../build/steps/run.ts";
import { machineClock } from "../../src/main/clock.ts";
import { type Journal, openJournal } from "../../src/main/journal/index.ts";
import { journalThread } from "../support/threads.ts";
import { deliveryEvent, STEP_MS } from "./deliveries.ts";
import type { Bench } from "./harness/figure.ts";

export function openForBench(folder: string): Promise<Journal> {
  return openJournal({ folder, thread: journalThread, now: machineClock.now });
}

/** Adds so many deliveries, 20 ms apart, the last one now, each committed and completed. */
export async function fillJournal(journal: Journal, count: number): Promise<void> {
  const start = Date.now() - count * STEP_MS;
  let place = 0;
  async function sender(): Promise<void> {
    while (place < count) {
      const mine = place;
      place += 1;
      const id = await journal.append(deliveryEvent(mine, start + mine * STEP_MS));
      const times = { duration: 900, committed: 300, answerStarted: 400, answerEnded: 500 };
      await journal.finishDelivery(id, { answerState: "sent", ...times });
    }
  }
  await Promise.all(Array.from({ length: 200 }, sender));
}

/** What decides how a log looks on disk. */
const SHAPE = [
  "src/main/journal/columns",
  "src/main/journal/file",
  "src/main/journal/search",
  "tests/bench/deliveries.ts",
];

/**
 * The folder of a log with a million events (50,000 when quick) and a whole index. It takes minutes to make, so it is
 * made once and kept under out/bench until the journal's code changes.
 */
export async function madeLog(bench: Bench): Promise<{ readonly folder: string; readonly count: number }> {
  const count = bench.quick ? 50_000 : 1_000_000;
  const kept = join(ROOT, "out", "bench", "logs");
  const folder = join(kept, `${count}-${fingerprint()}`);
  if (existsSync(folder)) return { folder, count };
  // Logs of another shape are of no use any more, and take gigabytes.
  for (const name of existsSync(kept) ? readdirSync(kept) : [])
    if (name.startsWith(`${count}-`)) rmSync(join(kept, name), { recursive: true });
  const begun = performance.now();
  const unfinished = join(kept, `${count}-unfinished`);
  mkdirSync(unfinished, { recursive: true });
  const journal = await openForBench(unfinished);
  await journal.configureRetention({ maxEvents: null, maxBytes: null, maxAgeDays: null });
  await fillJournal(journal, count);
  while (journal.status().indexLag > 0) await pause(50);
  await journal.close();
  renameSync(unfinished, folder);
  bench.say(
    `a log of ${count.toLocaleString("en")} events was made in ${Math.round((performance.now() - begun) / 1_000)} s`,
  );
  return { folder, count };
}

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const path of SHAPE) for (const file of filesOf(join(ROOT, path))) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 12);
}

function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesOf(join(path, name)));
}
