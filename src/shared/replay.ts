import { z } from "zod";
import { outcome } from "./outcomes.ts";
import { type DeepReadonly, eventId, headerList, microseconds } from "./primitives.ts";

/** Sending a delivery again, and handing every delivery on as it comes. Imports neither events nor profiles. */

/** On the call that sent it: what was sent again. On the delivery that arrived here by it: the same, and by which call. */
export const replayMark = z.object({
  /** The delivery that was sent again. */
  of: eventId,
  /** The call that sent it; null on that call itself. */
  by: eventId.nullable(),
  /** Host and port that it was sent to; null for our own listener. */
  to: z.string().nullable(),
  /** Something was changed on purpose: method, path, headers or body. */
  edited: z.boolean(),
});
export type ReplayMark = DeepReadonly<z.infer<typeof replayMark>>;

/** What became of handing a delivery on, in brief. */
export const forwardSummary = z.object({
  outcome,
  /** Status of the target's answer; null when none came. */
  status: z.int().nullable(),
  duration: microseconds,
});
export type ForwardSummary = DeepReadonly<z.infer<typeof forwardSummary>>;

/** The target's answer to a delivery that was handed on. */
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
  /** It was passed on to the sender as our answer. */
  passedOn: z.boolean(),
});
export type ForwardAnswer = DeepReadonly<z.infer<typeof forwardAnswer>>;

/** All that is recorded of handing a delivery on, but the body of the answer. */
export interface Forwarded {
  readonly summary: ForwardSummary;
  readonly answer: ForwardAnswer;
}
