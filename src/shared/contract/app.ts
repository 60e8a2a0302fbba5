import { z } from "zod";
import { entry, nothing } from "./entry.ts";

export const app = {
  /** What runs here: shown in About and in the window's footer. */
  info: entry(
    nothing,
    z.object({
      version: z.string(),
      host: z.enum(["electron", "chromium"]),
      platform: z.string(),
      dataFolder: z.string(),
      /** Whether the system keeps secrets safe for us (keychain, DPAPI, libsecret). */
      secretsProtected: z.boolean(),
    }),
  ),
} as const;
