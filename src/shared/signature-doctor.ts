import { z } from "zod";
import { type DeepReadonly, instant } from "./primitives.ts";
import { secretDecoding, signatureEncoding, timestampUnit } from "./signature.ts";

/** What a sender does to a body between signing and sending, or the other way round. */
export const bodyChange = z.enum([
  "newline-added",
  "crlf-added",
  "newline-removed",
  "trimmed",
  "to-lf",
  "to-crlf",
  "bom-added",
  "bom-removed",
  "decoded",
  "empty",
  "latin1",
  "double-utf8",
  "form-decoded",
  "form",
  "json-string",
  "json-unwrapped",
  "base64",
  "nfc",
  "nfd",
]);
export type BodyChange = z.infer<typeof bodyChange>;

/** What differs when JSON is read and written again: at most one of each line. */
export const JSON_AXES = {
  spacing: ["compact", "spaced", "indent-2", "indent-4", "indent-tab"],
  order: ["sorted"],
  slashes: ["slashes-escaped", "slashes-plain"],
  unicode: ["unicode-escaped", "unicode-escaped-upper", "unicode-plain"],
  html: ["html-escaped", "html-escaped-upper", "html-plain"],
  numbers: [
    "numbers-rounded",
    "numbers-shortened",
    "numbers-point-0",
    "numbers-point-00",
    "numbers-quoted",
    "numbers-exponent",
  ],
} as const;
type JsonAxis = keyof typeof JSON_AXES;
export const jsonChange = z.enum(Object.values(JSON_AXES).flat());
/** How JSON may have been written by whoever signed it. */
export type JsonStyle = { readonly [Axis in JsonAxis]?: (typeof JSON_AXES)[Axis][number] };
export type JsonChange = z.infer<typeof jsonChange>;

export const secretForm = z.enum([
  "trimmed",
  "with-newline",
  "with-crlf",
  "with-space",
  "unquoted",
  "quoted",
  "without-prefix",
  "percent-decoded",
  "base64-of-it",
  "hex-of-it",
  "lower-case",
  "upper-case",
  "empty",
  "placeholder",
]);
export type SecretForm = z.infer<typeof secretForm>;

/** Ways to come from key and content to a signature, other than one HMAC. */
export const construction = z.enum([
  "key-before",
  "key-after",
  "no-key",
  "hmac-of-hex-hash",
  "hmac-of-hash",
  "hash-of-hex-hmac",
  "hash-of-hmac",
  "hmac-twice-hex",
  "swapped",
]);
export type Construction = z.infer<typeof construction>;

/**
 * One thing that has to be different for the signature to hold. A secret is told by who has it, never by what it is.
 */
export const signatureChange = z.discriminatedUnion("change", [
  z.object({ change: z.literal("header"), name: z.string() }),
  z.object({ change: z.literal("repeated"), place: z.int(), count: z.int() }),
  /** Another kind of check altogether. */
  z.object({ change: z.literal("scheme"), kind: z.enum(["signed", "static"]) }),
  z.object({ change: z.literal("prefix"), prefix: z.string() }),
  /** What sets the parts of the header apart, and what the profile says; empty: it holds one value. */
  z.object({ change: z.literal("separator"), is: z.string(), set: z.string() }),
  z.object({ change: z.literal("encoding"), encoding: signatureEncoding }),
  z.object({ change: z.literal("written"), as: z.enum(["base64-of-hex", "hex-of-text", "quoted"]) }),
  z.object({ change: z.literal("truncated"), bytes: z.int(), of: z.int() }),
  z.object({ change: z.literal("algorithm"), algorithm: z.string() }),
  z.object({ change: z.literal("construction"), construction }),
  z.object({
    change: z.literal("secret"),
    /** The profile that has it; null: the sandbox itself. */
    owner: z.string().nullable(),
    sameProfile: z.boolean(),
    /** Which of its secrets, in words: `the key of its calls`, `its signature secret “Former”`. */
    what: z.string(),
    /** The other profile is for another mode: the mistake is a likely one. */
    otherMode: z.boolean(),
    publicKey: z.boolean(),
  }),
  z.object({ change: z.literal("secret-form"), form: secretForm }),
  z.object({ change: z.literal("secret-decoding"), decoding: secretDecoding }),
  z.object({ change: z.literal("body"), how: bodyChange }),
  z.object({ change: z.literal("json"), how: jsonChange }),
  z.object({ change: z.literal("member"), key: z.string() }),
  z.object({ change: z.literal("content"), template: z.string(), address: z.boolean() }),
  /** What is signed has the timestamp in another unit than the header. */
  z.object({ change: z.literal("timestamp-unit"), unit: z.enum(["seconds", "milliseconds"]) }),
  /** The timestamp is written in another way than the profile reads it. */
  z.object({ change: z.literal("timestamp-format"), unit: timestampUnit }),
  /** The whole scheme of a known provider. */
  z.object({ change: z.literal("provider"), name: z.string() }),
  /** Positive: the sender's clock is behind, or the delivery was under way for long. */
  z.object({ change: z.literal("clock"), ageSeconds: z.number(), toleranceSeconds: z.int() }),
]);
export type SignatureChange = DeepReadonly<z.infer<typeof signatureChange>>;

/** How the doctor's search ended. */
export const doctorReport = z.discriminatedUnion("result", [
  /** With these changes it is valid. `fix`: under this number the profile can be changed so; null: not in a profile. */
  z.object({
    result: z.literal("found"),
    changes: z.array(signatureChange).min(1),
    fix: z.int().nullable(),
    /**
     * Webhooks of the profile that were valid by its set-up as it is, and the last one's moment: then this one is
     * different. `webhooks`: of the latest in the log. `stays`: the last one would be valid by the fix too.
     */
    rightFor: z.object({ webhooks: z.int(), last: instant, stays: z.boolean() }).optional(),
  }),
  /** The signature is valid by what the profile says now: it only has to be checked again. */
  z.object({ result: z.literal("valid") }),
  /** The signature is valid by what another profile says; `name` is that profile's. */
  z.object({ result: z.literal("of-another-profile"), name: z.string() }),
  /**
   * `complete`: everything was tried; else the time was up. `cause`: what is sure although nothing was found; `place`:
   * where that would have to stand. `no-signature`: there is nothing like one in it; `separator`: what is looked for is
   * there once the header is taken apart; `not-understood`: nothing could be compared.
   * `leftOut`: hashes that this machine cannot compute.
   */
  z.object({
    result: z.literal("unknown"),
    tries: z.int(),
    milliseconds: z.int(),
    complete: z.boolean(),
    cause: z
      .enum(["no-signature", "other-value", "timestamp-missing", "id-missing", "separator", "not-understood"])
      .nullable(),
    place: z.string(),
    /** With `separator`: what sets the parts of the header apart, and what the profile says. */
    separator: z.object({ is: z.string(), set: z.string() }).optional(),
    leftOut: z.array(z.string()),
    /** The latest webhook of the profile whose signature held, and with which of its secrets. */
    held: z.object({ at: instant, secret: z.string() }).optional(),
  }),
]);
export type DoctorReport = DeepReadonly<z.infer<typeof doctorReport>>;
