import { z } from "zod";
import { addressSecret, addressSettings, addressStatus, hostKey } from "../address.ts";
import { entry, nothing } from "./entry.ts";

export const address = {
  status: entry(nothing, addressStatus),
  /** Keeps the settings, whatever comes of it. `agreed`: the user has read who can see what passes this way. */
  start: entry(z.object({ settings: addressSettings, agreed: z.boolean() }), addressStatus),
  stop: entry(nothing, addressStatus),
  /** Does not wait for the next try, or tests the address now. */
  tryNow: entry(nothing, addressStatus),
  /** Takes this very key for the server's from now on, and goes on. */
  trustHostKey: entry(hostKey, addressStatus),
  /** The key that is kept for this server is no longer asked for: the next one is shown first. */
  forgetHostKey: entry(z.object({ host: z.string(), port: z.int() }), addressStatus),
  /** null takes it away. It is never handed out again. */
  setSecret: entry(z.object({ name: addressSecret, value: z.string().min(1).max(10_000).nullable() }), addressStatus),
  /** The last lines that the tunnel has said, oldest first; secrets masked. */
  said: entry(nothing, z.object({ lines: z.array(z.string()) })),
} as const;
