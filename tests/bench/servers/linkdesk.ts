/** Our listener and our journal, put together as src/main/index.ts does, without a window. Argument: the folder. */
import { setTimeout as pause } from "node:timers/promises";
import { machineClock } from "../../../src/main/clock.ts";
import { openJournal } from "../../../src/main/journal/index.ts";
import { sourceThread } from "../../../src/main/journal/source-thread.ts";
import { createListener } from "../../../src/main/listener/index.ts";
import { DEFAULT_LISTENER_SETTINGS } from "../../../src/shared/listener.ts";
import { DEFAULT_LISTENER_ANSWER } from "../../../src/shared/profile.ts";
import type { Report } from "./server.ts";

const [folder = ""] = process.argv.slice(2);
const tell = (report: Report): boolean => process.send?.(report) ?? false;
const journal = await openJournal({ folder, thread: sourceThread, now: machineClock.now });
const listener = createListener({
  journal,
  settings: { ...DEFAULT_LISTENER_SETTINGS, port: 0 },
  answer: () => DEFAULT_LISTENER_ANSWER,
  profile: () => ({ id: "sandbox", name: "Sandbox", mode: "sandbox" }),
  clock: machineClock.now,
  onStatus: () => {},
});
// Batches for the window are made as ever; there is only nobody to paint them.
journal.onChange(() => {});
const { url } = await listener.start();
if (url === null) throw new Error("The listener could not be started.");
// A notice of its own is the first row.
const before = 1;
tell({ url });

async function settle(): Promise<void> {
  while (journal.status().indexLag > 0) await pause(10);
  const { events } = await journal.stats();
  tell({ recorded: events - before });
}

async function close(): Promise<void> {
  await listener.close();
  await journal.close();
  process.exit(0);
}

process.on("message", () => void settle());
process.on("disconnect", () => void close());
