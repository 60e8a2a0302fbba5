import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createExports, createSigner } from "../../src/main/evidence/index.ts";
import { openJournal } from "../../src/main/journal/index.ts";
import { exportFormat } from "../../src/shared/evidence.ts";
import { sampleCall, sampleDelivery } from "../journal/samples.ts";
import { evidenceThread, journalThread } from "../support/threads.ts";

// A program that begins to export and gets no further: in the middle of the log it waits for a run without end. Its parent
// is told so on the standard output, and kills it. Given: its folder, the folder of exports, the form.
const [folder = "", downloads = "", asked = ""] = process.argv.slice(2);
const format = exportFormat.parse(asked);
const now = () => Date.now() * 1_000;
const journal = await openJournal({ folder, thread: journalThread, now });
await journal.configureRetention({ maxEvents: null, maxBytes: null, maxAgeDays: null });
// What no packing makes small: much of it has left for the disk before the run is asked for.
const body = (): Uint8Array => randomBytes(30_000);
for (let count = 0; count < 120; count += 1) await journal.append(sampleDelivery(body()));
await journal.append({
  ...sampleCall(),
  expectation: {
    operation: "charge",
    amount: "1",
    currency: "NGN",
    user: null,
    from: "a",
    to: "b",
    remark: null,
    tag: null,
    awaits: "webhook",
    limit: 1_000_000,
  },
});
for (let count = 0; count < 10; count += 1) await journal.append(sampleDelivery(body()));
let key: string | null = null;
const signer = createSigner({ get: async () => key, set: async (made) => void (key = made), lasts: () => true });
const exports = createExports({
  folder,
  thread: evidenceThread,
  log: () => ({
    place: journal.place,
    runs: {
      get: () => {
        console.log("in the middle");
        return new Promise(() => undefined);
      },
    },
    foreign: null,
  }),
  host: {
    saveAs: async (name) => join(downloads, name),
    printPdf: async () => new Uint8Array(),
    showFile: async () => undefined,
  },
  secrets: () => [],
  rules: () => ({ of: {}, otherwise: "" }),
  units: () => ({}),
  key: signer.key,
  version: "0.1.0",
  now,
  onProgress: () => undefined,
});
const { token } = await exports.prepare({ requestId: "look", scope: { of: "filter", filter: "" }, log: "own" });
await exports.write({ requestId: "write", token, format, redaction: { state: "unredacted" }, paper: "A4" });
