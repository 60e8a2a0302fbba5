import type { CallDetail, DeliveryDetail } from "../../../../shared/events.ts";
import { durationText, roundDurationText } from "../../../../shared/measures.ts";
import type { Tone } from "../../../../shared/outcomes.ts";
import type { EventId, Microseconds } from "../../../../shared/primitives.ts";
import { type Downtime, faultOf, type Role, type RunDetail, type Tie } from "../../../../shared/run.ts";
import { tieTone } from "../../../../shared/text/run-words.ts";
import type { Interval } from "./waterfall-scale.ts";

/** A run as a picture: lanes with bars, all times in microseconds after the start of the call. */
export interface Waterfall {
  readonly lanes: readonly Lane[];
  readonly limit: Microseconds;
  /** What cannot be left out of the axis. */
  readonly moments: readonly Microseconds[];
  readonly solid: readonly Interval[];
  /** Deliveries that found no room. */
  readonly more: number;
}

export interface Lane {
  readonly key: string;
  readonly name: string;
  /** Its time, in brief. */
  readonly figure: string;
  /** The same as a sentence, for those who do not see the bars. */
  readonly words: string;
  readonly bars: readonly Bar[];
  readonly deliveryId: EventId | null;
  readonly tone: Tone;
}

export interface Bar {
  readonly from: Microseconds;
  /** null: until now. */
  readonly until: Microseconds | null;
  readonly look: "request" | "wait" | "answer" | "window" | "reached" | "unseen" | "arrival" | "reply";
  readonly title: string;
}

/** Deliveries that get a lane; the list below the picture has more. */
const MOST_LANES = 12;

export function waterfallOf(
  call: CallDetail,
  run: RunDetail,
  deliveries: ReadonlyMap<EventId, DeliveryDetail>,
): Waterfall {
  const drawn = run.ties.slice(0, MOST_LANES);
  const lanes = [...callLanes(call), windowLane(run), ...drawn.map((tie) => deliveryLane(tie, deliveries))];
  const solid = lanes
    .filter(({ key }) => key !== "window")
    .flatMap(({ bars }) => bars)
    .flatMap(({ from, until, look }) => (until === null || look === "wait" ? [] : [{ from, until }]));
  const limit = run.summary.deadline - run.summary.startedAt;
  return {
    lanes,
    limit,
    moments: [limit, ...drawn.map(({ after }) => after)],
    solid,
    more: run.ties.length - drawn.length,
  };
}

function callLanes({ summary, timing }: CallDetail): readonly Lane[] {
  const over = summary.duration !== null;
  const sent = timing.sent ?? (over ? summary.duration : null);
  const ended = timing.answerEnded ?? summary.duration;
  const answerBars: Bar[] = [];
  if (timing.sent !== null) {
    answerBars.push({
      from: timing.sent,
      until: timing.answerStarted ?? ended,
      look: "wait",
      title: "The service thinks",
    });
    if (timing.answerStarted !== null)
      answerBars.push({ from: timing.answerStarted, until: ended, look: "answer", title: "The answer arrives" });
  }
  const status = summary.status === null ? "" : ` ${summary.status}`;
  return [
    {
      key: "request",
      name: "Request",
      figure: sent === null ? "under way" : durationText(sent),
      words: sent === null ? "On its way." : `Sent ${durationText(sent)} after the start.`,
      bars: [{ from: 0, until: sent, look: "request", title: "The request leaves" }],
      deliveryId: null,
      tone: "neutral",
    },
    {
      key: "answer",
      name: `Answer${status}`,
      figure: ended === null ? "under way" : summary.status === null ? "none" : `after ${durationText(ended)}`,
      words:
        ended === null
          ? "Not here yet."
          : summary.status === null
            ? `None came; the call ended after ${durationText(ended)}.`
            : `Here ${durationText(ended)} after the start.`,
      bars: answerBars,
      deliveryId: null,
      tone: "neutral",
    },
  ];
}

function windowLane({ summary, expectation, ties }: RunDetail): Lane {
  const { verdict, startedAt, deadline } = summary;
  const limit = deadline - startedAt;
  const none = expectation.awaits === "nothing" || verdict.code === "refused";
  const first = ties.find(({ role }) => role === "match" || role === "late" || role === "mismatch");
  const reached = none
    ? undefined
    : first === undefined
      ? verdict.code === "waiting"
        ? null
        : limit
      : Math.min(first.after, limit);
  const bars: Bar[] = [
    { from: 0, until: limit, look: "window", title: `Until ${roundDurationText(limit)} after the start` },
  ];
  if (reached !== undefined) bars.push({ from: 0, until: reached, look: "reached", title: "Waited" });
  if (verdict.code === "not-seen") bars.push(...verdict.spans.map((span) => downtimeBar(span, startedAt, limit)));
  return {
    key: "window",
    name: none ? "None expected" : "Webhook due",
    figure: `within ${roundDurationText(limit)}`,
    words: none
      ? `No webhook was to come within ${roundDurationText(limit)}.`
      : `The webhook was to come within ${roundDurationText(limit)}.`,
    bars,
    deliveryId: null,
    tone: windowTone(verdict.code),
  };
}

function windowTone(code: RunDetail["summary"]["verdict"]["code"]): Tone {
  if (code === "matched" || code === "duplicate" || code === "nothing-came") return "good";
  if (code === "missing") return "bad";
  return code === "waiting" || code === "refused" ? "neutral" : "odd";
}

function downtimeBar({ from, until }: Downtime, startedAt: number, limit: Microseconds): Bar {
  return {
    from: Math.max(0, from - startedAt),
    until: until === null ? null : Math.min(limit, Math.max(0, until - startedAt)),
    look: "unseen",
    title: "Nothing could be seen",
  };
}

const NAMES: Readonly<Record<Role, string>> = {
  match: "Webhook",
  mismatch: "Webhook",
  late: "Webhook",
  duplicate: "Duplicate",
  retry: "Retry",
  extra: "Extra",
  unconfirmed: "Looks like it",
  possible: "Perhaps",
  astray: "Astray",
};

function deliveryLane(tie: Tie, deliveries: ReadonlyMap<EventId, DeliveryDetail>): Lane {
  const delivery = deliveries.get(tie.deliveryId);
  const { after, role } = tie;
  const received = delivery?.timing.bodyComplete ?? delivery?.summary.duration ?? 0;
  const answered = delivery?.timing.answerEnded ?? delivery?.summary.duration ?? null;
  const bars: Bar[] = [{ from: after, until: after + received, look: "arrival", title: "The webhook arrives" }];
  if (delivery !== undefined && delivery.answer !== null)
    bars.push({
      from: after + received,
      until: answered === null ? null : after + Math.max(received, answered),
      look: "reply",
      title: `We answer ${delivery.answer.status}`,
    });
  const status = delivery?.summary.status ?? null;
  const answer =
    delivery === undefined
      ? ""
      : status === null
        ? " It was not answered."
        : answered === null
          ? ` It is being answered ${status}.`
          : ` Answered ${status}, ${durationText(answered)} later.`;
  return {
    key: String(tie.deliveryId),
    name: status === null ? NAMES[role] : `${NAMES[role]} → ${status}`,
    figure: `after ${durationText(after)}`,
    words: `Arrived ${durationText(after)} after the start.${answer}`,
    bars,
    deliveryId: tie.deliveryId,
    tone: tieTone(role, faultOf(role, tie.fields)),
  };
}
