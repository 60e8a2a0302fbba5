import { z } from "zod";
import type { DeepReadonly } from "./primitives.ts";

/** One thing that Linkdesk needs of the machine, looked at on the machine itself. */
const selfCheckFinding = z.object({
  /** What was looked at: a few words, the same at every check. */
  what: z.string(),
  /** `not-here`: this host or this start has no such thing, and nothing is lost by it. */
  state: z.enum(["works", "missing", "not-here"]),
  /** What was seen; of something that is missing also what Linkdesk does without it. */
  detail: z.string(),
});
export type SelfCheckFinding = DeepReadonly<z.infer<typeof selfCheckFinding>>;

/** What a check of Linkdesk by itself has found: made at the first start of each version, and when it is asked for. */
export const selfCheckReport = z.object({
  version: z.string(),
  host: z.enum(["electron", "chromium"]),
  platform: z.string(),
  /** Microseconds since the epoch. */
  at: z.int(),
  findings: z.array(selfCheckFinding),
});
export type SelfCheckReport = DeepReadonly<z.infer<typeof selfCheckReport>>;

/** What the window's page has seen of itself. */
export const pageFindings = z.array(selfCheckFinding).max(20);
