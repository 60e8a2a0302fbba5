import { mkdtempSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createExports, createSigner, type Exports } from "../../src/main/evidence/index.ts";
import type { PrintedPage } from "../../src/main/hosts/host.ts";
import type { OpenedJournal } from "../../src/main/journal/index.ts";
import { Refusal } from "../../src/main/refusal.ts";
import type { ExportFormat, ExportScope, Foreign, Paper, Redaction } from "../../src/shared/evidence.ts";
import type { EventId } from "../../src/shared/primitives.ts";
import type { RedactionRule } from "../../src/shared/redaction-rules.ts";
import type { RunDetail } from "../../src/shared/run.ts";
import { createJournals } from "../journal/samples.ts";
import { evidenceThread } from "../support/threads.ts";
import { partsOf } from "./zip-parts.ts";

export const REDACTED: Redaction = { state: "redacted", keep: [] };

interface Options {
  readonly secrets?: readonly string[];
  readonly rules?: readonly RedactionRule[];
  readonly foreign?: Foreign | null;
  /** Where files are written to; a folder of its own when left out. */
  readonly into?: string;
  readonly runs?: (id: EventId) => RunDetail | null;
}

/** Exports over a journal of their own, with files in a folder of their own; what would be printed is kept. */
export async function exportsOf({ secrets = [], rules = [], foreign = null, into, runs = () => null }: Options = {}) {
  const journals = createJournals();
  const journal: OpenedJournal = await journals.open();
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-exports-"));
  const printed: Omit<PrintedPage, "signal">[] = [];
  const progress: number[] = [];
  let number = 0;
  const signer = createSigner(keyInMemory());
  const exports: Exports = createExports({
    folder,
    thread: evidenceThread,
    log: () => ({
      place: journal.place,
      runs: {
        async get(id) {
          const found = runs(id);
          if (found === null) throw new Refusal("no-run", "There is no such run.");
          return found;
        },
      },
      foreign,
    }),
    host: {
      saveAs: async (name) => join(into ?? folder, `${(number += 1)}-${name}`),
      printPdf: async ({ html, paper }) => {
        printed.push({ html, paper });
        return Buffer.from("%PDF-1.4");
      },
      showFile: async () => undefined,
    },
    secrets: () => secrets,
    rules: () => ({ of: { shop: rules }, otherwise: "shop" }),
    units: () => ({}),
    key: signer.key,
    version: "0.1.0",
    now: () => 1_750_000_000_000_000,
    onProgress: ({ done }) => progress.push(done),
  });
  return {
    journal,
    exports,
    folder,
    printed,
    progress,
    signer,
    /** Where a file of this form was written. */
    async file(scope: ExportScope, format: ExportFormat, redaction = REDACTED, paper: Paper = "A4"): Promise<string> {
      const { token } = await exports.prepare({ requestId: "look", scope, log: "own" });
      const { file } = await exports.write({ requestId: "write", token, format, redaction, paper });
      return file ?? "";
    },
    /** What a file of this form has in it. */
    async written(scope: ExportScope, format: ExportFormat, redaction: Redaction = REDACTED): Promise<string> {
      const file = await this.file(scope, format, redaction);
      if (format === "pdf") return printed.at(-1)?.html ?? "";
      if (format !== "case") return readFile(file, "utf8");
      // Its name and its bytes as they lie there too: names of parts are in them as they are.
      const parts = [...(await partsOf(file))].flatMap(([name, content]) => [name, content.toString("utf8")]);
      return [basename(file), await readFile(file, "latin1"), ...parts].join("\n");
    },
    async dispose(): Promise<void> {
      await exports.close();
      await journals.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Where a key is kept as long as the test. */
export function keyInMemory() {
  let kept: string | null = null;
  return {
    get: async () => kept,
    set: async (key: string) => void (kept = key),
    lasts: () => true,
  };
}
