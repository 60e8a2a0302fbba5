import { z } from "zod";
import { eventId } from "../primitives.ts";
import { runDetail } from "../run.ts";
import { entry, nothing } from "./entry.ts";

export const runs = {
  /** `id` is that of the run's call. Refused with `no-run` when it is no longer in the log. */
  get: entry(z.object({ id: eventId }), runDetail),
  /** By hand: never overruled by what comes later. Refused when the call was made after the webhook came. */
  tie: entry(z.object({ deliveryId: eventId, runId: eventId }), nothing),
  /** By hand: the webhook belongs to no run. */
  untie: entry(z.object({ deliveryId: eventId }), nothing),
  /** Takes back what was decided by hand. */
  decideAgain: entry(z.object({ deliveryId: eventId }), nothing),
} as const;
