import { z } from "zod";
import { attemptSeries } from "../attempts.ts";
import { eventId } from "../primitives.ts";
import { entry } from "./entry.ts";

export const attempts = {
  /** All times that the webhook of a delivery was sent, known by its bytes or by its id. */
  of: entry(z.object({ id: eventId }), attemptSeries),
} as const;
