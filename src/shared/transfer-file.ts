import { z } from "zod";
import type { DeepReadonly } from "./primitives.ts";
import { mode } from "./profile.ts";

/** The ending of export files, without its dot: of our own, so that the system opens them in Linkdesk. */
export const PROFILES_EXTENSION = "linkdesk";

/** The most that an export file may measure: bytes as a file, characters across the bridge. */
export const PROFILES_FILE_LIMIT = 5_000_000;

/** An export file that was opened. Nothing has been imported yet: the window asks. */
export const profilesOffer = z.discriminatedUnion("readable", [
  z.object({
    readable: z.literal(true),
    file: z.string(),
    profiles: z
      .array(
        z.object({
          name: z.string(),
          mode,
          baseUrl: z.string(),
          /** What it would do by itself once it is in use, in sentences that quote the file. */
          acts: z.array(z.string()),
        }),
      )
      .min(1),
    /** The whole of it, to be given to `profiles.importText`. */
    text: z.string().max(PROFILES_FILE_LIMIT),
  }),
  z.object({ readable: z.literal(false), file: z.string(), reason: z.string() }),
]);
export type ProfilesOffer = DeepReadonly<z.infer<typeof profilesOffer>>;
