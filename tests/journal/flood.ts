/**
 * A process that floods a journal until it is killed. On standard output it writes one line, the row number and
 * the sequence number, for each delivery whose append has resolved: what a sender would have been answered 2xx for.
 *
 * Arguments: the folder, the first sequence number.
 */
import { openJournal } from "../../src/main/journal/index.ts";
import { journalThread } from "../support/threads.ts";
import { floodBody } from "./flood-body.ts";
import { sampleCall, sampleDelivery } from "./samples.ts";

const [folder = "", first = "0"] = process.argv.slice(2);
const now = (): number => Date.now() * 1_000;
const journal = await openJournal({ folder, thread: journalThread, now });
await journal.append(sampleCall({ at: now() }));

let sequence = Number(first);
async function sender(): Promise<void> {
  for (;;) {
    const mine = sequence;
    sequence += 1;
    const id = await journal.append(sampleDelivery(floodBody(mine), { at: now() }));
    // To a pipe this is synchronous: the line is out, whatever happens to this process next.
    process.stdout.write(`${id} ${mine}\n`);
    if (mine % 2 === 0) {
      const times = { duration: 5, committed: 1, answerStarted: 2, answerEnded: 3 };
      await journal.finishDelivery(id, { answerState: "sent", ...times });
    }
  }
}
await Promise.all(Array.from({ length: 20 }, sender));
