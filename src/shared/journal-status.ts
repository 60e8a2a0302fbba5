import { z } from "zod";
import type { DeepReadonly } from "./primitives.ts";

/** How the event log is doing, for the window to tell. */
export const journalStatus = z.object({
  /** Why events cannot be recorded right now (deliveries are answered 503 then), as a whole sentence; null: they can. */
  problem: z.object({ code: z.string(), sentence: z.string() }).nullable(),
  /** Events that are not in the search index yet. Searching finds them all the same, only slower. */
  indexLag: z.int().nonnegative(),
});
export type JournalStatus = DeepReadonly<z.infer<typeof journalStatus>>;
