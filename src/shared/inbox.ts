import { z } from "zod";
import { type DeepReadonly, instant } from "./primitives.ts";

/** Where a webhook stands among those of its inbox: 1, 2, 3 … without a gap. */
export const position = z.int().nonnegative();
export type Position = z.infer<typeof position>;

/** An inbox is known by what cannot be guessed: 128 random bits, as 32 hexadecimal digits. */
const inboxId = z.string().regex(/^[0-9a-f]{32}$/);

export const inboxStamp = z.object({ id: inboxId, name: z.string().max(200), url: z.string().max(2_000) });
export type InboxStamp = DeepReadonly<z.infer<typeof inboxStamp>>;

/** The path of webhooks at a relay, before the inbox. */
export const WEBHOOK_PATH = "/in/";

const INBOX_TARGET = /^\/in\/([0-9a-f]{32})(?=$|[/?])/;

/** The inbox that a request target leads to: `/in/{inbox}` and whatever is behind it; null for any other. */
export function inboxOfTarget(target: string): string | null {
  return INBOX_TARGET.exec(target)?.[1] ?? null;
}

/** Whether a request was sent to a relay. */
export function isInboxTarget(target: string): boolean {
  return INBOX_TARGET.test(target);
}

/** How a delivery came that a relay received first, and handed to this desktop. */
export const relayed = z.object({
  /** The relay, by its address. */
  relay: z.string(),
  inbox: z.string(),
  position,
  /** When it came there, by the relay's clock, and when it came here, by ours. */
  at: instant,
  receivedAt: instant,
  /**
   * A member's desktop was asked for the answer. `here`: it was this one, and gave it; `holder`: it gave it; `default`:
   * the relay gave the inbox's own; `unknown`: nobody has told us.
   */
  asked: z.object({ member: z.string(), answeredBy: z.enum(["here", "holder", "default", "unknown"]) }).optional(),
});
export type Relayed = DeepReadonly<z.infer<typeof relayed>>;

/** Why nothing is received from an inbox. `not-let-in` and `no-inbox` do not end by themselves. */
export const inboxProblem = z.object({
  code: z.enum([
    "unreachable",
    "not-let-in",
    "no-inbox",
    "no-token",
    "silent",
    "misunderstood",
    "turned-away",
    "stopped-there",
    "cannot-keep",
  ]),
  /** What was seen, or the relay's own words; empty where the code says it all. */
  detail: z.string(),
});
export type InboxProblem = DeepReadonly<z.infer<typeof inboxProblem>>;

/** An inbox that this Linkdesk may receive from, by an invitation that was opened. */
export const knownInbox = z.object({
  /** Its token is in the vault under this. */
  membership: z.uuid(),
  /** The address of the relay. */
  relay: z.string(),
  /** As whom. */
  member: z.string(),
  inbox: inboxStamp,
  /** The profile that its webhooks come to; null while it does not receive. */
  profileId: z.string().nullable(),
});
export type KnownInbox = DeepReadonly<z.infer<typeof knownInbox>>;

export const INBOXES_AT_MOST = 200;

/** What is kept of relays between two starts of Linkdesk. */
export const inboxMemory = z.object({ inboxes: z.array(knownInbox).max(INBOXES_AT_MOST) });
export type InboxMemory = DeepReadonly<z.infer<typeof inboxMemory>>;

export const NO_INBOXES: InboxMemory = { inboxes: [] };

/** `ready`: all that the relay held is here, and what comes there comes here at once. */
export const inboxState = z.discriminatedUnion("name", [
  z.object({ name: z.literal("off") }),
  z.object({ name: z.literal("connecting"), since: instant }),
  /** `left`: webhooks that are still to come. */
  z.object({ name: z.literal("catching-up"), since: instant, left: z.int().nonnegative() }),
  z.object({ name: z.literal("ready"), since: instant }),
  z.object({
    name: z.literal("reconnecting"),
    since: instant,
    problem: inboxProblem,
    /** null while it is being tried. */
    nextTry: instant.nullable(),
  }),
  z.object({ name: z.literal("failed"), at: instant, problem: inboxProblem }),
]);
export type InboxState = DeepReadonly<z.infer<typeof inboxState>>;

/** Who gives the answer of an inbox to its senders. */
const inboxAnswer = z.object({
  /** How long a desktop that holds it may take, in milliseconds; 0: the relay does not let any. */
  waitMs: z.int().nonnegative(),
  /** The HTTP status of the inbox's own answer. */
  status: z.int(),
  /** null: the relay gives the inbox's own. */
  holder: z
    .object({
      /** The number of the hold, named when it is to be taken over. */
      hold: z.uuid(),
      member: z.string(),
      since: instant,
      isHere: z.boolean(),
      /** Whose it was before, where it was taken over. */
      tookFrom: z.object({ member: z.string(), isHere: z.boolean() }).nullable(),
    })
    .nullable(),
});
export type InboxAnswer = DeepReadonly<z.infer<typeof inboxAnswer>>;

export const inboxStatus = knownInbox.extend({
  state: inboxState,
  /** null while there is no connection. */
  answer: inboxAnswer.nullable(),
  /** Days for which the relay keeps its webhooks; null where that is not known, or has no end. */
  keepDays: z.int().positive().nullable(),
  /** Webhooks that came from it since Linkdesk was started. */
  webhooks: z.int().nonnegative(),
});
export type InboxStatus = DeepReadonly<z.infer<typeof inboxStatus>>;

export const inboxStatuses = z.object({ inboxes: z.array(inboxStatus) });
export type InboxStatuses = DeepReadonly<z.infer<typeof inboxStatuses>>;
