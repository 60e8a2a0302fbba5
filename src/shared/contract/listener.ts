import { z } from "zod";
import { scriptStatus } from "../answer-script.ts";
import { listenerSettings, listenerStatus } from "../listener.ts";
import { entry, nothing } from "./entry.ts";

export const listener = {
  status: entry(nothing, listenerStatus),
  start: entry(nothing, listenerStatus),
  stop: entry(nothing, listenerStatus),
  /** `exposureConfirmed` must be true for any address but loopback: other machines could reach it. */
  configure: entry(z.object({ settings: listenerSettings, exposureConfirmed: z.boolean() }), listenerStatus),
  /** How far the answer script of the selected profile is. */
  scriptStatus: entry(nothing, scriptStatus),
  /** Begins that script again from its first step. */
  restartScript: entry(nothing, scriptStatus),
} as const;
