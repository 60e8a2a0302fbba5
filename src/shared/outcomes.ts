import { z } from "zod";
import type { DeepReadonly } from "./primitives.ts";

/** Which of the service's three operations a call is (service interface, section 4). */
export const operation = z.enum(["link", "credit", "charge"]);
export type Operation = z.infer<typeof operation>;

/**
 * What a row of the log that went out from here is: a call of the service, or a delivery that was sent again. `recorded`:
 * a request that another program has recorded, from a file of that program's.
 */
export const callOperation = z.enum([...operation.options, "replay", "recorded"]);
export type CallOperation = z.infer<typeof callOperation>;

/** What is wrong with the other side's certificate, told apart because the cure differs. */
export const tlsFault = z.enum([
  "expired",
  "not-yet-valid",
  "wrong-host",
  "self-signed",
  "unknown-issuer",
  "client-certificate",
  "protocol",
  "other",
]);
export type TlsFault = z.infer<typeof tlsFault>;

/** What went wrong between here and the proxy: the service itself was not reached. */
export const proxyFault = z.enum(["unreachable", "authentication", "refused", "unsupported"]);
export type ProxyFault = z.infer<typeof proxyFault>;

/** Why an answer that points elsewhere was not followed. */
export const redirectReason = z.enum(["simulation", "too-many", "no-location", "unsupported"]);
export type RedirectReason = z.infer<typeof redirectReason>;

/** Whether the call proved who it is from: `missing` when the profile asks for a secret and none is set. */
export const credentialState = z.enum(["sent", "missing", "none"]);
export type CredentialState = z.infer<typeof credentialState>;

/** What a link is made of: its ID, and whom it joins. */
export const LINK_PARTS = ["ID", "user", "peer"] as const;

/** What the body of an answer is: a page of HTML hints at a server that is not the service at all. */
export const answerBody = z.enum(["json", "text", "page", "empty", "unreadable"]);
export type AnswerBody = z.infer<typeof answerBody>;

/** The service's objections by the name of a field; under `""` those that name none. */
const objections = z.record(z.string(), z.array(z.string()));
/** The status of an answer that did not come whole, where at least its head did. */
const begun = { status: z.int().optional() };

/**
 * How a call ended. It is stored as data and put into words only when shown, so that a better sentence
 * reaches old rows too. `detail` is the technical text (an error code, the service's own message).
 */
export const outcome = z.discriminatedUnion("code", [
  /** The specified answer: a link, `test complete` or `hook sent`. `missing`: what a link was found to be without. */
  z.object({
    code: z.literal("success"),
    message: z.string().nullable(),
    missing: z.array(z.enum(LINK_PARTS)).optional(),
  }),
  /** 2xx, but with another `message` than the specification names. */
  z.object({ code: z.literal("unexpected-message"), message: z.string().nullable() }),
  /** 2xx and JSON that says nothing of a failure, but not the specified shape. */
  z.object({ code: z.literal("unexpected-shape"), expected: z.string() }),
  /** 2xx, and the answer itself says that it failed. `sign`: where it says so, such as `success: false`. */
  z.object({
    code: z.literal("reported-error"),
    status: z.int(),
    sign: z.string(),
    message: z.string().nullable(),
    errors: objections,
  }),
  /** 2xx without JSON. `message`: what it says instead. */
  z.object({
    code: z.literal("not-json"),
    status: z.int(),
    body: answerBody.exclude(["json"]),
    detail: z.string(),
    message: z.string().nullable(),
  }),
  z.object({ code: z.literal("too-large"), limitBytes: z.int(), ...begun }),
  z.object({ code: z.literal("dns"), host: z.string(), detail: z.string() }),
  z.object({ code: z.literal("refused"), host: z.string(), port: z.string() }),
  z.object({ code: z.literal("unreachable"), host: z.string(), detail: z.string() }),
  z.object({ code: z.literal("tls"), fault: tlsFault, host: z.string(), detail: z.string() }),
  z.object({ code: z.literal("proxy"), fault: proxyFault, proxy: z.string(), detail: z.string() }),
  z.object({ code: z.literal("connect-timeout"), limitMs: z.int() }),
  z.object({ code: z.literal("answer-timeout"), limitMs: z.int(), ...begun }),
  /** `sent`: the whole request had gone out, so the service may have acted on it. */
  z.object({ code: z.literal("reset"), sent: z.boolean(), detail: z.string(), ...begun }),
  /** The bytes that came are not HTTP, or break off within the answer. */
  z.object({ code: z.literal("protocol"), detail: z.string(), ...begun }),
  z.object({ code: z.literal("cancelled"), sent: z.boolean() }),
  /** Linkdesk was ended while the call was under way; known at the next start. */
  z.object({ code: z.literal("interrupted") }),
  /** 3xx: followed only for a look-up; credentials never cross to another origin. */
  z.object({
    code: z.literal("redirect"),
    status: z.int(),
    location: z.string().nullable(),
    reason: redirectReason,
  }),
  z.object({
    code: z.literal("status"),
    status: z.int(),
    message: z.string().nullable(),
    body: answerBody,
    credentials: credentialState,
    errors: objections,
    /** `Retry-After` in whole seconds, when it was sent in a form that can be read. */
    retryAfterSeconds: z.int().nonnegative().nullable(),
  }),
  z.object({ code: z.literal("internal"), detail: z.string() }),
]);
export type Outcome = DeepReadonly<z.infer<typeof outcome>>;

/**
 * Whether the service has acted on a simulation that ended so. `unclear`: it may have, although no answer says so, and
 * nobody can tell before its webhook comes. So it is with every failure of the service itself, with an answer that did
 * not come whole or cannot be read, and with a redirect that does not ask for the request to be sent elsewhere
 * (RFC 9110, section 15.4).
 */
export function acceptanceOf(outcome: Outcome): "accepted" | "unclear" | "refused" {
  switch (outcome.code) {
    case "success":
    case "unexpected-message":
    case "unexpected-shape":
      return "accepted";
    case "not-json":
    case "reported-error":
    case "too-large":
    case "answer-timeout":
    case "protocol":
    case "interrupted":
    case "internal":
      return "unclear";
    case "reset":
    case "cancelled":
      return outcome.sent ? "unclear" : "refused";
    case "status":
      return outcome.status < 400 || outcome.status >= 500 ? "unclear" : "refused";
    case "redirect":
      return [301, 307, 308].includes(outcome.status) ? "refused" : "unclear";
    case "dns":
    case "refused":
    case "unreachable":
    case "tls":
    case "proxy":
    case "connect-timeout":
      return "refused";
  }
}

export function isUnclear(outcome: Outcome): boolean {
  return acceptanceOf(outcome) === "unclear";
}

/** How an outcome is coloured and counted. `odd`: it worked, but not as specified. */
export type Tone = "good" | "odd" | "bad" | "neutral";

/** An outcome in plain words: what happened, and what to do next (empty when there is nothing to do). */
export interface Explanation {
  readonly tone: Tone;
  readonly title: string;
  readonly sentence: string;
  readonly nextStep: string;
}
