import { z } from "zod";
import { eventDetail } from "../events.ts";
import { formValues } from "../form-memory.ts";
import { outcome } from "../outcomes.ts";
import { type DeepReadonly, eventId, microseconds } from "../primitives.ts";
import { profileDraft, secretSlot } from "../profile.ts";
import { entry, requestId } from "./entry.ts";

/** What is called: the fields as typed, or a body of the user's own (`Edit body`). */
export const callAction = z.discriminatedUnion("operation", [
  z.object({ operation: z.literal("link"), linkId: z.string() }),
  z.object({
    operation: z.literal("credit"),
    body: z.union([formValues.shape.credit, z.object({ raw: z.string() })]),
  }),
  z.object({
    operation: z.literal("charge"),
    body: z.union([formValues.shape.charge, z.object({ raw: z.string() })]),
  }),
]);

/** A call as asked for by a form. */
const callRequest = z.object({
  /** Chosen by the caller, so that it can cancel. */
  requestId,
  profileId: z.string(),
  /** The call that this one repeats as it was. */
  repeatOf: eventId.optional(),
  action: callAction,
});

/** How a look-up ended that was only to show whether address and key are right. */
const connectionTested = z.object({
  outcome,
  url: z.string(),
  status: z.int().nullable(),
  duration: microseconds,
});
export type ConnectionTested = DeepReadonly<z.infer<typeof connectionTested>>;

export const calls = {
  /** Resolves when the call has ended, however it ended; the row in the log appears at its start. */
  send: entry(callRequest, z.object({ event: eventDetail })),
  /**
   * A look-up with a profile as it stands in its form, saved or not: nothing of it is kept. `profileId`: whose secrets
   * stand in for what was not typed anew; null for a profile that does not exist yet.
   */
  testConnection: entry(
    z.object({
      requestId,
      profileId: z.string().nullable(),
      draft: profileDraft,
      /** The secrets by their slots; null for one that is to be removed. */
      secrets: z.partialRecord(secretSlot, z.string().min(1).max(10_000).nullable()),
      linkId: z.string(),
    }),
    connectionTested,
  ),
  cancel: entry(z.object({ requestId }), z.object({ cancelled: z.boolean() })),
  /** The request of a call or a delivery as a cURL command, its secrets replaced by placeholders. */
  curl: entry(z.object({ id: eventId }), z.object({ text: z.string() })),
} as const;
