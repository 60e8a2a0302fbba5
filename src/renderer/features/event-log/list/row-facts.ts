import type { CallSummary, DeliverySummary, EventSummary } from "../../../../shared/events.ts";
import { durationText } from "../../../../shared/measures.ts";
import type { Tone } from "../../../../shared/outcomes.ts";
import { assertNever } from "../../../../shared/primitives.ts";
import { type ForwardSummary, forwardFailed, forwardNow } from "../../../../shared/replay.ts";
import type { RunSummary } from "../../../../shared/run.ts";
import { NO_UNITS, type Units, unitsOfEvent } from "../../../../shared/text/amount-text.ts";
import { explainNotice } from "../../../../shared/text/explain-notice.ts";
import { explainOutcome } from "../../../../shared/text/explain-outcome.ts";
import { purposeTitle } from "../../../../shared/text/explain-purpose.ts";
import { explainForward } from "../../../../shared/text/explain-replay.ts";
import { SIGNATURE_FAULTS } from "../../../../shared/text/run-words.ts";
import { eventSentence } from "../../../../shared/text/sentences.ts";
import { type RunChip, tieChip, verdictChip } from "./run-chips.ts";

/** A short fact at the end of a row. */
export interface PlainChip {
  readonly key: "status" | "completeness" | "signature" | "replay" | "forward" | "ended";
  readonly text: string;
  readonly tone: Tone;
  /** What it means, for a tooltip. */
  readonly title: string;
}

export type RowChip = PlainChip | RunChip;

/** How an event is coloured: `odd` and `bad` are what one looks for in a long list. */
export function eventTone(event: EventSummary): Tone {
  switch (event.kind) {
    case "call":
      return event.outcome === null
        ? "neutral"
        : explainOutcome(event.outcome, event.operation, { verdict: event.run?.verdict }).tone;
    case "delivery":
      return deliveryTone(event);
    case "notice":
      return explainNotice(event.notice).tone;
    default:
      return assertNever(event);
  }
}

function deliveryTone({ completeness, answerState, status, onPath, onPurpose }: DeliverySummary): Tone {
  if (completeness !== "whole") return "odd";
  // Our own doing is no fault, however it ended.
  if (onPurpose !== undefined && answerState !== "pending" && (status === null || answerState !== "sent")) return "odd";
  if (answerState === "failed") return "bad";
  if (!onPath || answerState === "pending" || status === null) return "neutral";
  return status < 300 ? "good" : "odd";
}

/**
 * The chips of a row.
 *
 * @param units how many make one of the currency, as its profile says; null where it does not
 * @param run of the simulation that a webhook is tied to, where it is known
 */
export function rowChips(event: EventSummary, units: number | null, run: RunSummary | null = null): readonly RowChip[] {
  switch (event.kind) {
    case "call":
      return callChips(event, units);
    case "delivery":
      return deliveryChips(event, tieChip(event, run));
    case "notice":
      return [];
    default:
      return assertNever(event);
  }
}

function callChips(call: CallSummary, units: number | null): readonly RowChip[] {
  const chips: RowChip[] = call.run === undefined ? [] : [verdictChip(call.run, units, call.outcome)];
  if (call.status === null) return chips;
  const title = `The service answered ${call.status}`;
  return [...chips, { key: "status", text: String(call.status), tone: eventTone(call), title }];
}

const COMPLETENESS = {
  cut: ["cut", "Over the body cap: only its first part was kept"],
  aborted: ["broken off", "The sender hung up before the end"],
  "timed-out": ["too slow", "The sender was too slow; Linkdesk gave up"],
  malformed: ["not HTTP", "What came is not an HTTP request; its bytes were kept"],
} as const;

const SIGNATURES = {
  valid: { key: "signature", text: "signed", tone: "good", title: "Its signature is valid" },
  invalid: { key: "signature", text: SIGNATURE_FAULTS.invalid, tone: "bad", title: "Its signature is not valid" },
  missing: { key: "signature", text: SIGNATURE_FAULTS.missing, tone: "odd", title: "It came without a signature" },
  unreadable: {
    key: "signature",
    text: SIGNATURE_FAULTS.unreadable,
    tone: "odd",
    title: "The profile does not understand how it is signed",
  },
  unchecked: {
    key: "signature",
    text: SIGNATURE_FAULTS.unchecked,
    tone: "odd",
    title: "No secret is set in the profile, or none that could be used",
  },
} as const satisfies Record<string, PlainChip>;

const ENDED = {
  failed: { key: "ended", text: "says failed", tone: "odd", title: "By its reading it says that it failed" },
  "not-over": { key: "ended", text: "says not over", tone: "odd", title: "By its reading it says that it is not over" },
} as const satisfies Record<string, PlainChip>;

function deliveryChips(delivery: DeliverySummary, tie: RunChip | null): readonly RowChip[] {
  const chips: RowChip[] = tie === null ? [] : [tie];
  // What belongs to a simulation has a verdict that says it.
  if (tie === null && delivery.facts.ended !== undefined) chips.push(ENDED[delivery.facts.ended]);
  if (delivery.replay !== undefined)
    chips.push({ key: "replay", text: "replay", tone: "neutral", title: "Sent from here, not by the service" });
  if (delivery.completeness !== "whole") {
    const [text, title] = COMPLETENESS[delivery.completeness];
    chips.push({ key: "completeness", text, tone: "odd", title });
  }
  if (delivery.forward !== undefined) chips.push(forwardChip(delivery.forward));
  // Where its part says the same, once is enough.
  if (delivery.signature !== undefined && delivery.tie?.wrongSignature === undefined)
    chips.push(SIGNATURES[delivery.signature]);
  if (delivery.answerState === "unknown")
    return [...chips, { key: "status", text: "answer unknown", tone: "neutral", title: UNKNOWN_ANSWER }];
  if (delivery.status === null) return [...chips, ...purposeChips(delivery)];
  const tone = delivery.status < 300 ? (delivery.onPath ? "good" : "neutral") : delivery.onPath ? "odd" : "neutral";
  const titles = {
    pending: `Linkdesk is answering ${delivery.status}`,
    sent: `Linkdesk answered ${delivery.status}`,
    failed: `Linkdesk wanted to answer ${delivery.status}, but the sender was gone`,
    withheld: "The connection was ended without an answer, on purpose",
  } as const;
  const { onPurpose } = delivery;
  if (onPurpose !== undefined && delivery.answerState === "sent")
    chips.push({ key: "status", text: String(delivery.status), tone, title: purposeTitle(onPurpose, delivery.status) });
  else if (delivery.answerState === "failed")
    chips.push({ key: "status", text: "no answer", tone: "bad", title: titles.failed });
  else chips.push({ key: "status", text: String(delivery.status), tone, title: titles[delivery.answerState] });
  return chips;
}

/** What became of handing it on: the target's status, or that there was none. */
function forwardChip(forward: ForwardSummary): PlainChip {
  const { outcome, status } = forwardNow(forward);
  const { tone, title } = explainForward(outcome);
  if (outcome.code === "waiting") return { key: "forward", text: "→ …", tone, title };
  if (outcome.code === "not-sent" || outcome.code === "interrupted")
    return { key: "forward", text: outcome.code === "interrupted" ? "→ cut off" : "→ not sent", tone, title };
  const ended = [forwardFailed(forward) ? "failed" : null, status].filter((word) => word !== null).join(" ");
  return {
    key: "forward",
    text: `→ ${ended}`,
    tone,
    title: `Forwarded${forward.again === undefined ? "" : " again"}: ${title}`,
  };
}

const UNKNOWN_ANSWER = "A relay asked another Linkdesk for the answer, and what that said is not known here";

const WITHHELD = { hang: "no answer", reset: "reset", close: "closed", garbage: "not HTTP", drip: "drip" } as const;

/** Where no status was sent because none was meant. */
function purposeChips({ onPurpose, answerState }: DeliverySummary): readonly RowChip[] {
  if (onPurpose === undefined || onPurpose.does === "answer" || onPurpose.does === "proof" || answerState === "pending")
    return [];
  const title = purposeTitle(onPurpose, null);
  return [{ key: "status", text: WITHHELD[onPurpose.does], tone: "odd", title }];
}

/** How long it took; null while under way and for what takes no time. */
export function rowDuration(event: EventSummary): string | null {
  return event.kind === "notice" || event.duration === null ? null : durationText(event.duration);
}

/** A row as a line of text for the clipboard, its time as exact as it is shown. */
export function rowText(event: EventSummary, unitsOf: Units = NO_UNITS): string {
  const parts = [new Date(event.at / 1_000).toISOString(), eventSentence(event, unitsOf).text];
  const notes = [...rowChips(event, unitsOfEvent(event, unitsOf)).map(chipText), rowDuration(event)].filter(
    (note) => note !== null,
  );
  if (notes.length > 0) parts.push(`[${notes.join(", ")}]`);
  return parts.join("  ");
}

function chipText(chip: RowChip): string {
  return chip.key === "run" && chip.mark !== null ? `${chip.text} (${chip.mark})` : chip.text;
}
