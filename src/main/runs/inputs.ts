import type { AnswerState, Completeness } from "../../shared/events.ts";
import type { Notice } from "../../shared/notices.ts";
import type { EventId, Instant } from "../../shared/primitives.ts";
import type { CallState, Downtime, Expectation, Role, RunSummary } from "../../shared/run.ts";
import type { Decision, Delivery, Payload } from "./state.ts";

/** What the user decided about a delivery: it belongs to this run, or to none. */
export interface HandChoice {
  readonly runId: EventId | null;
}

export interface DeliveryInput {
  readonly id: EventId;
  readonly at: Instant;
  /** As on the request line. */
  readonly path: string;
  readonly onPath: boolean;
  readonly completeness: Completeness;
  readonly status: number | null;
  readonly answerState: Delivery["answerState"];
  readonly payload: Payload;
}

/** What is known of a delivery from before. */
export interface Decided {
  readonly decision: Decision;
  /** As it was told; null when it was tied to nothing. */
  readonly role: Role | null;
  /** What was decided stands, since what it was decided by is not remembered any more. Its payload is not looked at. */
  readonly final: boolean;
}

/** What the matcher is told. Ids are those of the log; moments are microseconds since the epoch. */
export type RunInput =
  | {
      readonly type: "call-started";
      readonly id: EventId;
      readonly at: Instant;
      readonly expectation: Expectation;
      readonly call: CallState;
      /** As it was told before. */
      readonly told?: RunSummary;
    }
  | { readonly type: "call-changed"; readonly id: EventId; readonly call: CallState }
  /** Without `decided` it is decided now. */
  | { readonly type: "delivery"; readonly delivery: DeliveryInput; readonly decided?: Decided }
  | { readonly type: "delivery-answered"; readonly id: EventId; readonly answerState: Exclude<AnswerState, "pending"> }
  /** null: to be decided by itself again. */
  | { readonly type: "hand"; readonly deliveryId: EventId; readonly choice: HandChoice | null }
  | { readonly type: "notice"; readonly at: Instant; readonly notice: Notice }
  | { readonly type: "deaf"; readonly span: Downtime };
