import { z } from "zod";
import { addressProblem, addressWay } from "./address.ts";
import { inboxProblem } from "./inbox.ts";
import type { DeepReadonly } from "./primitives.ts";

/** Something about Linkdesk itself that is worth a row. Stored as data, put into words when shown. */
export const notice = z.discriminatedUnion("code", [
  z.object({ code: z.literal("listener-started"), url: z.string() }),
  z.object({ code: z.literal("listener-stopped"), url: z.string() }),
  z.object({
    code: z.literal("listener-failed"),
    url: z.string(),
    reason: z.string(),
    nextFreePort: z.int().nullable(),
  }),
  z.object({ code: z.literal("listener-exposed"), url: z.string() }),
  /** The public address got into another state; `url` is the webhook address that it is about, as far as known. */
  z.object({
    code: z.literal("public-address"),
    change: z.enum(["starting", "ready", "changed", "reconnecting", "failed", "stopped"]),
    way: addressWay,
    url: z.string().nullable(),
    /** The address before, where it has changed. */
    former: z.string().optional(),
    problem: addressProblem.optional(),
    /** Of an address that had been in use: the moment from which on nothing is known to come through it. */
    since: z.int().optional(),
  }),
  /**
   * What is received from an inbox of a relay got into another state. `ready`: all that it held is here. `removed`,
   * `restarted`: so many were gone before they could be fetched, or its positions began anew, and none is known.
   * `only`, `not-only`: from now on the profile's webhooks come by relays alone, or to this machine's listener as well.
   * `answer-taken`: `by` has taken over from this Linkdesk what the inbox's senders are answered.
   */
  z.object({
    code: z.literal("relay"),
    change: z.enum([
      "starting",
      "ready",
      "lost",
      "removed",
      "restarted",
      "failed",
      "stopped",
      "only",
      "not-only",
      "answer-taken",
    ]),
    inbox: z.string(),
    name: z.string(),
    relay: z.string(),
    profileId: z.string(),
    count: z.int().optional(),
    problem: inboxProblem.optional(),
    by: z.string().optional(),
    /** The relay was heard last at this moment: what came to it since may lie there. */
    since: z.int().optional(),
    /** The profile's webhooks come by relays alone: said with every change. */
    only: z.boolean().optional(),
  }),
  /** So many requests from outside to other paths than the webhooks' came too fast to be recorded each. */
  z.object({ code: z.literal("outside-unrecorded"), from: z.int(), until: z.int(), count: z.int() }),
  z.object({ code: z.literal("sandbox-started"), url: z.string() }),
  z.object({ code: z.literal("sandbox-failed"), reason: z.string() }),
  z.object({ code: z.literal("settings-set-aside"), file: z.string(), reason: z.string() }),
  /** `readable`: what can be read of it is being brought back, and a row follows that says how much that was. */
  z.object({ code: z.literal("journal-set-aside"), file: z.string(), reason: z.string(), readable: z.boolean() }),
  z.object({ code: z.literal("journal-salvaged"), file: z.string(), kept: z.int(), lost: z.int() }),
  /** Events that the limits of what is kept have removed, between their moments. */
  z.object({
    code: z.literal("events-expired"),
    count: z.int(),
    from: z.int(),
    until: z.int(),
    limits: z.array(z.enum(["events", "bytes", "age"])),
  }),
  /**
   * Nothing of the time between the two moments (microseconds since the epoch) is known: asleep, not running, or what
   * was recorded cannot be read any more; then `from` may be 0, where the beginning is not known.
   */
  z.object({
    code: z.literal("gap"),
    from: z.int(),
    until: z.int(),
    cause: z.enum(["asleep", "ended-abruptly", "log-damaged"]),
  }),
  /** Requests that arrived between the two moments were answered 503, because they could not be kept. */
  z.object({ code: z.literal("not-recorded"), from: z.int(), until: z.int(), count: z.int(), reason: z.string() }),
  /** The system's clock was set, by so many microseconds; negative: back. */
  z.object({ code: z.literal("clock-set"), by: z.int() }),
  z.object({ code: z.literal("secrets-unprotected") }),
  /** Others on this machine may read the data folder, and its rights cannot be changed. */
  z.object({ code: z.literal("folder-open"), folder: z.string() }),
  /** The page's own process ended and was started again; the program behind it went on. */
  z.object({ code: z.literal("window-crashed"), reason: z.string() }),
  z.object({ code: z.literal("internal-error"), reason: z.string() }),
]);
export type Notice = DeepReadonly<z.infer<typeof notice>>;
