import { join } from "node:path";
import { pathToFileURL } from "node:url";

// The program's threads, for what runs from source. Reading a thread's seventy source files costs more than most of
// what the tests ask of it, and each test starts some: the unit tests bundle them once (bundle-threads.ts).

const bundled = process.env["LINKDESK_TEST_THREADS"];

export const journalThread = threadOf("journal", new URL("../../src/main/journal/worker/thread.ts", import.meta.url));
export const doctorThread = threadOf("doctor", new URL("../../src/main/signatures/doctor/thread.ts", import.meta.url));

export const evidenceThread = threadOf(
  "evidence",
  new URL("../../src/main/evidence/thread/thread.ts", import.meta.url),
);

function threadOf(name: string, source: URL): URL {
  return bundled === undefined ? source : pathToFileURL(join(bundled, `${name}.mjs`));
}
