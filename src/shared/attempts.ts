import { z } from "zod";
import { onPurpose } from "./answer-script.ts";
import { answerState } from "./events.ts";
import { type DeepReadonly, eventId, instant, microseconds } from "./primitives.ts";

/** One of several deliveries of the same webhook, held against the first of them. */
export const attempt = z.object({
  id: eventId,
  at: instant,
  /** The time since the attempt before; null for the first. */
  gap: microseconds.nullable(),
  status: z.int().nullable(),
  answerState,
  onPurpose: onPurpose.optional(),
  /** From its first byte to the end of our answer, or to when the sender gave up waiting. */
  duration: microseconds.nullable(),
  sameBytes: z.boolean(),
  /** Names of headers that came, went, or have another value than in the first; the signature's are not among them. */
  changedHeaders: z.array(z.string()).max(100),
  signature: z.enum(["none", "same", "changed"]),
});
export type Attempt = DeepReadonly<z.infer<typeof attempt>>;

/** What a sender did with one webhook: every time it came, as far as the log was looked through. */
export const attemptSeries = z.object({
  /** In order of arrival; the one asked for is among them. */
  attempts: z.array(attempt).min(1).max(50),
  /** Further ones that are not listed. */
  more: z.int().nonnegative(),
  /** What tells that the attempts are of the same webhook. */
  by: z.enum(["bytes", "id"]),
  /** Whether all of the log was looked through. If not, earlier and later ones may be missing. */
  complete: z.boolean(),
});
export type AttemptSeries = DeepReadonly<z.infer<typeof attemptSeries>>;
