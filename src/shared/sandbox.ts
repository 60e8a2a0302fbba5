import { z } from "zod";
import { headerName, headerValue } from "./header-rules.ts";
import { type DeepReadonly, instant } from "./primitives.ts";
import { signatureSettings } from "./signature.ts";
import { presetSettings } from "./signature-presets.ts";

/** How the sandbox answers calls. All but `none` are assumptions beyond the specification. */
export const answerFault = z.enum([
  "none",
  "401",
  "403",
  "404",
  "406",
  "422",
  "429",
  "500",
  "503",
  "malformed-json",
  "other-shape",
  "other-message",
  "reset",
  "hang",
]);
export type AnswerFault = z.infer<typeof answerFault>;

/** What the sandbox does to the webhook that follows a simulation. */
export const webhookFault = z.enum([
  "none",
  "dropped",
  "late",
  "twice",
  "out-of-order",
  "wrong-signature",
  "no-signature",
  "wrong-amount",
]);
export type WebhookFault = z.infer<typeof webhookFault>;

/** The payload shapes known from public documentation (service supplement). */
export const payloadShape = z.enum(["transaction", "event", "charge", "charge-with-remark"]);
export type PayloadShape = z.infer<typeof payloadShape>;

/**
 * The sandbox's keys. They open nothing but the sandbox, so they may be shown; they look like keys of a real service
 * (a secret and a public one) because pasting the wrong one is a mistake worth practising.
 */
export const SANDBOX_SECRET_KEY = "sandbox_secret_3f9a1c7e5b2d8406";
export const SANDBOX_PUBLIC_KEY = "sandbox_public_b41e07d9c6a3f258";

/** How the embedded sandbox behaves; each part can be bent from the interface. */
export const sandboxBehaviour = z.object({
  answerFault,
  /** Milliseconds that each answer waits. */
  answerDelayMs: z.int().min(0).max(600_000),
  webhookFault,
  /** Milliseconds between the answer and the webhook. */
  webhookDelayMs: z.int().min(0).max(600_000),
  /** Milliseconds between the answer and the webhook with the fault `late`, instead of the usual ones. */
  lateDelayMs: z.int().min(0).max(600_000),
  creditShape: payloadShape.extract(["transaction", "event"]),
  chargeShape: payloadShape.extract(["charge", "charge-with-remark", "event"]),
  /** Attempts in all until a 200, and milliseconds between them (the real service is said to take 5 minutes). */
  attempts: z.int().min(1).max(11),
  retryIntervalMs: z.int().min(10).max(600_000),
});
export type SandboxBehaviour = DeepReadonly<z.infer<typeof sandboxBehaviour>>;

/** What it does wrong on purpose: a step of a playbook sets it, and the log keeps it with a call. */
export const sandboxFaults = sandboxBehaviour.pick({ answerFault: true, webhookFault: true });
export type SandboxFaults = DeepReadonly<z.infer<typeof sandboxFaults>>;

export const NO_FAULTS: SandboxFaults = { answerFault: "none", webhookFault: "none" };

export function isSameFaults(one: SandboxFaults, other: SandboxFaults): boolean {
  return one.answerFault === other.answerFault && one.webhookFault === other.webhookFault;
}

export const DEFAULT_SANDBOX_BEHAVIOUR: SandboxBehaviour = {
  answerFault: "none",
  answerDelayMs: 0,
  webhookFault: "none",
  webhookDelayMs: 150,
  lateDelayMs: 35_000,
  creditShape: "transaction",
  chargeShape: "charge",
  attempts: 4,
  retryIntervalMs: 2_000,
};

export const sandboxSettings = z.object({
  behaviour: sandboxBehaviour,
  /** Where webhooks go, as on a dashboard; null: to the listener. */
  webhookUrl: z.string().nullable(),
  /** How its webhooks are signed, as a profile says how they are checked; its keys are its own, so it names none. */
  signature: signatureSettings,
  /** A further header with always the same value, which some services send beside the signature or instead of it. */
  staticHeader: z.object({ name: headerName, value: headerValue }).nullable(),
});
export type SandboxSettings = DeepReadonly<z.infer<typeof sandboxSettings>>;

export const DEFAULT_SANDBOX_SETTINGS: SandboxSettings = {
  behaviour: DEFAULT_SANDBOX_BEHAVIOUR,
  webhookUrl: null,
  signature: presetSettings("body"),
  staticHeader: null,
};

/** One attempt of the sandbox to deliver a webhook, as its sender saw it. */
export const sandboxAttempt = z.object({
  at: instant,
  operation: z.enum(["credit", "charge"]),
  url: z.string(),
  /** 1 for the first attempt of a webhook. */
  attempt: z.int().positive(),
  /** The receiver's status; null when none came. */
  status: z.int().nullable(),
  /** In words, such as `connection refused`; null when a status came. */
  problem: z.string().nullable(),
});
export type SandboxAttempt = DeepReadonly<z.infer<typeof sandboxAttempt>>;

/** Something of the sandbox that a form can offer as an example. */
export const sandboxSample = z.object({ value: z.string(), label: z.string() });
export type SandboxSample = DeepReadonly<z.infer<typeof sandboxSample>>;

export const sandboxStatus = z.object({
  state: z.enum(["stopped", "running", "failed"]),
  url: z.string().nullable(),
  /** Where its webhooks go right now; null when there is nowhere (no listener, no URL). */
  webhookTarget: z.string().nullable(),
  settings: sandboxSettings,
  /** What a receiver checks its signatures with: a secret, a fixed value or a public key. It opens nothing else. */
  checkKey: z.string(),
  samples: z.object({
    links: z.array(sandboxSample),
    references: z.array(sandboxSample),
    currencies: z.array(z.string()),
  }),
  /** The last attempts to deliver webhooks, newest last. */
  attempts: z.array(sandboxAttempt).max(50),
  problem: z.string().nullable(),
});
export type SandboxStatus = DeepReadonly<z.infer<typeof sandboxStatus>>;

/**
 * What the sandbox assumes beyond the specification, for the interface to show. The specification leaves these
 * points open; a real service may do otherwise.
 */
export const SANDBOX_ASSUMPTIONS: readonly string[] = [
  "Calls are authenticated by the header x-api-key. A missing or wrong key, the public key among them, is answered 401.",
  "Every error is answered with a JSON object that has a message; 422 adds errors, a list of sentences for each field.",
  "An unknown link is answered 404, an unknown path 404, a known path with another method 405.",
  "An amount is a whole number above zero, written with digits only; there is no upper bound.",
  "A currency is a code of three capital letters. Every such code is accepted.",
  "References must belong to one of the sandbox’s own users, otherwise the answer is 422. From and to may be the same.",
  "A remark must be there and must not be empty.",
  "Successful calls are answered 200. A call that fails, is reset or is never answered sends no webhook.",
  "Webhooks are POST requests with a JSON body in one of the shapes known from public documentation.",
  "A credit’s peer is a user at another business whom the user is linked with; a charge names the receiver as its peer.",
  "A charge’s fees are half a percent and 2500 units.",
  "A webhook is signed with lower-case hex of HMAC-SHA1 over the body, keyed with the secret key; any other scheme can be set.",
  "Only the status 200 counts as received. Anything else is tried again, much sooner than a real service would.",
  "The sender of webhooks waits ten seconds for an answer and follows no redirects.",
  "Fields may be absent, null or empty, identifier types may be unknown, and there may be fields the specification does not name.",
];
