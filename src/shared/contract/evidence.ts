import { z } from "zod";
import { exportFormat, exportLog, exportPreview, exportScope, paper, redaction, ticketFormat } from "../evidence.ts";
import { entry, nothing, requestId } from "./entry.ts";

const token = z.string().max(100);

export const evidence = {
  /**
   * Looks through what is chosen. Told of by `evidence.progress`. Refused `no-event` where nothing is left of it, `no-file`
   * where no file is open.
   */
  prepare: entry(z.object({ requestId, scope: exportScope, log: exportLog }), exportPreview),
  /** The text for a ticket; refused `too-much` for more than somebody reads, `not-prepared` when it is long ago. */
  ticket: entry(z.object({ token, format: ticketFormat, redaction }), z.object({ text: z.string() })),
  /**
   * Asks where to, and writes a file there: whole, or none. `file`: its path; null when the user cancelled it.
   * Told of by `evidence.progress`.
   */
  write: entry(
    z.object({ requestId, token, format: exportFormat, redaction, paper }),
    z.object({ file: z.string().nullable(), size: z.int().nonnegative() }),
  ),
  /** Forgets what was looked through. */
  drop: entry(z.object({ token }), nothing),
  /** Gives up looking through or writing; nothing is left of the file. */
  cancel: entry(z.object({ requestId }), z.object({ cancelled: z.boolean() })),
  /** Shows the file that was written last in the system's file manager. Refused `not-shown`. */
  show: entry(nothing, nothing),
} as const;
