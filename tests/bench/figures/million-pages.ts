import { statSync } from "node:fs";
import { join } from "node:path";
import { FILE_NAME } from "../../../src/main/journal/file/open-file.ts";
import type { Journal } from "../../../src/main/journal/index.ts";
import { INDEX_FILE } from "../../../src/main/journal/search/index-file.ts";
import { barePages } from "../bare/sqlite.ts";
import { NAMES } from "../deliveries.ts";
import type { Figure, Measured, Measurement } from "../harness/figure.ts";
import { median, numberText, percentile, times } from "../harness/statistics.ts";
import { madeLog, openForBench } from "../made-log.ts";

const PAGE: Figure = {
  name: "million-page-p99",
  title: "1M events: a page of 200 at a random place, p99",
  unit: "ms",
  bare: "a bare page of SQLite, 200 rows of the same bodies",
  target: { atMost: 10 },
};
const SEARCH: Figure = {
  name: "million-search-p95",
  title: "1M events: a substring, its 200 newest hits, p95",
  unit: "ms",
  bare: "a bare page of SQLite, 200 rows of the same bodies",
  target: { atMost: 300 },
};
const JUMP: Figure = {
  name: "million-jump-p99",
  title: "1M events: a jump to a time, p99",
  unit: "ms",
  bare: "a bare page of SQLite, 200 rows of the same bodies",
  target: { atMost: 25 },
};
const DISK: Figure = {
  name: "disk-per-event",
  title: "Disk for an event of 1 kB, search index included",
  unit: "kB",
  bare: null,
  target: { atMost: 2.5 },
};

/** What the window asks for at once. */
const ROWS = 200;

/** Texts to look for: rare ones and ones in every body, whole ones, parts, and what is nowhere. */
async function wordsFor(
  journal: Journal,
  count: number,
  each: number,
): Promise<readonly (readonly [string, readonly string[]])[]> {
  const place = (): number => 1 + Math.floor(Math.random() * count);
  const many = (one: (index: number) => string): readonly string[] =>
    Array.from({ length: each }, (_, index) => one(index));
  const references: string[] = [];
  while (references.length < each) {
    const detail = await journal.detail(place());
    const reference = detail?.kind === "delivery" ? detail.summary.facts.userReference : undefined;
    if (reference !== undefined) references.push(reference);
  }
  return [
    ["a reference", references],
    ["8 characters of one", references.map((reference) => reference.slice(0, 8))],
    ["an order", many(() => `"order ${place()}"`)],
    ["in every body", many((index) => ["Lagos", "success", "transaction"][index % 3] ?? "")],
    ["a name", many((index) => `"${NAMES[index % NAMES.length]}"`)],
    ["nowhere", many(() => `nowhere${place()}`)],
    ["3 characters", references.map((reference) => reference.slice(9, 12))],
  ];
}

async function searches(journal: Journal, count: number, each: number) {
  const taken: number[] = [];
  const halves: string[] = [];
  for (const [name, words] of await wordsFor(journal, count, each)) {
    const here = await times(words.length, (index) => journal.page({ limit: ROWS, filter: words[index] ?? "" }));
    halves.push(`${name} ${numberText(median(here))}`);
    taken.push(...here);
  }
  return { p95: percentile(taken, 0.95), note: `medians: ${halves.join(", ")} ms` };
}

export const millionPages: Measurement = {
  figures: [PAGE, SEARCH, JUMP, DISK],
  async measure(bench) {
    const { folder, count } = await madeLog(bench);
    const bytes = [FILE_NAME, INDEX_FILE].reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    const journal = await openForBench(folder);
    bench.atEnd(() => journal.close());
    const random = (): number => 1 + Math.floor(Math.random() * count);
    const ends = await Promise.all([
      journal.page({ after: 0, limit: 1, filter: "" }),
      journal.page({ limit: 1, filter: "" }),
    ]);
    const [from = 0, to = 0] = ends.map(({ events }) => events[0]?.at);
    const readBare = barePages(bench, ROWS);
    const bareHalves: number[] = [];
    const bareSlowest: number[] = [];
    const pages: number[] = [];
    const jumps: number[] = [];
    const sought: { readonly p95: number; readonly note: string }[] = [];
    const atOnce = bench.quick ? 50 : 500;
    for (let run = -1; run < bench.runs; run += 1) {
      const bare = await readBare(atOnce);
      const page = await times(atOnce, () => journal.page({ before: random(), limit: ROWS, filter: "" }));
      const jump = await times(atOnce, () =>
        journal.page({ at: Math.round(from + Math.random() * (to - from)), limit: ROWS, filter: "" }),
      );
      const search = await searches(journal, count, bench.quick ? 3 : 15);
      // The first round reads the file into the system's memory and compiles what it needs.
      if (run < 0) continue;
      bareHalves.push(median(bare));
      bareSlowest.push(percentile(bare, 0.99));
      pages.push(percentile(page, 0.99));
      jumps.push(percentile(jump, 0.99));
      sought.push(search);
    }
    const measured: readonly Measured[] = [
      { name: PAGE.name, runs: pages, bare: bareSlowest, note: `${numberText(count)} events` },
      { name: SEARCH.name, runs: sought.map(({ p95 }) => p95), bare: bareHalves, note: sought.at(-1)?.note ?? "" },
      { name: JUMP.name, runs: jumps, bare: bareSlowest },
      {
        name: DISK.name,
        runs: [bytes / count / 1_000],
        note: `${numberText(bytes / 1e6)} MB for ${numberText(count)} events`,
      },
    ];
    return measured;
  },
};
