import { z } from "zod";
import { arrivedThrough } from "./address.ts";
import { onPurpose } from "./answer-script.ts";
import { relayed } from "./inbox.ts";
import { notice } from "./notices.ts";
import { callOperation, outcome } from "./outcomes.ts";
import { type DeepReadonly, eventId, headerList, instant, microseconds } from "./primitives.ts";
import { mode } from "./profile.ts";
import { webhookReading } from "./reading.ts";
import { forwardAnswer, forwardSummary, replayMark } from "./replay.ts";
import { expectation, runSummary, type TieSummary, tieSummary } from "./run.ts";
import { sandboxFaults } from "./sandbox.ts";
import { signatureCheck, signatureState } from "./signature-check.ts";

/** What a request says of one movement of money. */
const itemFacts = z.object({
  /** What the request is about, as far as it can be told. */
  subject: z.enum(["link", "credit", "charge"]).optional(),
  /** The payload's own name of the event, such as `transaction` or `direct_debit.success`. */
  eventName: z.string().optional(),
  amount: z.string().optional(),
  /** The amount in the units of simulations, where it is written in others, as its reading says: 8300 for 83.00. */
  amountMeant: z.string().optional(),
  currency: z.string().optional(),
  userReference: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  remark: z.string().optional(),
});
export type ItemFacts = DeepReadonly<z.infer<typeof itemFacts>>;

/**
 * What a request says about money and people, as it stood in the body (digits and letters unchanged).
 * Found by value in any payload shape; a fact that is absent could not be found.
 */
export const facts = itemFacts.extend({
  /** The beginning of a body in which nothing was found. */
  begins: z.string().optional(),
  linkId: z.string().optional(),
  /** How it ended by a reading that is known or confirmed; absent where it went through, or nobody knows. */
  ended: z.enum(["failed", "not-over"]).optional(),
  /** Nobody has confirmed how webhooks of this kind are read. */
  reading: z.literal("proposed").optional(),
  /** Of a batch what its items behind the first say. */
  others: z.array(itemFacts).optional(),
});
export type Facts = DeepReadonly<z.infer<typeof facts>>;

/** The profile at the time of the event: it may be renamed or gone when the row is read. */
export const profileStamp = z.object({ id: z.string(), name: z.string(), mode });
export type ProfileStamp = DeepReadonly<z.infer<typeof profileStamp>>;

/** Characters of a note, and tags of one event. */
export const MAX_NOTE = 4_000;
export const MAX_TAGS = 20;

/**
 * What somebody has written about an event; in an export marks may stand in it, which are longer than what they stand
 * for.
 */
export const noteText = z.string().max(10 * MAX_NOTE);
export const noteTags = z
  .array(
    z
      .string()
      .max(1_000)
      .regex(/^[^\n]*$/),
  )
  .max(MAX_TAGS);

const base = {
  id: eventId,
  at: instant,
  /** Kept when the log is cleared or old events are removed. */
  pinned: z.boolean().optional(),
  note: noteText.optional(),
  tags: noteTags.optional(),
};

/** What a row of the log may be. Kept on disk as the place in this list: only append. */
export const EVENT_KINDS = ["call", "delivery", "notice"] as const;

export const callSummary = z.object({
  ...base,
  kind: z.literal("call"),
  profile: profileStamp,
  operation: callOperation,
  method: z.string(),
  /** Path and query as sent, percent-encoding and all. */
  path: z.string(),
  /** null while the call is under way. */
  outcome: outcome.nullable(),
  /** Status of the answer; null when none came. */
  status: z.int().nullable(),
  /** From the start of the call to its end; null while under way. */
  duration: microseconds.nullable(),
  /** What became of a simulation; absent for a look-up. Joined by the pager, told of by `runs.changed`. */
  run: runSummary.optional(),
  /** What was sent again, where the call is a replay. */
  replay: replayMark.optional(),
  /** The call that it repeats as it was. */
  repeatOf: eventId.optional(),
  facts,
});
export type CallSummary = DeepReadonly<z.infer<typeof callSummary>>;

/**
 * How much of a delivery came. `cut`: over the body cap, the first part is kept. `aborted`: the sender hung
 * up. `timed-out`: it was too slow. `malformed`: not HTTP; the bytes that came are kept as its body.
 */
export const completeness = z.enum(["whole", "cut", "aborted", "timed-out", "malformed"]);
export type Completeness = z.infer<typeof completeness>;

/**
 * `pending`: not answered yet; `sent`: handed to the system whole; `failed`: the sender was gone before that;
 * `withheld`: the connection was ended without an answer, on purpose; `unknown`: a relay asked somebody else's desktop,
 * and what came of it was not told here. Kept on disk as the place in this list: only append.
 */
export const answerState = z.enum(["pending", "sent", "failed", "withheld", "unknown"]);
export type AnswerState = z.infer<typeof answerState>;

export const deliverySummary = z.object({
  ...base,
  kind: z.literal("delivery"),
  /** The profile selected when it arrived; null when there was none. */
  profile: profileStamp.nullable(),
  method: z.string(),
  /** The request target exactly as on the request line. */
  path: z.string(),
  /** Whether it hit the configured webhook path. */
  onPath: z.boolean(),
  completeness,
  /** Status of our answer; null when there was nobody to answer, or no answer was meant. */
  status: z.int().nullable(),
  answerState,
  /** What the check of its signature came to; absent where none was made, or where it could not say. */
  signature: signatureState.optional(),
  /** What the profile's script did with it, where that was more than the ordinary answer. */
  onPurpose: onPurpose.optional(),
  /** Body bytes as received, before any decoding. */
  size: z.int().nonnegative(),
  /** From the first byte of the request to the end of our answer; null until then. */
  duration: microseconds.nullable(),
  /** The run that it belongs to; absent when it was never held against one. */
  tie: tieSummary.optional(),
  /** It was sent by ourselves, as a replay of another delivery; known by its connection, not by its bytes. */
  replay: replayMark.optional(),
  /** What became of handing it on; absent when that was not asked for. */
  forward: forwardSummary.optional(),
  facts,
});
export type DeliverySummary = DeepReadonly<z.infer<typeof deliverySummary>>;

export const noticeSummary = z.object({ ...base, kind: z.literal("notice"), notice });
export type NoticeSummary = DeepReadonly<z.infer<typeof noticeSummary>>;

/**
 * What is shown of money and people beside a verdict: of a batch what the item says that the verdict is about, and where
 * that is none or nobody knows which, nothing that only one of its items says.
 */
export function shownFacts({
  facts: found,
  tie,
}: {
  readonly facts: Facts;
  readonly tie?: TieSummary | undefined;
}): Facts {
  const { others } = found;
  const item = tie?.runId == null ? undefined : tie.item;
  if (others === undefined || item === 0) return found;
  const { eventName, begins, linkId, ended, reading } = found;
  const isOneKind = others.every((other) => other.eventName === undefined);
  return {
    ...(eventName === undefined || (item === undefined && !isOneKind) ? {} : { eventName }),
    ...(item === undefined ? {} : others[item - 1]),
    ...(begins === undefined ? {} : { begins }),
    ...(linkId === undefined ? {} : { linkId }),
    ...(ended === undefined ? {} : { ended }),
    ...(reading === undefined ? {} : { reading }),
    others,
  };
}

/** One row of the event log. */
export const eventSummary = z.discriminatedUnion("kind", [callSummary, deliverySummary, noticeSummary]);
export type EventSummary = DeepReadonly<z.infer<typeof eventSummary>>;

/** Moments within a call, in microseconds after its start; null where it did not get that far or cannot be told. */
export const callTiming = z.object({
  connected: microseconds.nullable(),
  sent: microseconds.nullable(),
  answerStarted: microseconds.nullable(),
  answerEnded: microseconds.nullable(),
});
export type CallTiming = DeepReadonly<z.infer<typeof callTiming>>;

/** Moments within a delivery, in microseconds after its first byte was seen. */
export const deliveryTiming = z.object({
  headersComplete: microseconds,
  bodyComplete: microseconds.nullable(),
  /** When the journal had it on disk. The answer waits for this. */
  committed: microseconds.nullable(),
  answerStarted: microseconds.nullable(),
  answerEnded: microseconds.nullable(),
});
export type DeliveryTiming = DeepReadonly<z.infer<typeof deliveryTiming>>;

/** What stands before a body. Bodies themselves are asked for one by one: they may be 10 MiB. */
const head = {
  headers: headerList,
  /** Bytes of the body that were kept. */
  size: z.int().nonnegative(),
};

export const callDetail = z.object({
  kind: z.literal("call"),
  summary: callSummary,
  /** The whole address as sent. */
  url: z.string(),
  /** Header values that carry a secret are masked before they get here. */
  request: z.object(head),
  answer: z
    .object({
      ...head,
      httpVersion: z.string(),
      status: z.int(),
      statusText: z.string(),
      /** The cap was reached; what came until then is kept. */
      cut: z.boolean(),
      /** The service repeated a secret of ours; it was masked before it was stored. */
      redacted: z.boolean(),
    })
    .nullable(),
  /** Answers of a look-up that pointed elsewhere and were followed, in order; the answer above is the last one. */
  redirects: z.array(z.object({ status: z.int(), url: z.string() })).optional(),
  /** What the webhook of a simulation is to carry, as decided when it was sent; a look-up has none. */
  expectation: expectation.optional(),
  /** What the built-in sandbox, which it was sent to, did wrong on purpose then; absent where it did not. */
  sandboxFaults: sandboxFaults.optional(),
  timing: callTiming,
});
export type CallDetail = DeepReadonly<z.infer<typeof callDetail>>;

export const deliveryDetail = z.object({
  kind: z.literal("delivery"),
  summary: deliverySummary,
  request: z.object({
    ...head,
    httpVersion: z.string(),
    trailers: headerList,
    remoteAddress: z.string(),
    remotePort: z.int(),
    localAddress: z.string(),
    localPort: z.int(),
    /** What the parser or the cap objected to, in words; null for a whole delivery. */
    problem: z.string().nullable(),
    /** It came from outside, through the public address; absent for what came from this machine or its network. */
    through: arrivedThrough.optional(),
    /** It came to a relay, which kept it and handed it on; absent for what came to the listener. */
    relayed: relayed.optional(),
  }),
  /** Where it was handed on to, and what came back from there; beside `summary.forward`. */
  forward: forwardAnswer.optional(),
  /** What it was read to say, and by what. */
  reading: webhookReading.optional(),
  /** The check of its signature; absent where none is set up, and off the webhook path. */
  signature: signatureCheck.optional(),
  /** What we sent; `status` is null for a text that is not HTTP, sent on purpose. */
  answer: z.object({ ...head, status: z.int().nullable() }).nullable(),
  timing: deliveryTiming,
});
export type DeliveryDetail = DeepReadonly<z.infer<typeof deliveryDetail>>;

export const noticeDetail = z.object({ kind: z.literal("notice"), summary: noticeSummary });
export type NoticeDetail = DeepReadonly<z.infer<typeof noticeDetail>>;

/** Everything about one event but its bodies. */
export const eventDetail = z.discriminatedUnion("kind", [callDetail, deliveryDetail, noticeDetail]);
export type EventDetail = DeepReadonly<z.infer<typeof eventDetail>>;

/** Which of an event's bodies; `forward`: that of the answer from where a delivery was handed on to. */
export const bodyPart = z.enum(["request", "answer", "forward"]);
export type BodyPart = z.infer<typeof bodyPart>;
