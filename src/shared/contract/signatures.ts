import { z } from "zod";
import { base64Text, eventId, instant } from "../primitives.ts";
import { profileView } from "../profile.ts";
import { signatureCheck } from "../signature-check.ts";
import { doctorReport } from "../signature-doctor.ts";
import { writtenSignature } from "../written-signature.ts";
import { entry, nothing, requestId } from "./entry.ts";

/** What was held against what, for reading. */
const comparison = z.object({
  /** The values of the signature header as received; null: they hold the secret itself, and are not shown. */
  received: z.array(z.string()).nullable(),
  /** The beginning of what is signed, and how long it is; null where nothing is (a static value). */
  content: z.object({ start: base64Text, size: z.int().nonnegative() }).nullable(),
  /** The timestamp as received, the moment that it names, and how long before its arrival that was. */
  timestamp: z.object({ text: z.string(), at: instant.nullable(), ageSeconds: z.number().nullable() }).nullable(),
});

/** A header as a service sends it: pasted, or of a delivery. `header`: the one that is set, for a value without a name. */
const example = z.object({
  of: z.union([z.object({ text: z.string().max(20_000) }), z.object({ id: eventId })]),
  header: z.string().max(200),
});

export const signatures = {
  /** How a signature is written, as far as a header alone shows it; null: nothing in it looks like one. */
  readExample: entry(example, writtenSignature.nullable()),
  /** What the recorded check of a delivery compared. */
  comparison: entry(z.object({ id: eventId }), comparison),
  /** Checks a delivery by what its profile says now; the row is told of as amended. */
  checkAgain: entry(z.object({ id: eventId }), signatureCheck),
  /** Looks for the reason why a signature does not hold, off the main thread: some seconds, or a minute if wanted. */
  examine: entry(z.object({ id: eventId, requestId, longer: z.boolean().optional() }), doctorReport),
  cancelExamination: entry(z.object({ requestId }), nothing),
  /** Changes the profile in the way that a report has found. */
  applyFix: entry(z.object({ fix: z.int() }), profileView),
  /** Takes that change back, if it was the last one. */
  undoFix: entry(z.object({ fix: z.int() }), profileView),
} as const;
