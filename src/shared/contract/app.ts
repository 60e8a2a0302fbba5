import { z } from "zod";
import { pageFindings, selfCheckReport } from "../self-check.ts";
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
      /** Whether the system keeps secrets safe for us (keychain, DPAPI, libsecret); null while it has not answered. */
      secretsProtected: z.boolean().nullable(),
    }),
  ),
  /** What the last check of this machine has found; null when this version has made none yet. */
  selfCheck: entry(nothing, selfCheckReport.nullable()),
  /** Checks this machine now, which takes some seconds. */
  runSelfCheck: entry(nothing, selfCheckReport),
  /** The page's answer to the push `app.check-page`. */
  pageLooked: entry(z.object({ findings: pageFindings }), z.null()),
  /** Shows the log file in the system's file manager; the path, for who has none. Refused `not-shown` without one. */
  showLog: entry(nothing, z.object({ file: z.string() })),
  /** What somebody who helps needs to know, to be pasted: no secret and no body. */
  diagnostics: entry(nothing, z.object({ text: z.string() })),
} as const;
