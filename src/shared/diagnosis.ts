import { z } from "zod";
import { outcome } from "./outcomes.ts";
import { type DeepReadonly, eventId, type HeaderList, instant, microseconds } from "./primitives.ts";

/** What a request has by which a Linkdesk tests an address, in small letters. */
export const PROOF_HEADER = "linkdesk-proof";

/** What that header says; undefined: it is no such request. */
export function proofTokenIn(headers: HeaderList): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === PROOF_HEADER)?.[1];
}

/** Why a webhook may not have come, each cause looked into for itself. In the order in which they are shown. */
export const checkCode = z.enum([
  "on-purpose",
  "call",
  "listener",
  "relay",
  "address",
  "public-address",
  "elsewhere",
  "untied",
]);
export type CheckCode = z.infer<typeof checkCode>;

/** `not-tested`: nobody knows yet, most often because it takes something of the user first. */
export const checkState = z.enum(["fine", "problem", "not-tested"]);
export type CheckState = z.infer<typeof checkState>;

export const check = z.object({
  code: checkCode,
  state: checkState,
  /** What was found, in a sentence or two. */
  sentence: z.string(),
  /** What to do about it; empty when there is nothing to do. */
  nextStep: z.string(),
  /** The address that the next step says to set on the dashboard, to be copied. */
  addressToSet: z.string().optional(),
  /** Nothing has come to the webhook path through that address yet: it is one to try. */
  addressUntried: z.literal(true).optional(),
  /** What a test of that address has shown. */
  addressTested: z.object({ state: checkState, sentence: z.string() }).optional(),
  /** What can be done here instead: another path for the listener. */
  otherwise: z.object({ sentence: z.string(), path: z.string() }).optional(),
  /** Rows of the log that it is about; at most ten, of each fault the newest first. */
  events: z.array(eventId).max(10),
});
export type Check = DeepReadonly<z.infer<typeof check>>;

/**
 * One part of the dashboard's address held against the listener's. `elsewhere`: it is another one, as it must be
 * behind a tunnel; whether it leads here is for the proof of life to say.
 */
export const addressPart = z.object({
  part: z.enum(["scheme", "host", "port", "path"]),
  given: z.string(),
  here: z.string(),
  state: z.enum(["same", "wrong", "elsewhere"]),
});
export type AddressPart = DeepReadonly<z.infer<typeof addressPart>>;

/** What became of a request of ours through the public address: the proof of life. */
export const proof = z.object({
  address: z.string(),
  at: instant,
  /** How it arrived at the listener; null when it did not. */
  arrived: z.object({ after: microseconds, path: z.string(), onPath: z.boolean() }).nullable(),
  /** What came back: our own answer, an answer of something else, or none. */
  answer: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("ours") }),
    z.object({
      kind: z.literal("other"),
      status: z.int(),
      location: z.string().nullable(),
      /** What it looks like: a tunnel's warning page, some web page, or neither. */
      page: z.enum(["warning", "page", "none"]),
      /** Why, by the tunnel's own list of errors, where the answer says so. */
      tunnelCode: z.string().nullable(),
    }),
    z.object({ kind: z.literal("none"), outcome }),
  ]),
});
export type Proof = DeepReadonly<z.infer<typeof proof>>;

export const diagnosis = z.object({
  /** The simulation whose webhook is missing; null when it is about webhooks at all. */
  runId: eventId.nullable(),
  profileId: z.string(),
  checks: z.array(check),
  /** The address on the dashboard as far as it is known: pasted, or read from the sandbox; empty when it is not. */
  address: z.string(),
  /** True when the address is the sandbox's own setting: there is nothing to paste. */
  addressKnown: z.boolean(),
  parts: z.array(addressPart),
  /** The last proof of life through this address since Linkdesk was started. */
  proof: proof.nullable(),
  /** What to ask the business next, ready to be sent: times in UTC, no secrets. */
  question: z.string(),
});
export type Diagnosis = DeepReadonly<z.infer<typeof diagnosis>>;

/** Why a text cannot be the address on a dashboard, or null when it can. Empty: it is not known. */
export function dashboardAddressProblem(text: string): string | null {
  if (text === "") return null;
  if (!URL.canParse(text)) return "This is not an address. Copy it from the dashboard, from https:// on.";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "The address starts with https:// or http://.";
  if (url.username !== "" || url.password !== "")
    return "Leave name and password out: the address is kept in clear text.";
  return null;
}

/** The profile's field for it. */
export const dashboardAddress = z
  .string()
  .max(2_000, "At most 2 000 characters.")
  .refine((text) => dashboardAddressProblem(text) === null, "This is not an address.");
