import { z } from "zod";
import { listenerSettings, listenerStatus } from "../listener.ts";
import { entry, nothing } from "./entry.ts";

export const listener = {
  status: entry(nothing, listenerStatus),
  start: entry(nothing, listenerStatus),
  stop: entry(nothing, listenerStatus),
  /** `exposureConfirmed` must be true for any address but loopback: other machines could reach it. */
  configure: entry(z.object({ settings: listenerSettings, exposureConfirmed: z.boolean() }), listenerStatus),
} as const;
