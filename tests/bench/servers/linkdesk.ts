/** A recorder in a process of its own. Argument: the folder of its log. */
import { setTimeout as pause } from "node:timers/promises";
import { openRecorder } from "./recorder.ts";
import { report } from "./report.ts";

const [folder = ""] = process.argv.slice(2);
const { url, journal, close } = await openRecorder(folder);
// A notice of its own is the first row.
const before = 1;
report({
  url,
  async recorded() {
    while (journal.status().indexLag > 0) await pause(10);
    return (await journal.stats()).events - before;
  },
  close,
});
