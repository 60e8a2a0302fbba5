import { z } from "zod";
import { eventDetail } from "./events.ts";
import { base64Text, type DeepReadonly, eventId } from "./primitives.ts";
import { runDetail } from "./run.ts";

/** Handing over what was seen: what is chosen, in which form, and what is kept out of it. */

/** Events at once that can be chosen one by one. */
export const CHOSEN_AT_MOST = 10_000;

/** What is handed over. `run`: the simulation of this call, with every webhook tied to it. */
export const exportScope = z.discriminatedUnion("of", [
  z.object({ of: z.literal("run"), id: eventId }),
  z.object({ of: z.literal("events"), ids: z.array(eventId).min(1).max(CHOSEN_AT_MOST) }),
  z.object({ of: z.literal("filter"), filter: z.string().max(2_000) }),
]);
export type ExportScope = DeepReadonly<z.infer<typeof exportScope>>;

/** Which log it is of: one's own, or that of the opened file. */
export const exportLog = z.enum(["own", "opened"]);
export type ExportLog = z.infer<typeof exportLog>;

export const exportFormat = z.enum(["text", "markdown", "html", "pdf", "har", "ndjson", "csv", "case"]);
export type ExportFormat = z.infer<typeof exportFormat>;

/** The format of a text that goes into a ticket. */
export const ticketFormat = exportFormat.extract(["text", "markdown"]);
export type TicketFormat = z.infer<typeof ticketFormat>;

export const paper = z.enum(["A4", "Letter"]);
export type Paper = z.infer<typeof paper>;

/**
 * What a value is taken for, in the order in which it is shown. `own`: a rule of the profile's; `text`: what people
 * write, a remark or a postal address; `note`: what the user has written, notes and tags.
 */
export const redactionKind = z.enum([
  "own",
  "name",
  "email",
  "phone",
  "account",
  "token",
  "identifier",
  "text",
  "note",
]);
export type RedactionKind = z.infer<typeof redactionKind>;

/** Where events come from that are not of one's own log. */
export const foreign = z.object({
  file: z.string(),
  /** The fingerprint of who has signed that file; null where nobody's signature holds. */
  signedBy: z.string().nullable(),
});
export type Foreign = DeepReadonly<z.infer<typeof foreign>>;

/** Values of one kind at one place, such as the e-mail addresses at `customer.email` of webhooks. */
export const redactionGroup = z.object({
  /** Names it in `redaction.keep`; the same for the same place in another export. */
  id: z.string(),
  kind: redactionKind,
  /** Whose place it is, and the place: "webhook", "customer.email". */
  part: z.string(),
  place: z.string(),
  /** How often something stands there, and how many different values that are. */
  times: z.int().nonnegative(),
  values: z.int().nonnegative(),
  /** Something of one of them, the rest replaced by dots. */
  example: z.string(),
});
export type RedactionGroup = DeepReadonly<z.infer<typeof redactionGroup>>;

/** What is left out. Secrets are, in any case. */
export const redaction = z.discriminatedUnion("state", [
  /** `keep`: groups whose values are to stay as they are. */
  z.object({ state: z.literal("redacted"), keep: z.array(z.string().max(1_000)).max(500) }),
  /** The user was told what is in it, and wants it so. */
  z.object({ state: z.literal("unredacted") }),
]);
export type Redaction = DeepReadonly<z.infer<typeof redaction>>;

/** What an export would have in it: looked at before it is written, and written as it was then. */
export const exportPreview = z.object({
  /** Names what was looked at, for the calls that follow. */
  token: z.string(),
  calls: z.int().nonnegative(),
  deliveries: z.int().nonnegative(),
  notices: z.int().nonnegative(),
  /** Bytes of all bodies together. */
  size: z.int().nonnegative(),
  /** Times that a secret was found and masked. */
  secrets: z.int().nonnegative(),
  groups: z.array(redactionGroup),
  /** There are more places than are listed: their values are always left out. */
  moreGroups: z.boolean(),
});
export type ExportPreview = DeepReadonly<z.infer<typeof exportPreview>>;

/** The longest time before it is said how far an export is. */
export const exportProgress = z.object({
  requestId: z.string(),
  done: z.int().nonnegative(),
  of: z.int().nonnegative(),
});
export type ExportProgress = DeepReadonly<z.infer<typeof exportProgress>>;

/** A part of an event in which something was left out. */
export const redactedPart = z.enum(["details", "request", "answer", "forward"]);
export type RedactedPart = z.infer<typeof redactedPart>;

const body = base64Text.nullable();

/**
 * One line of an NDJSON export: an event with all that is recorded of it. Texts keep every code unit, bodies are base64
 * (RFC 4648, section 4), header fields stand in the order, the case and the number in which they came.
 */
export const evidenceLine = z.object({
  /** The version of this schema. */
  linkdesk: z.literal(1),
  event: eventDetail,
  /** As they came over the wire; null where there is none. */
  bodies: z.object({ request: body, answer: body, forward: body }),
  /** For a simulation's call: what was expected, every webhook tied to it, and the verdict. */
  run: runDetail.nullable(),
  /** Where something was left out. A signature over a body that is among them cannot be checked any more by others. */
  redacted: z.array(redactedPart),
  /** The events were taken from somebody else's file, and handed on. */
  foreign: foreign.optional(),
  /** In a case file: of each redacted body, a hash of the original bytes with a salt that the signer alone knows. */
  commitments: z.record(z.string(), z.string()).optional(),
});
export type EvidenceLine = DeepReadonly<z.infer<typeof evidenceLine>>;
