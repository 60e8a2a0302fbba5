import { z } from "zod";
import { answerChoice, onPurpose } from "./answer-script.ts";
import { completeness } from "./events.ts";
import { INBOXES_AT_MOST, inboxStamp, type Position, position } from "./inbox.ts";
import { parseForeign } from "./json/parse.ts";
import { type DeepReadonly, headerList, instant, MEBIBYTE, microseconds } from "./primitives.ts";

// What a relay and a desktop say to each other. Over one WebSocket for each inbox: the relay sends webhooks as binary
// messages and everything else as JSON; the desktop asks from where on, and says up to where it has them on disk.

const sentAnswer = z.object({ status: z.int().nullable(), headers: headerList, body: z.base64() });

/** A webhook as the relay has recorded it, short of its body: what the listener of a desktop would have recorded. */
export const relayedHead = z.object({
  /** The webhook's id, given by the relay. */
  id: z.uuid(),
  /** When its first byte was seen, by the relay's clock. */
  at: instant,
  method: z.string(),
  target: z.string(),
  httpVersion: z.string(),
  headers: headerList,
  trailers: headerList,
  /** The sender's address, as far as trusted proxies tell. */
  remoteAddress: z.string(),
  remotePort: z.int(),
  localAddress: z.string(),
  localPort: z.int(),
  completeness,
  problem: z.string().nullable(),
  /** What the relay answered; null when there was nobody to answer, and while a Linkdesk is asked. */
  answer: sentAnswer.extend({ status: z.int() }).nullable(),
  /** Whose Linkdesk is asked for the answer, once this is on disk; what came of it is told as `settled`. */
  asked: z.object({ hold: z.uuid(), member: z.string() }).optional(),
  headersComplete: microseconds,
  bodyComplete: microseconds.nullable(),
});
export type RelayedHead = DeepReadonly<z.infer<typeof relayedHead>>;

/** Which desktop holds an inbox's answer: it is asked for what each sender is answered. */
export const answerHolder = z.object({
  /** Of its own making, so that it knows itself among the desktops of one member. */
  hold: z.uuid(),
  member: z.string().max(200),
  since: instant,
  /** Whose it was until then, where it was taken over and not free. */
  tookFrom: z.object({ hold: z.uuid(), member: z.string().max(200) }).optional(),
});
export type AnswerHolder = DeepReadonly<z.infer<typeof answerHolder>>;

/** What a sender is answered where a desktop was asked: what that said, or the inbox's own answer. */
export const settledAnswer = z.object({
  type: z.literal("settled"),
  /** The webhook's id. */
  id: z.uuid(),
  by: z.enum(["holder", "default"]),
  /** null where nothing is answered, on purpose or because the sender is gone. */
  answer: sentAnswer.nullable(),
  purpose: onPurpose.nullable(),
});
export type SettledAnswer = DeepReadonly<z.infer<typeof settledAnswer>>;

/** How that went, with the moments of a delivery's timing. */
export const answeredEnd = z.object({
  type: z.literal("answered"),
  id: z.uuid(),
  answerState: z.enum(["sent", "failed", "withheld"]),
  duration: microseconds,
  committed: microseconds,
  answerStarted: microseconds.nullable(),
  answerEnded: microseconds.nullable(),
});
export type AnsweredEnd = DeepReadonly<z.infer<typeof answeredEnd>>;

/** An inbox as its members are told of it; whoever runs the relay can change all of it but the id. */
const inboxTerms = z.object({
  inbox: inboxStamp,
  /** What senders are answered by the relay itself. */
  status: z.int(),
  /** How long a desktop that holds the answer may take to give it, in milliseconds; 0: none may hold it. */
  answerWaitMs: z.int().nonnegative(),
  /** For so many days the relay keeps its webhooks; null: without end, or until there is no more room. */
  keepDays: z.int().positive().nullable(),
});
export type InboxTerms = DeepReadonly<z.infer<typeof inboxTerms>>;

/** What the relay says beside webhooks. */
export const relaySaid = z.discriminatedUnion("type", [
  inboxTerms.extend({
    type: z.literal("hello"),
    /** Positions count within one storage; a new one begins anew. */
    storage: z.string().min(1).max(100),
    member: z.string(),
    /** The oldest that is kept, and the newest; `first` is one more than `last` when none is. */
    first: position,
    last: position,
    now: instant,
    // A timer takes what is longer for no time at all.
    heartbeatMs: z.int().min(1_000).max(600_000),
    holder: answerHolder.nullable(),
  }),
  /** It was changed. */
  inboxTerms.extend({ type: z.literal("inbox") }),
  z.object({ type: z.literal("holder"), holder: answerHolder.nullable() }),
  settledAnswer,
  answeredEnd,
  /** Between where the desktop was and what follows, so many had been removed by the relay's limits. */
  z.object({ type: z.literal("removed"), count: z.int().positive(), through: position }),
  /** The relay is running: at least once in `heartbeatMs`, and at once when there is nothing more to send. */
  z.object({ type: z.literal("here"), last: position, now: instant }),
  /** The answer to an invitation: what the token opens. */
  z.object({
    type: z.literal("joined"),
    member: z.string().max(200),
    inboxes: z.array(inboxStamp).max(INBOXES_AT_MOST),
  }),
]);
export type RelaySaid = DeepReadonly<z.infer<typeof relaySaid>>;

/** What the desktop says. */
export const memberSaid = z.discriminatedUnion("type", [
  z.object({ type: z.literal("read"), after: position }),
  /** All up to this one are on the desktop's disk. */
  z.object({ type: z.literal("ack"), position }),
  z.object({ type: z.literal("here") }),
  /**
   * It wants to hold the inbox's answer, if nobody does, or if the one does that it is to be taken over `from`; after a
   * new connection under the same number, to go on.
   */
  z.object({ type: z.literal("take"), hold: z.uuid(), from: z.uuid().optional() }),
  z.object({ type: z.literal("give-back") }),
  z.object({ type: z.literal("answer"), id: z.uuid(), answer: answerChoice.nullable() }),
  /** The desktop makes its token itself: an invitation whose answer was lost can be used again with the same one. */
  z.object({ type: z.literal("join"), token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
]);
export type MemberSaid = DeepReadonly<z.infer<typeof memberSaid>>;

/** The longest that a desktop may say; a longer answer cannot be given through a relay. */
export const SAID_BYTES = 262_144;

/** The longest that a relay may say: a webhook of the largest size there is, with its head. */
export const HEARD_BYTES = 66 * MEBIBYTE;

/** Why the relay ends a connection, as WebSocket close codes (RFC 6455 section 7.4.2: 4000 to 4999 are ours). */
export const RELAY_CLOSES = {
  goingAway: 1001,
  misunderstood: 4400,
  /** The token is unknown, or was revoked; the invitation is unknown, used or over. */
  notLetIn: 4401,
  /** There is no such inbox for this member. */
  noInbox: 4404,
  /** The desktop neither acknowledges nor shows that it is running. */
  silent: 4408,
  tooMany: 4429,
  /** The storage cannot be read. */
  trouble: 4500,
} as const;

/** The paths of a relay for members and invitations; that of webhooks is `WEBHOOK_PATH`. */
export const MEMBER_PATH = "/connect/";
export const JOIN_PATH = "/join";

/** What an invitation is made of; as a link it is `RELAY/join#CODE`, so that no server on the way sees the code. */
export interface Invitation {
  readonly relay: string;
  readonly code: string;
}

const CODE = /^[A-Za-z0-9_-]{43}$/;

/** An invitation from a link, or from the text of a file that holds one; null when it is none. */
export function readInvitation(text: string): Invitation | null {
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? "";
  if (!URL.canParse(link)) return null;
  const { origin, pathname, hash } = new URL(link);
  const code = hash.slice(1);
  return pathname.endsWith(JOIN_PATH) && CODE.test(code)
    ? { relay: origin + pathname.slice(0, -JOIN_PATH.length), code }
    : null;
}

export function invitationLink({ relay, code }: Invitation): string {
  return `${relay}${JOIN_PATH}#${code}`;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });
const POSITION_BYTES = 8;
const LENGTH_BYTES = 4;

/** A webhook as it is stored and sent: the length of its head, its head as JSON, its body. */
export function encodeFrame(head: RelayedHead, body: Uint8Array): Uint8Array {
  const text = encoder.encode(JSON.stringify(head));
  const frame = new Uint8Array(LENGTH_BYTES + text.length + body.length);
  new DataView(frame.buffer).setUint32(0, text.length);
  frame.set(text, LENGTH_BYTES);
  frame.set(body, LENGTH_BYTES + text.length);
  return frame;
}

/** A frame with its position before it: one binary message. */
export function webhookMessage(at: Position, frame: Uint8Array): Uint8Array {
  const message = new Uint8Array(POSITION_BYTES + frame.length);
  new DataView(message.buffer).setBigUint64(0, BigInt(at));
  message.set(frame, POSITION_BYTES);
  return message;
}

export interface RelayedWebhook {
  readonly position: Position;
  readonly head: RelayedHead;
  /** A buffer of its own. */
  readonly body: Uint8Array;
}

/** @throws for anything that is no such message */
export function readWebhookMessage(message: Uint8Array): RelayedWebhook {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const at = Number(view.getBigUint64(0));
  const length = view.getUint32(POSITION_BYTES);
  const start = POSITION_BYTES + LENGTH_BYTES;
  const head = relayedHead.parse(parseForeign(decoder.decode(message.subarray(start, start + length))));
  return { position: position.parse(at), head, body: new Uint8Array(message.subarray(start + length)) };
}
