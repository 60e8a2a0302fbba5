import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { INDEX_FILE } from "../../../src/main/journal/search/index-file.ts";
import { bareIndexRate } from "../bare/sqlite.ts";
import type { Bench, Figure, Measured, Measurement } from "../harness/figure.ts";
import { numberText } from "../harness/statistics.ts";
import { startLoad } from "../load/load.ts";
import { fillJournal, openForBench } from "../made-log.ts";
import { openRecorder } from "../servers/recorder.ts";

const RATE: Figure = {
  name: "index-rate",
  title: "Search index: events a second when it catches up",
  unit: "1/s",
  bare: "what a bare full-text index of SQLite takes of the same bodies",
  target: { atLeast: 1 },
};
const LAG: Figure = {
  name: "index-lag",
  title: "Search index: how far it trails at a steady 2,000 deliveries a second, at most",
  unit: "s",
  bare: "the time that such an index takes for as many as come in a second",
  target: { atMost: 3 },
};
const STEADY = 2_000;

/** Takes the index away from a log and waits until it is there again. */
async function catchUp(bench: Bench): Promise<Measured> {
  const folder = bench.newFolder();
  const count = bench.quick ? 10_000 : 60_000;
  let journal = await openForBench(folder);
  await fillJournal(journal, count);
  const runs: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < bench.runs; run += 1) {
    bare.push(bareIndexRate(bench, count / 10));
    await journal.close();
    for (const companion of ["", "-wal", "-shm"]) rmSync(join(folder, INDEX_FILE + companion), { force: true });
    const begun = performance.now();
    journal = await openForBench(folder);
    do await pause(5);
    while (journal.status().indexLag > 0);
    runs.push((count / (performance.now() - begun)) * 1_000);
  }
  await journal.close();
  return { name: RATE.name, runs, bare, note: `${numberText(count)} events of 1 kB, from nothing` };
}

async function trail(bench: Bench): Promise<Measured> {
  const load = startLoad(bench);
  const recorder = await openRecorder(bench.newFolder());
  const seconds = bench.seconds(8);
  const runs: number[] = [];
  const rates: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < bench.runs; run += 1) {
    bare.push(STEADY / bareIndexRate(bench, STEADY * 2));
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, recorder.journal.status().indexLag);
    }, 10);
    const { perSecond } = await load({ url: recorder.url, connections: 50, seconds, rate: STEADY });
    clearInterval(timer);
    rates.push(perSecond);
    runs.push(most / STEADY);
    while (recorder.journal.status().indexLag > 0) await pause(10);
  }
  await recorder.close();
  return { name: LAG.name, runs, bare, note: `at ${numberText(Math.min(...rates))}/s or more` };
}

export const searchIndex: readonly Measurement[] = [
  { figures: [RATE], measure: async (bench) => [await catchUp(bench)] },
  { figures: [LAG], measure: async (bench) => [await trail(bench)] },
];
