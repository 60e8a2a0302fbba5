import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createExports, createSigner } from "../../../src/main/evidence/index.ts";
import { Refusal } from "../../../src/main/refusal.ts";
import type { Redaction } from "../../../src/shared/evidence.ts";
import { MEBIBYTE } from "../../../src/shared/primitives.ts";
import { evidenceThread } from "../../support/threads.ts";
import type { Bench, Figure, Measured, Measurement } from "../harness/figure.ts";
import { numberText } from "../harness/statistics.ts";
import { fillJournal, openForBench } from "../made-log.ts";

const figure = (name: string, title: string): Figure => ({
  name,
  title,
  unit: "s",
  bare: "what copying a file of the same bytes takes",
  target: null,
});
const HAR = figure("export-har", "Export of 50,000 events to HAR, nothing left out but secrets");
const REDACTED = figure("export-har-redacted", "The same with personal values left out");
const MEMORY: Figure = {
  name: "export-memory",
  title: "Memory that such an export takes more, at most",
  unit: "MB",
  bare: null,
  target: null,
};

async function copied(from: string, to: string): Promise<number> {
  const begun = performance.now();
  await pipeline(createReadStream(from), createWriteStream(to));
  return (performance.now() - begun) / 1_000;
}

async function measure(bench: Bench): Promise<readonly Measured[]> {
  const folder = bench.newFolder();
  const count = bench.quick ? 5_000 : 50_000;
  const journal = await openForBench(folder);
  await fillJournal(journal, count);
  let files = 0;
  let key: string | null = null;
  const signer = createSigner({
    get: async () => key,
    set: async (made) => void (key = made),
    lasts: () => true,
  });
  const exports = createExports({
    folder,
    thread: evidenceThread,
    log: () => ({
      place: journal.place,
      runs: { get: async () => Promise.reject(new Refusal("no-run", "There are none.")) },
      foreign: null,
    }),
    host: {
      saveAs: async () => join(folder, `${(files += 1)}.har`),
      printPdf: async () => new Uint8Array(),
      showFile: async () => undefined,
    },
    secrets: () => ["sk_test_0123456789abcdef"],
    rules: () => ({ of: {}, otherwise: "" }),
    units: () => ({}),
    key: signer.key,
    version: "bench",
    now: () => Date.now() * 1_000,
    onProgress: () => undefined,
  });
  const { token } = await exports.prepare({ requestId: "look", scope: { of: "filter", filter: "" }, log: "own" });
  const memory: number[] = [];
  async function run(redaction: Redaction): Promise<{ readonly took: number; readonly bare: number }> {
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let most = before;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const begun = performance.now();
    const { file } = await exports.write({ requestId: `${files}`, token, format: "har", redaction, paper: "A4" });
    const took = (performance.now() - begun) / 1_000;
    clearInterval(timer);
    memory.push((most - before) / MEBIBYTE);
    return { took, bare: await copied(file ?? "", join(folder, "copy.har")) };
  }
  const plain: { took: number; bare: number }[] = [];
  const redacted: { took: number; bare: number }[] = [];
  for (let number = 0; number < bench.runs; number += 1) {
    plain.push(await run({ state: "unredacted" }));
    redacted.push(await run({ state: "redacted", keep: [] }));
  }
  await exports.close();
  await journal.close();
  const measured = ({ name }: Figure, runs: readonly { took: number; bare: number }[]): Measured => ({
    name,
    runs: runs.map(({ took }) => took),
    bare: runs.map(({ bare }) => bare),
    note: `${numberText(count)} webhooks of 1 kB`,
  });
  return [measured(HAR, plain), measured(REDACTED, redacted), { name: MEMORY.name, runs: memory }];
}

export const exports: Measurement = { figures: [HAR, REDACTED, MEMORY], measure };
