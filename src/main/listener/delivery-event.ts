import type { ArrivedThrough } from "../../shared/address.ts";
import type { OnPurpose } from "../../shared/answer-script.ts";
import type { Completeness, ProfileStamp } from "../../shared/events.ts";
import type { HeaderList, Instant, Microseconds } from "../../shared/primitives.ts";
import { FORWARD_WAITS, type ReplayMark } from "../../shared/replay.ts";
import type { DeliveryEnd } from "../journal/index.ts";
import type { SentAnswer } from "./answer.ts";
import { NO_BYTES } from "./collected-body.ts";
import type { NewDelivery } from "./recorder.ts";

/** The two ends of a connection. */
export interface Endpoints {
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly localAddress: string;
  readonly localPort: number;
}

/** All that a delivery's row is made of. */
interface DeliveryParts {
  readonly connection: Endpoints;
  readonly at: Instant;
  readonly profile: ProfileStamp | null;
  /** Set when we sent it ourselves. */
  readonly replay: ReplayMark | null;
  /** Set when it came from outside. */
  readonly through: ArrivedThrough | null;
  readonly method: string;
  readonly target: string;
  readonly onPath: boolean;
  readonly httpVersion: string;
  readonly headers: HeaderList;
  readonly trailers: HeaderList;
  readonly body: Uint8Array;
  readonly completeness: Completeness;
  readonly problem: string | null;
  /** null when there is nobody to answer, or nothing is to be answered. */
  readonly answer: SentAnswer | null;
  /** What is done on purpose; null for an ordinary answer. */
  readonly purpose: OnPurpose | null;
  /** The webhook is to be forwarded. */
  readonly handsOn: boolean;
  readonly headersComplete: Microseconds;
  readonly bodyComplete: Microseconds | null;
}

/** A buffer of its own, and not one of Node's pool: the journal takes it over. */
function bytesOf(content: string): Uint8Array {
  if (content === "") return NO_BYTES;
  const bytes = new Uint8Array(content.length);
  Buffer.from(bytes.buffer).write(content, "latin1");
  return bytes;
}

/** The facts are found by the journal, off this thread. */
const NO_FACTS = {};

/** A delivery as it is handed to the journal, before its answer goes out. */
export function deliveryEvent(parts: DeliveryParts): NewDelivery {
  const { connection, answer, purpose } = parts;
  const answerBody = answer === null ? NO_BYTES : bytesOf(answer.content);
  return {
    kind: "delivery",
    summary: {
      at: parts.at,
      kind: "delivery",
      profile: parts.profile,
      method: parts.method,
      path: parts.target,
      onPath: parts.onPath,
      completeness: parts.completeness,
      status: answer === null ? null : answer.status,
      answerState: answer === null && purpose === null ? "failed" : "pending",
      ...(purpose === null ? {} : { onPurpose: purpose }),
      size: parts.body.length,
      duration: null,
      facts: NO_FACTS,
      ...(parts.replay === null ? {} : { replay: parts.replay }),
      ...(parts.handsOn ? { forward: FORWARD_WAITS } : {}),
    },
    request: {
      headers: parts.headers,
      size: parts.body.length,
      httpVersion: parts.httpVersion,
      trailers: parts.trailers,
      remoteAddress: connection.remoteAddress,
      remotePort: connection.remotePort,
      localAddress: connection.localAddress,
      localPort: connection.localPort,
      problem: parts.problem,
      ...(parts.through === null ? {} : { through: parts.through }),
    },
    answer: answer === null ? null : { headers: answer.headers, size: answerBody.length, status: answer.status },
    timing: {
      headersComplete: parts.headersComplete,
      bodyComplete: parts.bodyComplete,
      committed: null,
      answerStarted: null,
      answerEnded: null,
    },
    requestBody: parts.body,
    answerBody,
  };
}

/** How its answer went, as of now. Moments are monotonic milliseconds. */
export function deliveryEnd(
  answerState: DeliveryEnd["answerState"],
  startedAt: number,
  committedAt: number,
  answerStartedAt: number | null,
): DeliveryEnd {
  const duration = microsecondsBetween(startedAt, performance.now());
  return {
    answerState,
    duration,
    committed: microsecondsBetween(startedAt, committedAt),
    answerStarted: answerStartedAt === null ? null : microsecondsBetween(startedAt, answerStartedAt),
    answerEnded: answerState === "sent" ? duration : null,
  };
}

/** Whole microseconds from one moment to another, both in monotonic milliseconds. */
export function microsecondsBetween(from: number, until: number): Microseconds {
  return Math.max(0, Math.round((until - from) * 1_000));
}
