import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright";
import { ANY_PORT } from "../../e2e/fixtures.ts";
import { windowParts as partsOf } from "../../e2e/window-parts.ts";
import { timeToFirstRow } from "../app/first-row.ts";
import { launchForBench } from "../app/launch.ts";
import { timeToEmptyWindow } from "../bare/window.ts";
import type { Bench, Figure, Measurement } from "../harness/figure.ts";
import { median, numberText } from "../harness/statistics.ts";
import { madeLog } from "../made-log.ts";

const START: Figure = {
  name: "million-start",
  title: "1M events: from the start of the process to the first row",
  unit: "ms",
  bare: "the start of an empty window of the same browser",
  target: { atMost: 4 },
};
const HEAP: Figure = {
  name: "million-heap",
  title: "1M events: heap of the window after scrolling, jumping and searching",
  unit: "MB",
  bare: null,
  target: { atMost: 80 },
};
const MEMORY: Figure = {
  name: "million-memory",
  title: "1M events: memory of the main process after the same, over an empty log",
  unit: "MB",
  bare: null,
  target: { atMost: 100 },
};

function emptyLog(bench: Bench): string {
  const folder = bench.newFolder();
  writeFileSync(join(folder, "settings.json"), JSON.stringify(ANY_PORT));
  return folder;
}

/** What somebody does who looks for something: to the oldest, on from there, to the newest, back, and a search. */
async function lookAround(page: Page): Promise<void> {
  const { log } = partsOf(page);
  await log.focus();
  for (const key of ["Home", ...repeated("PageDown", 40), "End", ...repeated("PageUp", 40)]) {
    await page.keyboard.press(key);
    await pause(15);
  }
  for (const words of ["Lagos", "nowhere at all", ""]) {
    await page.getByRole("combobox", { name: /filter/i }).fill(words);
    await page.keyboard.press("Enter");
    await pause(400);
  }
  await log.waitFor();
}

const repeated = (key: string, times: number): readonly string[] => Array.from({ length: times }, () => key);

/** Bytes in use after looking around: in the window's heap, and of the main process as the system counts them. */
async function memoryWith(bench: Bench, folder: string) {
  const app = await launchForBench(bench, folder);
  await lookAround(app.page);
  const session = await app.page.context().newCDPSession(app.page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize: heap } = await session.send("Runtime.getHeapUsage");
  const { rssBytes } = await app.probe();
  await app.close();
  return { heap, rssBytes };
}

export const millionApp: readonly Measurement[] = [
  {
    figures: [START],
    async measure(bench) {
      const { folder } = await madeLog(bench);
      const empty = emptyLog(bench);
      writeFileSync(join(folder, "settings.json"), JSON.stringify(ANY_PORT));
      // The first starts make the browser's profile and read the files into the system's memory.
      const window = bench.newFolder();
      for (const each of [empty, folder]) await timeToFirstRow(each);
      await timeToEmptyWindow(window);
      const starts: { readonly empty: number; readonly full: number; readonly bare: number }[] = [];
      for (let run = 0; run < bench.runs; run += 1)
        starts.push({
          empty: await timeToFirstRow(empty),
          full: await timeToFirstRow(folder),
          bare: await timeToEmptyWindow(window),
        });
      return [
        {
          name: START.name,
          runs: starts.map(({ full }) => full),
          bare: starts.map(({ bare }) => bare),
          note: `${numberText(median(starts.map((each) => each.empty)))} ms with an empty log`,
        },
      ];
    },
  },
  {
    figures: [HEAP, MEMORY],
    async measure(bench) {
      const { folder } = await madeLog(bench);
      const empty = emptyLog(bench);
      const heaps: number[] = [];
      const over: number[] = [];
      const all: number[] = [];
      for (let run = 0; run < bench.runs; run += 1) {
        const without = await memoryWith(bench, empty);
        const full = await memoryWith(bench, folder);
        heaps.push(full.heap / 1e6);
        all.push(full.rssBytes / 1e6);
        over.push((full.rssBytes - without.rssBytes) / 1e6);
      }
      return [
        { name: HEAP.name, runs: heaps },
        { name: MEMORY.name, runs: over, note: `${numberText(median(all))} MB in all` },
      ];
    },
  },
];
