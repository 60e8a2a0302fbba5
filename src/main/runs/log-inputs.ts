import type { AnswerState } from "../../shared/events.ts";
import type { Notice } from "../../shared/notices.ts";
import { assertNever, type EventId, type Instant } from "../../shared/primitives.ts";
import type { WebhookReading } from "../../shared/reading.ts";
import type { CallState, Downtime, Expectation, Role, RunSummary } from "../../shared/run.ts";
import type { SignatureState } from "../../shared/signature-check.ts";
import { callStateOf } from "./expectation.ts";
import type { LogRow, RecalledRow } from "./ports.ts";
import type { Decision, Delivery, Run } from "./run-state.ts";

/** What the user decided about a delivery: it belongs to this run, or to none. */
export interface HandChoice {
  readonly runId: EventId | null;
}

export interface DeliveryInput
  extends Readonly<
    Pick<Delivery, "id" | "at" | "path" | "onPath" | "completeness" | "signature" | "status" | "answerState">
  > {
  readonly reading: WebhookReading;
}

/** What is known of a delivery from before. */
export interface Decided {
  readonly decision: Decision;
  /** As it was told; null when it was tied to nothing. */
  readonly role: Role | null;
  /**
   * `stands`: until something about its past becomes known; `final`: also then, since what it was decided by is not
   * remembered any more; `anew`: it is decided now, as far as not by hand, since it is read in another way.
   */
  readonly how: "stands" | "final" | "anew";
}

/** What the matcher is told. Ids are those of the log; moments are microseconds since the epoch. */
export type RunInput =
  | {
      readonly type: "call-started";
      readonly id: EventId;
      readonly at: Instant;
      readonly expectation: Expectation;
      /** Its webhooks are sent on this machine: it was a call to the sandbox. */
      readonly isLocal: boolean;
      readonly profileId: string;
      readonly call: CallState;
      /** As it was told before. */
      readonly told?: RunSummary;
    }
  | { readonly type: "call-changed"; readonly id: EventId; readonly call: CallState }
  /** Without `decided` it is decided now. */
  | { readonly type: "delivery"; readonly delivery: DeliveryInput; readonly decided?: Decided }
  | { readonly type: "delivery-answered"; readonly id: EventId; readonly answerState: Exclude<AnswerState, "pending"> }
  /** Its signature was checked once more. */
  | { readonly type: "signature-checked"; readonly id: EventId; readonly signature: SignatureState | null }
  /** null: to be decided by itself again. */
  | { readonly type: "hand"; readonly deliveryId: EventId; readonly choice: HandChoice | null }
  | { readonly type: "notice"; readonly at: Instant; readonly notice: Notice }
  | { readonly type: "downtime"; readonly span: Downtime };

/** What a new row means to the matcher; null when it means nothing. */
export function appendedInput(row: LogRow, decided?: Decided): RunInput | null {
  switch (row.kind) {
    case "call": {
      const { id, at } = row.summary;
      if (row.expectation === null) return null;
      return { type: "call-started", id, at, expectation: row.expectation, ...senderOf(row), call: "under-way" };
    }
    case "delivery": {
      // Our own request through the public address is no webhook.
      if (row.summary.onPurpose?.does === "proof") return null;
      // What we sent ourselves, once more or changed, is no webhook of the sender's; but who ties it by hand means it.
      if (row.summary.replay !== undefined && decided === undefined) return null;
      const { id, at, path, onPath, completeness, status, answerState, signature = null } = row.summary;
      const { reading } = row;
      const delivery = { id, at, path, onPath, completeness, signature, status, answerState, reading };
      return { type: "delivery", delivery, ...(decided === undefined ? {} : { decided }) };
    }
    case "notice":
      return { type: "notice", at: row.summary.at, notice: row.summary.notice };
    default:
      return assertNever(row);
  }
}

function senderOf({ summary: { profile } }: Extract<LogRow, { kind: "call" }>): Pick<Run, "isLocal" | "profileId"> {
  return { isLocal: profile.mode === "sandbox", profileId: profile.id };
}

/** What a change of a row means to it. */
export function amendedInput({ summary }: LogRow): RunInput | null {
  if (summary.kind === "call") return { type: "call-changed", id: summary.id, call: callStateOf(summary.outcome) };
  if (summary.kind === "notice" || summary.answerState === "pending") return null;
  return { type: "delivery-answered", id: summary.id, answerState: summary.answerState };
}

/** A row from before, as far as it went into what was decided then; what has changed since comes as an amendment. */
export function recalledInput(row: RecalledRow, how: Decided["how"]): RunInput | null {
  if (row.kind === "call" && row.saved !== null && row.expectation !== null) {
    const { call, summary } = row.saved;
    const { id, at } = row.summary;
    return { type: "call-started", id, at, expectation: row.expectation, ...senderOf(row), call, told: summary };
  }
  if (row.kind === "delivery" && row.saved !== null) {
    const { decision, role } = row.saved;
    return appendedInput(row, { decision, role, how });
  }
  return appendedInput(row);
}
