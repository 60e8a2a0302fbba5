import { z } from "zod";
import { foreign, redactedPart } from "./evidence.ts";
import { type DeepReadonly, eventId, instant } from "./primitives.ts";

/**
 * Files with events that come from elsewhere: what says whether one is whole, and what is shown of it as a log of its
 * own.
 */

/** The ending of case files, without its dot. */
export const CASE_EXTENSION = "linkdesk-case";

/** The endings of all files that can be looked at. */
export const OPENED_EXTENSIONS = [CASE_EXTENSION, "har", "ndjson"] as const;

/** The most that a file, and what is packed in it, may measure. */
export const OPENED_FILE_LIMIT = 4_294_967_296;

/** The same in words. */
export const OPENED_FILE_ROOM = "4 GB";

/** Bytes of a file that cross the bridge at once. */
export const OPENED_PIECE = 1_048_576;

/** A time in which nothing was recorded, as a notice of the log says. */
const gap = z.object({ from: z.int(), until: z.int(), cause: z.string() });
/** The clock was set at `at`, by so many microseconds. */
const clock = z.object({ zone: z.string(), set: z.array(z.object({ at: instant, by: z.int() })) });

/**
 * What stands in a case file beside its parts. `signature.json` is over the bytes of this as they are written, so that
 * nobody has to agree about how JSON is spelled.
 */
export const caseManifest = z.object({
  /** The version of this schema. */
  linkdeskCase: z.literal(1),
  /** Names this file: part of what commitments are made from. */
  id: z.string(),
  version: z.string(),
  exportedAt: instant,
  subject: z.string(),
  events: z.int().nonnegative(),
  redacted: z.boolean(),
  /** The events are not of the signer's own log, but of a file that was handed to them. */
  foreign: foreign.optional(),
  clock,
  /** Within the time of the events. */
  gaps: z.array(gap),
  parts: z.array(
    z.object({
      name: z.string(),
      size: z.int().nonnegative(),
      sha256: z.string(),
      /** In a part that consists of lines: the beginning of its hash after so many lines and bytes. */
      marks: z
        .array(z.tuple([z.int().positive(), z.int().positive(), z.string().max(64)]))
        .max(5_000)
        .optional(),
    }),
  ),
});
export type CaseManifest = DeepReadonly<z.infer<typeof caseManifest>>;

export const caseSignature = z.object({
  algorithm: z.literal("Ed25519"),
  /** 32 bytes, in base64. */
  publicKey: z.base64(),
  signature: z.base64(),
});

/** Whose signature it is. `unknown`: it holds, and its key has no name here. `none`: there is none that holds. */
const signedBy = z.discriminatedUnion("by", [
  z.object({ by: z.literal("own"), fingerprint: z.string() }),
  z.object({ by: z.literal("known"), fingerprint: z.string(), name: z.string() }),
  z.object({ by: z.literal("unknown"), fingerprint: z.string() }),
  z.object({ by: z.literal("none"), why: z.enum(["missing", "broken"]) }),
]);
export type SignedBy = DeepReadonly<z.infer<typeof signedBy>>;

/** What is said of one part of a case file. `added`: the manifest does not name it. */
const partState = z.enum(["whole", "altered", "missing", "added"]);
export type PartState = z.infer<typeof partState>;

/** What became of looking at a file, without opening it. */
export const fileCheck = z.discriminatedUnion("is", [
  z.object({
    is: z.literal("case"),
    file: z.string(),
    size: z.int().nonnegative(),
    /** All parts are as the manifest says, and its signature is sound. */
    whole: z.boolean(),
    signedBy,
    /** `from`: of an altered part, the first line that is not as it was, and the last one where that is known. */
    parts: z.array(
      z.object({
        name: z.string(),
        state: partState,
        from: z.object({ line: z.int().positive(), through: z.int().positive().nullable() }).optional(),
      }),
    ),
    manifest: caseManifest.omit({ parts: true }),
    /** In how many events something was left out, by part, and the first of them. */
    leftOut: z.array(z.object({ part: redactedPart, events: z.int().positive(), first: z.array(eventId).max(20) })),
    /**
     * Of a file of one's own: of how many redacted bodies the original is still in the log, and how many of these are
     * the bytes that the file is committed to. null where that cannot be known.
     */
    originals: z.object({ held: z.int().nonnegative(), agree: z.int().nonnegative() }).nullable(),
  }),
  /** A file that carries no proof of anything. `by`: the program that has written it. */
  z.object({ is: z.enum(["har", "ndjson"]), file: z.string(), size: z.int().nonnegative(), by: z.string() }),
]);
export type FileCheck = DeepReadonly<z.infer<typeof fileCheck>>;

/** A file that is open as a log of its own. */
export const openedFile = z.object({
  check: fileCheck,
  events: z.int().nonnegative(),
  /** When its first and its last event happened; null for an empty file. */
  from: instant.nullable(),
  until: instant.nullable(),
});
export type OpenedFile = DeepReadonly<z.infer<typeof openedFile>>;

/** A file that the system asked us to open; it is looked at under this token. */
export const offeredFile = z.object({ token: z.string(), file: z.string() });
export type OfferedFile = DeepReadonly<z.infer<typeof offeredFile>>;

/** A fingerprint for reading out: in groups of four. */
export function fingerprintText(fingerprint: string): string {
  return fingerprint.replaceAll(/(.{4})(?=.)/g, "$1 ");
}
