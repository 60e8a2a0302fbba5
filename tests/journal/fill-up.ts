/**
 * A process that fills a journal up until an append is refused, and then reads back what it was told is kept. It
 * writes one line of JSON. It is started as another user, or with a limit on the size of files.
 *
 * Argument: the folder.
 */
import { openJournal } from "../../src/main/journal/index.ts";
import { Refusal } from "../../src/main/refusal.ts";
import { journalThread } from "../support/threads.ts";
import { sampleDelivery } from "./samples.ts";

export interface FillReport {
  readonly problem: string | null;
  readonly kept: number;
  readonly lost: number;
  readonly refusedWith: string | null;
  /** Events that can be read, those of before among them. */
  readonly readable: number;
}

const [folder = ""] = process.argv.slice(2);
const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : String(error));
const journal = await openJournal({ folder, thread: journalThread, now: () => Date.now() * 1_000 });
const problem = journal.problem()?.code ?? null;

const kept: number[] = [];
let refusedWith: string | null = null;
while (refusedWith === null && kept.length < 1_000)
  await journal.append(sampleDelivery(new Uint8Array(50_000).fill(kept.length), { at: Date.now() * 1_000 })).then(
    (id) => kept.push(id),
    (error: unknown) => {
      refusedWith = codeOf(error);
    },
  );
let lost = 0;
for (const [place, id] of kept.entries()) {
  const body = await journal.body(id, "request").catch(() => null);
  if (body === null || !body.every((byte) => byte === place % 256)) lost += 1;
}
const readable = await journal.page({ limit: 500, filter: "" }).then(
  (page) => page.events.length,
  () => -1,
);
await journal.close();
const report: FillReport = { problem, kept: kept.length, lost, refusedWith, readable };
console.log(JSON.stringify(report));
