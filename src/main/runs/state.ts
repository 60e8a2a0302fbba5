import type { AnswerState, Completeness } from "../../shared/events.ts";
import type { EventId, Instant } from "../../shared/primitives.ts";
import type { CallState, Certainty, Evidence, Expectation, Reason } from "../../shared/run.ts";
import type { Fit, Wanted } from "./score.ts";
import type { Identity } from "./values.ts";

/** Where a delivery belongs, and why. Stored, so that a later start need not find it out again. */
export interface Decision {
  /** null: it was looked at, or untied by hand, and belongs to no run. */
  readonly runId: EventId | null;
  readonly by: "value" | "hand";
  readonly fit: Fit;
  readonly certainty: Certainty;
  readonly fields: readonly Evidence[];
  readonly reasons: readonly Reason[];
  /** The first delivery of the same event, when this is not the first. */
  readonly twinOf: EventId | null;
}

/** A webhook's body without its content coding. */
export interface Payload {
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
}

/** A delivery as the matcher remembers it. */
export interface Delivery {
  readonly id: EventId;
  readonly at: Instant;
  /** As on the request line, for saying where a stray one went. */
  readonly path: string;
  readonly onPath: boolean;
  readonly completeness: Completeness;
  /** null: too much to be kept, so what was decided stands unless it is changed by hand. */
  payload: Payload | null;
  readonly identity: Identity;
  /** Status of our answer, as far as there was one. */
  status: number | null;
  answerState: AnswerState;
  decision: Decision | null;
  /** What was told of its tie last; null: that there is none. */
  told: string | null;
}

/** A run as the matcher remembers it. What stands below `call` follows from the deliveries and is rebuilt with them. */
export interface Run {
  readonly id: EventId;
  /** This and the other moments move when the clock is set while it waits. */
  at: Instant;
  readonly expectation: Expectation;
  readonly bucket: Bucket;
  deadline: Instant;
  /** Until then a late one is still likely to be this run's: as long again as the limit. */
  near: Instant;
  /** Until then a late one is tied at all. */
  horizon: Instant;
  call: CallState;
  /** What was told of it last. */
  told: string | null;
  /** In order of arrival. */
  readonly ties: Delivery[];
  /** The first delivery that fits exactly; null while none has come. */
  taken: Delivery | null;
  /** How many were tied by hand: the first of them is the match, whatever comes. */
  byHand: number;
  mismatch: Delivery | null;
  possible: number;
  /** Deliveries that are tied to another run and may be this one's just as well, oldest first. */
  readonly elsewhere: Delivery[];
}

/** Runs that wait for the very same values: no payload can tell them apart. In order of their ids. */
export interface Bucket extends Wanted {
  readonly runs: Run[];
  /** The last delivery that was held against it: a change in an older run cannot matter to those before. */
  seenBy: EventId;
}

/** Whether it reached the webhook path whole, so that it counts as having come. */
export function arrived(delivery: Delivery): boolean {
  return delivery.onPath && delivery.completeness === "whole";
}

/** Whether our answer told the sender that it was taken. */
export function wasTaken({ status, answerState }: Delivery): boolean {
  return status !== null && status >= 200 && status < 300 && answerState !== "failed";
}
