import { z } from "zod";
import type { DeepReadonly } from "./primitives.ts";

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

/** How the embedded sandbox behaves; each part can be bent from the interface. */
export const sandboxBehaviour = z.object({
  answerFault,
  /** Milliseconds that each answer waits. */
  answerDelayMs: z.int().min(0).max(600_000),
  webhookFault,
  /** Milliseconds between the answer and the webhook; `late` uses this too. */
  webhookDelayMs: z.int().min(0).max(600_000),
  creditShape: payloadShape.extract(["transaction", "event"]),
  chargeShape: payloadShape.extract(["charge", "charge-with-remark", "event"]),
  /** Attempts in all until a 200, and milliseconds between them (the real service is said to take 5 minutes). */
  attempts: z.int().min(1).max(11),
  retryIntervalMs: z.int().min(10).max(600_000),
});
export type SandboxBehaviour = DeepReadonly<z.infer<typeof sandboxBehaviour>>;

export const DEFAULT_SANDBOX_BEHAVIOUR: SandboxBehaviour = {
  answerFault: "none",
  answerDelayMs: 0,
  webhookFault: "none",
  webhookDelayMs: 150,
  creditShape: "transaction",
  chargeShape: "charge",
  attempts: 4,
  retryIntervalMs: 2_000,
};

export const sandboxSettings = z.object({
  behaviour: sandboxBehaviour,
  /** Where webhooks go, as on a dashboard; null: to the listener. */
  webhookUrl: z.string().nullable(),
});
export type SandboxSettings = DeepReadonly<z.infer<typeof sandboxSettings>>;

/** Something of the sandbox that a form can offer as an example. */
export const sandboxSample = z.object({ value: z.string(), label: z.string() });
export type SandboxSample = DeepReadonly<z.infer<typeof sandboxSample>>;

export const sandboxStatus = z.object({
  state: z.enum(["stopped", "running", "failed"]),
  url: z.string().nullable(),
  /** Where its webhooks go right now; null when there is nowhere (no listener, no URL). */
  webhookTarget: z.string().nullable(),
  settings: sandboxSettings,
  samples: z.object({
    links: z.array(sandboxSample),
    references: z.array(sandboxSample),
    currencies: z.array(z.string()),
  }),
  problem: z.string().nullable(),
});
export type SandboxStatus = DeepReadonly<z.infer<typeof sandboxStatus>>;
