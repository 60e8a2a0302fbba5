import { durationText, localMomentText, sizeText } from "../../../shared/measures.ts";
import { explainEvent } from "../../text/explain-event.ts";
import { eventSentence } from "../../text/sentences.ts";
import type { Comparable } from "./compare-store.ts";

export interface OutcomeRow {
  readonly name: string;
  readonly left: string;
  readonly right: string;
}

/** What two events were and what became of them, side by side. */
export function outcomeRows(left: Comparable, right: Comparable): readonly OutcomeRow[] {
  const row = (name: string, of: (detail: Comparable) => string): OutcomeRow => ({
    name,
    left: of(left),
    right: of(right),
  });
  return [
    row("What", ({ kind }) => (kind === "call" ? "Call" : "Delivery")),
    row("In words", ({ summary }) =>
      eventSentence(summary)
        .subject.map(({ text }) => text)
        .join(""),
    ),
    row("Outcome", (detail) => explainEvent(detail)?.title ?? "under way"),
    row("Profile", ({ summary }) => summary.profile?.name ?? "none"),
    row("Method", ({ summary }) => summary.method),
    row("Target", (detail) => (detail.kind === "call" ? detail.url : detail.summary.path)),
    row("Request body", ({ request }) => sizeText(request.size)),
    row("Status of the answer", ({ summary }) => (summary.status === null ? "none" : String(summary.status))),
    row("Answer body", ({ answer }) => (answer === null ? "none" : sizeText(answer.size))),
    row("Took", ({ summary }) => (summary.duration === null ? "under way" : durationText(summary.duration))),
    row("At", ({ summary }) => localMomentText(summary.at)),
  ];
}
