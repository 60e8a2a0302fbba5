import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { EventId, Instant } from "../../../shared/primitives.ts";
import type { RunDetail } from "../../../shared/run.ts";
import { openJournal } from "../../journal/index.ts";
import { Refusal } from "../../refusal.ts";
import { type FilledLog, RUN_FILE } from "./fill-log.ts";

/** A log that was filled from a file, and is thrown away when it is closed. */
export type OpenedLog = Awaited<ReturnType<typeof openLog>>;

interface Making {
  readonly folder: string;
  readonly journalThread: string | URL;
  readonly now: () => Instant;
}

/** Opens a log that `fillLog` has filled, to be looked at. */
export async function openLog(
  { events, from, until, runs: places }: FilledLog,
  { folder, journalThread, now }: Making,
) {
  const handle = await open(join(folder, RUN_FILE), "r");
  const journal = await openJournal({ folder, thread: journalThread, now, copy: "filled" });
  // Memory has their places only.
  const runs = new Map(places.map((place) => [place.id, place]));
  return {
    journal,
    events,
    from,
    until,
    runs: {
      async get(id: EventId): Promise<RunDetail> {
        const place = runs.get(id);
        if (place === undefined) throw new Refusal("no-run", "The file does not tell what became of this simulation.");
        const { buffer } = await handle.read(Buffer.alloc(place.size), 0, place.size, place.at);
        // What stands there was parsed before it was written.
        return JSON.parse(buffer.toString("utf8")) as RunDetail;
      },
    },
    /** Leaves nothing behind. */
    async close(): Promise<void> {
      await handle.close();
      await journal.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
