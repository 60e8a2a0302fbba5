import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { ensureBrowser } from "../../../build/steps/browser.ts";
import { createExports, createForeignFiles, createSigner, type Exports } from "../../../src/main/evidence/index.ts";
import { printPdf } from "../../../src/main/hosts/chromium/print-pdf.ts";
import type { Journal } from "../../../src/main/journal/index.ts";
import { Refusal } from "../../../src/main/refusal.ts";
import type { ExportFormat, ExportScope, Redaction } from "../../../src/shared/evidence.ts";
import { MEBIBYTE } from "../../../src/shared/primitives.ts";
import bundleThreads from "../../support/bundle-threads.ts";
import type { Bench, Figure, Measured, Measurement } from "../harness/figure.ts";
import { numberText } from "../harness/statistics.ts";
import { fillJournal, openForBench } from "../made-log.ts";

const COPYING = "what copying a file of the same bytes takes";
const COPYING_LOG = "what reading the log's file takes";
const figure = (name: string, title: string, bare: string | null): Figure => ({
  name,
  title,
  unit: "s",
  bare,
  target: null,
});
const HAR = figure("export-har", "Export of 50,000 events to HAR, nothing left out but secrets (5 s wanted)", COPYING);
const REDACTED = figure("export-har-redacted", "The same with personal values left out", COPYING);
const IMPORT = figure(
  "import-har",
  "The same file opened as a log (10 s wanted)",
  "what reading a file of the same bytes takes",
);
const CASE = figure("export-case", "The same as a case file, with personal values left out", COPYING);
const LOOKING = figure("export-look", "Looking through them before, for what is to be left out", COPYING_LOG);
const TICKET = figure("export-ticket", "Ticket text of three events (0.2 s wanted)", null);
const PDF = figure("export-pdf", "Report of 50 events as PDF (3 s wanted)", null);
const memory = (name: string, title: string): Figure => ({
  name,
  title,
  unit: "MB",
  bare: null,
  target: { atMost: 100 },
});
const MEMORY = memory("export-memory", "Memory that looking through and exporting take more, at most");
const MEMORY_IN = memory("import-memory", "Memory that opening the file takes more, at most");

const AS_IT_IS: Redaction = { state: "unredacted" };
const WITHOUT_PEOPLE: Redaction = { state: "redacted", keep: [] };

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}

/** The bytes of a file read, and written again or not: what the disk and Node take of it. */
function plainly(from: string, to: string | null): Promise<number> {
  const into = to === null ? new Writable({ write: (_piece, _encoding, done) => done() }) : createWriteStream(to);
  return timed(() => pipeline(createReadStream(from), into));
}

function exportsOf(journal: Journal, folder: string, browser: string, thread: URL): Exports {
  let files = 0;
  let key: string | null = null;
  const { key: ownKey } = createSigner({
    get: async () => key,
    set: async (made) => void (key = made),
    lasts: () => true,
  });
  return createExports({
    folder,
    thread,
    log: () => ({
      place: journal.place,
      runs: { get: async () => Promise.reject(new Refusal("no-run", "There are none.")) },
      foreign: null,
    }),
    host: {
      saveAs: async () => join(folder, `${(files += 1)}.export`),
      printPdf: (page) => printPdf(browser, page),
      showFile: async () => undefined,
    },
    secrets: () => ["sk_test_0123456789abcdef"],
    rules: () => ({ of: {}, otherwise: "" }),
    units: () => ({}),
    key: ownKey,
    version: "bench",
    now: () => Date.now() * 1_000,
    onProgress: () => undefined,
  });
}

/** The threads as the app has them, each in one file: from their sources they begin with a compiler in memory. */
async function builtThreads(bench: Bench): Promise<{ readonly evidence: URL; readonly journal: URL }> {
  const remove = await bundleThreads();
  const folder = process.env["LINKDESK_TEST_THREADS"] ?? "";
  delete process.env["LINKDESK_TEST_THREADS"];
  bench.atEnd(remove);
  const of = (name: string): URL => pathToFileURL(join(folder, `${name}.mjs`));
  return { evidence: of("evidence"), journal: of("journal") };
}

/** How much memory the process takes more meanwhile, at most. */
async function following(work: () => Promise<unknown>): Promise<{ readonly took: number; readonly more: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const took = await timed(work);
  clearInterval(timer);
  return { took, more: (most - before) / MEBIBYTE };
}

async function measure(bench: Bench): Promise<readonly Measured[]> {
  const folder = bench.newFolder();
  const count = bench.quick ? 5_000 : 50_000;
  const threads = await builtThreads(bench);
  const journal = await openForBench(folder);
  bench.atEnd(() => journal.close());
  await fillJournal(journal, count);
  while (journal.status().indexLag > 0) await pause(50);
  const exports = exportsOf(journal, folder, await ensureBrowser(), threads.evidence);
  bench.atEnd(() => exports.close());
  const look = async (scope: ExportScope): Promise<string> =>
    (await exports.prepare({ requestId: "look", scope, log: "own" })).token;
  const last = (many: number): ExportScope => ({
    of: "events",
    ids: Array.from({ length: many }, (_, index) => count - index),
  });

  const taken = new Map<string, { took: number[]; bare: number[] }>();
  function note({ name }: Figure, took: number, bare?: number): void {
    const found = taken.get(name) ?? { took: [], bare: [] };
    found.took.push(took);
    if (bare !== undefined) found.bare.push(bare);
    taken.set(name, found);
  }
  async function written(of: Figure, token: string, format: ExportFormat, redaction: Redaction) {
    let file = "";
    const { took, more } = await following(async () => {
      file = (await exports.write({ requestId: "write", token, format, redaction, paper: "A4" })).file ?? "";
    });
    note(of, took, of.bare === null ? undefined : await plainly(file, join(folder, "copy")));
    return { file, more };
  }

  for (let number = 0; number < bench.runs; number += 1) {
    let all = "";
    const looked = await following(async () => {
      all = await look({ of: "filter", filter: "" });
    });
    note(LOOKING, looked.took, await plainly(join(folder, "journal.db"), null));
    const plain = await written(HAR, all, "har", AS_IT_IS);
    const redacted = await written(REDACTED, all, "har", WITHOUT_PEOPLE);
    const packed = await written(CASE, all, "case", WITHOUT_PEOPLE);
    // What looking through takes is there still while the file is written.
    note(MEMORY, looked.more + Math.max(plain.more, redacted.more, packed.more));
    exports.drop(all);
    note(
      TICKET,
      await timed(async () => {
        const token = await look(last(3));
        await exports.ticket({ token, format: "text", redaction: WITHOUT_PEOPLE });
        exports.drop(token);
      }),
    );
    const fifty = await look(last(50));
    await written(PDF, fifty, "pdf", WITHOUT_PEOPLE);
    exports.drop(fifty);
    const opened = createForeignFiles({
      folder: join(folder, "opened"),
      threads,
      now: () => Date.now() * 1_000,
      acquaintance: async () => ({ own: null, known: [], original: async () => null }),
      onProgress: () => undefined,
      onChange: () => undefined,
    });
    const { took, more } = await following(() => opened.offer(plain.file).then((token) => opened.open(token, "open")));
    note(IMPORT, took, await plainly(plain.file, null));
    note(MEMORY_IN, more);
    await opened.close();
  }
  return [...taken].map(([name, { took, bare }]) => ({
    name,
    runs: took,
    ...(bare.length === 0 ? {} : { bare, note: `${numberText(count)} webhooks of 1 kB` }),
  }));
}

export const exports: Measurement = {
  figures: [LOOKING, HAR, REDACTED, CASE, IMPORT, TICKET, PDF, MEMORY, MEMORY_IN],
  measure,
};
