import type { AnswerState, Completeness } from "../../shared/events.ts";
import type { EventId, Instant } from "../../shared/primitives.ts";
import type { WebhookReading } from "../../shared/reading.ts";
import type { CallState, Certainty, ComparedField, Expectation, Reason } from "../../shared/run.ts";
import type { SignatureState } from "../../shared/signature-check.ts";

/** Runs that a reason names. They are looked at again when it is asked whether two may have been swapped. */
const NAMED_AT_MOST = 50;

/**
 * How a delivery fits a run. `exact`: everything agrees. `mismatch`: it is plainly this run's, and something in it is
 * wrong. `unconfirmed`: one of the two, as far as its reading can be trusted. `possible`: it may be this run's.
 */
export type Fit = "exact" | "mismatch" | "unconfirmed" | "possible";

/** What a delivery is to one run. */
export interface Part {
  readonly runId: EventId;
  readonly fit: Fit;
  readonly certainty: Certainty;
  readonly fields: readonly ComparedField[];
  readonly reasons: readonly Reason[];
  /** Which item of a batch; left out where there is only one. */
  readonly item?: number | undefined;
}

/** Where a delivery belongs, and why. Stored, so that a later start need not find it out again. */
export interface Decision extends Omit<Part, "runId"> {
  /** null: it was looked at, or untied by hand, and belongs to no run. */
  readonly runId: EventId | null;
  readonly by: "value" | "hand";
  /** The first delivery of the same event, when this is not the first. */
  readonly copyOf: EventId | null;
  /** For a webhook that tells of several movements: what its other items are to other runs. */
  readonly also: readonly Part[];
}

/** A delivery as the matcher remembers it. */
export interface Delivery {
  readonly id: EventId;
  readonly at: Instant;
  /** As on the request line, for saying where a stray one went. */
  readonly path: string;
  readonly onPath: boolean;
  readonly completeness: Completeness;
  signature: SignatureState | null;
  /** null: too much to be kept, so what was decided stands unless it is changed by hand. */
  reading: WebhookReading | null;
  /** Status of our answer, as far as there was one. */
  status: number | null;
  answerState: AnswerState;
  decision: Decision | null;
  /** What was told of its tie last; null: that there is none. */
  told: string | null;
}

/** A run as the matcher remembers it. What stands below `told` follows from the deliveries and is rebuilt with them. */
export interface Run {
  readonly id: EventId;
  /** This and the other moments move when the clock is set while it waits. */
  at: Instant;
  readonly expectation: Expectation;
  readonly isLocal: boolean;
  /** Whose call it was: each profile may receive from a relay of its own. */
  readonly profileId: string;
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
  /** The first that would fit, if it is read correctly; one that looks right before one that looks wrong. */
  unconfirmed: Delivery | null;
  possible: number;
  /** Deliveries that may be this one's as well and are tied to another run, oldest first. */
  readonly elsewhere: Delivery[];
}

/** Runs that wait for the very same values: no payload can tell them apart. In order of their ids. */
export interface Bucket {
  readonly expectation: Expectation;
  readonly runs: Run[];
  /** The last delivery that was held against it: a change in an older run cannot matter to those before. */
  seenBy: EventId;
}

/** Whether it reached the webhook path whole, so that it counts as having come. */
export function arrived(delivery: Delivery): boolean {
  return delivery.onPath && delivery.completeness === "whole";
}

/** Why a delivery does not count as having come, though it fits; null when it does. */
export function strayReason({ onPath, path, completeness }: Delivery): Reason | null {
  if (completeness !== "whole") return { code: "not-whole", completeness };
  return onPath ? null : { code: "other-path", path: path.slice(0, 500) };
}

/** Whether our answer told the sender that it was taken. */
export function wasTaken({ status, answerState }: Delivery): boolean {
  return status !== null && status >= 200 && status < 300 && answerState !== "failed";
}

/** What a delivery is to this run: by its only item nearly always, or by another one of a batch. */
export function partOf({ decision }: Delivery, runId: EventId): Part | null {
  if (decision === null) return null;
  if (decision.runId === runId) return { ...decision, runId };
  return decision.also.find((part) => part.runId === runId) ?? null;
}

/** All runs that a decision gives the delivery to. */
export function partsOf(decision: Decision): readonly Part[] {
  return decision.runId === null ? decision.also : [{ ...decision, runId: decision.runId }, ...decision.also];
}

/** Whether what was compared speaks for the run: an amount is told, nothing differs, and nothing is still to come. */
export function looksRight({ fields }: Pick<Part, "fields">): boolean {
  return !fields.some(speaksAgainst);
}

/** Whether a compared field keeps a webhook from looking right, as the absence of an amount does. */
export function speaksAgainst({ field, state, hint }: ComparedField): boolean {
  if (field === "amount" && state === "absent") return true;
  return state === "differs" || isStillOpen({ field, state, hint });
}

/** Whether the webhook says that the payment is not over. A word that is new says nothing of that. */
export function isStillOpen({ field, state, hint }: Pick<ComparedField, "field" | "state" | "hint">): boolean {
  return field === "outcome" && state === "unclear" && hint !== "new-word";
}

/** How many of the values that were compared agree. */
export function agreeingIn(fields: readonly ComparedField[]): number {
  return fields.filter(({ state }) => state === "agrees").length;
}

/** Looked at, and remembered in case a change makes room for it, but it belongs to no run. */
export function nowhere(): Decision {
  return {
    runId: null,
    by: "value",
    fit: "possible",
    certainty: "unsure",
    fields: [],
    reasons: [],
    copyOf: null,
    also: [],
  };
}

export function naming(
  code: "rivals" | "late-rivals" | "contested" | "earlier-unanswered" | "earlier-answered",
  ids: ReadonlySet<EventId>,
): Reason {
  const runIds = [...ids].sort((one, other) => one - other).slice(0, NAMED_AT_MOST);
  return { code, runIds, more: ids.size - runIds.length };
}
