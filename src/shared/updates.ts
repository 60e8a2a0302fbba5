import { z } from "zod";
import type { DeepReadonly } from "./primitives.ts";

/** Whether Linkdesk may look for a newer version by itself: not asked yet, yes, no. */
export const updateConsent = z.enum(["ask", "on", "off"]);
export type UpdateConsent = z.infer<typeof updateConsent>;

/** The most of the release notes that is shown, in characters. */
export const NOTES_LIMIT = 8_000;

const offer = {
  version: z.string().max(100),
  /** Plain text with line breaks; empty when the release came without. */
  notes: z.string().max(NOTES_LIMIT),
};

/** Where Linkdesk is with a newer version of itself. Each step after the first is taken by the user. */
export const updateStatus = z.discriminatedUnion("state", [
  /** There are none here, and why. */
  z.object({ state: z.literal("unavailable"), reason: z.string() }),
  /** Nothing newer is known. `checkedAt`: milliseconds since the epoch, null before the first look. */
  z.object({ state: z.literal("idle"), source: z.string(), checkedAt: z.int().nullable() }),
  z.object({ state: z.literal("checking"), source: z.string() }),
  z.object({ state: z.literal("available"), source: z.string(), ...offer }),
  z.object({ state: z.literal("downloading"), source: z.string(), ...offer, percent: z.number().min(0).max(100) }),
  /** On the disk and checked; installed when the user says so, and not before. */
  z.object({ state: z.literal("ready"), source: z.string(), ...offer }),
  /** The program ends for it now. */
  z.object({ state: z.literal("installing"), source: z.string(), version: z.string() }),
  z.object({
    state: z.literal("failed"),
    source: z.string(),
    during: z.enum(["check", "download", "install"]),
    /** What happened and what to do next, in a sentence or two. */
    message: z.string(),
    /** What was to be had; null when it was not known yet. */
    offer: z.object(offer).nullable(),
  }),
]);
export type UpdateStatus = DeepReadonly<z.infer<typeof updateStatus>>;
export type UpdateOffer = DeepReadonly<{ version: string; notes: string }>;
