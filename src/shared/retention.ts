import { z } from "zod";
import type { DeepReadonly } from "./primitives.ts";
import { MEBIBYTE } from "./primitives.ts";

/**
 * How much of the event log is kept. The oldest events go first, pinned ones never. null: no such limit.
 * An event of 1 kB takes about 2.3 kB on disk, its share of the search index included.
 */
export const retentionSettings = z.object({
  maxEvents: z.int().min(1_000, "At least 1,000 events.").max(100_000_000, "At most 100,000,000 events.").nullable(),
  maxBytes: z
    .int()
    .min(64 * MEBIBYTE, "At least 64 MiB.")
    .max(1_048_576 * MEBIBYTE, "At most 1 TiB.")
    .nullable(),
  maxAgeDays: z.int().min(1, "At least one day.").max(36_500, "At most 36,500 days.").nullable(),
});
export type RetentionSettings = DeepReadonly<z.infer<typeof retentionSettings>>;

/** Generous: months of a support desk's work. */
export const DEFAULT_RETENTION: RetentionSettings = {
  maxEvents: 1_000_000,
  maxBytes: 5_120 * MEBIBYTE,
  maxAgeDays: 90,
};
