import type { ProfileStamp } from "../../shared/events.ts";
import type { InboxStamp, Relayed } from "../../shared/inbox.ts";
import type { Instant, Microseconds } from "../../shared/primitives.ts";
import type { RelayedWebhook } from "../../shared/relay.ts";
import { FORWARD_WAITS } from "../../shared/replay.ts";
import type { NewEvent } from "../journal/index.ts";
import type { Settled } from "./live-answer.ts";

export type NewDelivery = Extract<NewEvent, { kind: "delivery" }>;

interface Arrival {
  readonly profile: ProfileStamp;
  readonly relay: string;
  readonly inbox: InboxStamp;
  readonly receivedAt: Instant;
  /** How far our clock is ahead of the relay's. */
  readonly ahead: Microseconds;
  /** The webhook is to be forwarded. */
  readonly handsOn: boolean;
  /** What a desktop that was asked for the answer has said; undefined where none was asked. */
  readonly settled: Settled | undefined;
}

/** Why there is no answer, or how far it is: the relay answers what is on its disk, and only that comes here. */
function answerStateOf(answer: object | null, settled: Settled | undefined): NewDelivery["summary"]["answerState"] {
  if (settled === undefined) return answer === null ? "failed" : "sent";
  if (settled.said === null) return "unknown";
  return answer === null && settled.said.purpose === null ? "failed" : "pending";
}

function answeredBy(settled: Settled | undefined): NonNullable<Relayed["asked"]>["answeredBy"] {
  const said = settled?.said ?? null;
  if (said === null) return "unknown";
  return said.by === "holder" && settled?.isHere ? "here" : said.by;
}

/**
 * A webhook that a relay has kept, as the delivery that it would have been here, at the moment at which it came there.
 */
export function relayedDelivery({ position, head, body }: RelayedWebhook, arrival: Arrival): NewDelivery {
  const { settled } = arrival;
  const answer = settled === undefined ? head.answer : (settled.said?.answer ?? null);
  const purpose = settled?.said?.purpose ?? null;
  const answerBody = answer === null ? new Uint8Array(0) : new Uint8Array(Buffer.from(answer.body, "base64"));
  return {
    kind: "delivery",
    summary: {
      at: Math.max(0, head.at + arrival.ahead),
      kind: "delivery",
      profile: arrival.profile,
      method: head.method,
      path: head.target,
      onPath: true,
      completeness: head.completeness,
      status: answer?.status ?? null,
      answerState: answerStateOf(answer, settled),
      ...(purpose === null ? {} : { onPurpose: purpose }),
      size: body.length,
      duration: head.bodyComplete,
      facts: {},
      ...(arrival.handsOn ? { forward: FORWARD_WAITS } : {}),
    },
    request: {
      headers: head.headers,
      size: body.length,
      httpVersion: head.httpVersion,
      trailers: head.trailers,
      remoteAddress: head.remoteAddress,
      remotePort: head.remotePort,
      localAddress: head.localAddress,
      localPort: head.localPort,
      problem: head.problem,
      relayed: {
        relay: arrival.relay,
        inbox: arrival.inbox.name,
        position,
        at: head.at,
        receivedAt: arrival.receivedAt,
        ...(head.asked === undefined ? {} : { asked: { member: head.asked.member, answeredBy: answeredBy(settled) } }),
      },
    },
    answer: answer === null ? null : { headers: answer.headers, size: answerBody.length, status: answer.status },
    timing: {
      headersComplete: head.headersComplete,
      bodyComplete: head.bodyComplete,
      committed: null,
      answerStarted: null,
      answerEnded: null,
    },
    requestBody: body,
    answerBody,
  };
}
