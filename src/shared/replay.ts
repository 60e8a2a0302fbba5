import { z } from "zod";
import { outcome } from "./outcomes.ts";
import { base64Text, type DeepReadonly, eventId, headerList, microseconds } from "./primitives.ts";

/** Sending a delivery again, and handing every delivery on as it comes. Imports neither events nor profiles. */

/**
 * On the call that sent it: what was sent again. On the delivery that arrived here by it: the same, and by which call.
 */
export const replayMark = z.object({
  /** The delivery that was sent again. */
  of: eventId,
  /** The call that sent it; null on that call itself. */
  by: eventId.nullable(),
  /** Host and port that it was sent to; null for our own listener. */
  to: z.string().nullable(),
  /** Something was changed on purpose: method, path, headers or body. */
  edited: z.boolean(),
  /** It was forwarded once more: as it came, to where its profile forwards. */
  forward: z.literal(true).optional(),
});
export type ReplayMark = DeepReadonly<z.infer<typeof replayMark>>;

/**
 * How handing a delivery on ended. `waiting`: its turn has not come, or it is under way. `not-sent`: it never went out.
 * `closed`: Linkdesk ended first; `loop`: it came from here, and would have gone round without end; `own-listener`: the
 * target is this listener; `too-many`: too many were waiting already; `off`: forwarding was switched off meanwhile.
 */
export const forwardOutcome = z.discriminatedUnion("code", [
  ...outcome.options,
  z.object({ code: z.literal("waiting") }),
  z.object({ code: z.literal("not-sent"), because: z.enum(["closed", "loop", "own-listener", "too-many", "off"]) }),
]);
export type ForwardOutcome = DeepReadonly<z.infer<typeof forwardOutcome>>;

/** What became of handing a delivery on, in brief. */
export const forwardSummary = z.object({
  outcome: forwardOutcome,
  /** Status of the target's answer; null when none came. */
  status: z.int().nullable(),
  /** How long the exchange with the target took; 0 when there was none. */
  duration: microseconds,
  /** It was sent there once more, by which call, and how that ended: the last time, or the one that was accepted. */
  again: z.object({ by: eventId, outcome, status: z.int().nullable() }).optional(),
});
export const FORWARD_WAITS: ForwardSummary = { outcome: { code: "waiting" }, status: null, duration: 0 };
export type ForwardSummary = DeepReadonly<z.infer<typeof forwardSummary>>;

/** How it stands with handing a delivery on, as of the last time. */
export function forwardNow({ outcome, status, again }: ForwardSummary): Pick<ForwardSummary, "outcome" | "status"> {
  return again ?? { outcome, status };
}

/**
 * Outcomes that are no failure: the target took it, whatever it answered, it is yet to be sent, or the user stopped it.
 */
const NOT_FAILED: ReadonlySet<ForwardOutcome["code"]> = new Set([
  "success",
  "unexpected-message",
  "unexpected-shape",
  "reported-error",
  "not-json",
  "too-large",
  "waiting",
  "cancelled",
]);

/** Whether the target has not taken it, as far as is known; once it has, it has. */
export function forwardFailed(forward: ForwardSummary): boolean {
  return !NOT_FAILED.has(forwardNow(forward).outcome.code);
}

/** The target's answer to a delivery that was handed on; to the first time, where there was another one. */
export const forwardAnswer = z.object({
  /** The whole address that it was handed on to. */
  url: z.string(),
  httpVersion: z.string(),
  statusText: z.string(),
  headers: headerList,
  /** Bytes of its body that were kept. */
  size: z.int().nonnegative(),
  /** There was more of the body than is kept. */
  cut: z.boolean(),
  /** It repeated a secret, or could not be looked through for one: it is not kept as it came. */
  redacted: z.boolean(),
});
export type ForwardAnswer = DeepReadonly<z.infer<typeof forwardAnswer>>;

/** All that is recorded of handing a delivery on, but the body of the answer. */
export interface Forwarded {
  readonly summary: ForwardSummary;
  /** null when it never went out. */
  readonly answer: ForwardAnswer | null;
}

/** Whose name the Host header of a delivery carries that is sent again: as it was received, or that of the target. */
export const hostHeader = z.enum(["received", "target"]);
export type HostHeader = z.infer<typeof hostHeader>;

/** Handing every delivery on the webhook path to an address of the user's, as it comes. */
export const forwardSettings = z.object({
  enabled: z.boolean(),
  /** As `targetPath` takes it. */
  url: z.string().max(4_000),
  host: hostHeader,
});
export type ForwardSettings = DeepReadonly<z.infer<typeof forwardSettings>>;

/** Where a profile's deliveries may be sent to. */
export const replaySettings = z.object({
  /** Other machines, each as its host and port, that the user has agreed to. */
  agreedDestinations: z.array(z.string().min(1).max(300)).max(100),
  forward: forwardSettings,
});
export type ReplaySettings = DeepReadonly<z.infer<typeof replaySettings>>;

export const DEFAULT_REPLAY_SETTINGS: ReplaySettings = {
  agreedDestinations: [],
  forward: { enabled: false, url: "", host: "received" },
};

/** Where a delivery is sent to once more. */
const replayTarget = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("listener") }),
  z.object({ kind: z.literal("url"), url: z.string().max(4_000) }),
]);

/** What is sent in the place of what was received. */
const editedRequest = z.object({
  method: z.string().max(100),
  /** What stands on the request line. */
  path: z.string().max(16_000),
  headers: headerList,
  /** null: the bytes as received. */
  body: base64Text.nullable(),
  /** Makes the signature anew, as the profile says. */
  sign: z.boolean(),
});

/** A delivery that is to be sent again. */
export const replayRequest = z.object({
  /** Chosen by the caller, so that it can cancel. */
  requestId: z.string().min(1).max(100),
  id: eventId,
  target: replayTarget,
  host: hostHeader,
  /** Header fields that carry nothing but a secret of the sender's go too. */
  withSecrets: z.boolean(),
  /** null: byte for byte. */
  edited: editedRequest.nullable(),
  /** The user has agreed to send it to a host beyond this machine; `always`: and wants to be asked no more. */
  agreed: z.enum(["no", "once", "always"]),
});
export type ReplayRequest = DeepReadonly<z.infer<typeof replayRequest>>;
