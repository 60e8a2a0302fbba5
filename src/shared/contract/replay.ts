import { z } from "zod";
import { eventDetail } from "../events.ts";
import { replayRequest } from "../replay.ts";
import { entry, requestId } from "./entry.ts";

export const replay = {
  /**
   * Sends a delivery again. Resolves when that has ended, however it ended; its row appears at the start. Refused with
   * `host-not-agreed` for a host beyond this machine that the user was not asked about.
   */
  send: entry(replayRequest, z.object({ event: eventDetail })),
  cancel: entry(z.object({ requestId }), z.object({ cancelled: z.boolean() })),
} as const;
