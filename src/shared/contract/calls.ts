import { z } from "zod";
import { eventDetail } from "../events.ts";
import { formValues } from "../preferences.ts";
import { eventId } from "../primitives.ts";
import { entry, requestId } from "./entry.ts";

/** A call as asked for by a form: its fields as typed, or a body of the user's own (`Edit body`). */
const callRequest = z.object({
  /** Chosen by the caller, so that it can cancel. */
  requestId,
  profileId: z.string(),
  /** The call that this one repeats as it was. */
  repeatOf: eventId.optional(),
  action: z.discriminatedUnion("operation", [
    z.object({ operation: z.literal("link"), linkId: z.string() }),
    z.object({
      operation: z.literal("credit"),
      body: z.union([formValues.shape.credit, z.object({ raw: z.string() })]),
    }),
    z.object({
      operation: z.literal("charge"),
      body: z.union([formValues.shape.charge, z.object({ raw: z.string() })]),
    }),
  ]),
});

export const calls = {
  /** Resolves when the call has ended, however it ended; the row in the log appears at its start. */
  send: entry(callRequest, z.object({ event: eventDetail })),
  cancel: entry(z.object({ requestId }), z.object({ cancelled: z.boolean() })),
  /** The request of a call or a delivery as a cURL command, its secrets replaced by placeholders. */
  curl: entry(z.object({ id: eventId }), z.object({ text: z.string() })),
} as const;
