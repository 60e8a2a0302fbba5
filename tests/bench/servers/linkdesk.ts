/** A recorder in a process of its own. Argument: the folder of its log. */
import { setTimeout as pause } from "node:timers/promises";
import { openRecorder } from "./recorder.ts";
import type { Report } from "./server.ts";

const [folder = ""] = process.argv.slice(2);
const tell = (report: Report): boolean => process.send?.(report) ?? false;
const { url, journal, close } = await openRecorder(folder);
// A notice of its own is the first row.
const before = 1;
tell({ url });

async function settle(): Promise<void> {
  while (journal.status().indexLag > 0) await pause(10);
  const { events } = await journal.stats();
  const { user, system } = process.cpuUsage();
  tell({ recorded: events - before, processor: user + system });
}

process.on("message", () => void settle());
process.on("disconnect", () => void close().then(() => process.exit(0)));
