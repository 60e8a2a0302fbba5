import { durationText, localMomentText, sizeText } from "../../../shared/measures.ts";
import { forwardNow } from "../../../shared/replay.ts";
import type { Units } from "../../../shared/text/amount-text.ts";
import { explainEvent } from "../../../shared/text/explain-event.ts";
import { explainForward } from "../../../shared/text/explain-replay.ts";
import { verdictText } from "../../../shared/text/explain-run.ts";
import { explainSignature } from "../../../shared/text/explain-signature.ts";
import { tieText } from "../../../shared/text/explain-tie.ts";
import { subjectText } from "../../../shared/text/sentences.ts";
import type { Comparable } from "./compare-store.ts";
import type { DifferenceRow } from "./differences-table.tsx";

/** What two events were and what became of them, side by side. */
export function outcomeRows(left: Comparable, right: Comparable, unitsOf: Units): readonly DifferenceRow[] {
  const row = (name: string, of: (detail: Comparable) => string, differs: "changed" | "own" = "changed") => {
    const [one, other] = [of(left), of(right)];
    return { name, change: one === other ? "same" : differs, left: [one], right: [other] } as const;
  };
  // It may have been renamed in between.
  const isOneProfile = left.summary.profile !== null && left.summary.profile?.id === right.summary.profile?.id;
  const profile = row("Profile", ({ summary }) => summary.profile?.name ?? "none");
  const isForwarded = [left, right].some(({ summary }) => summary.kind === "delivery" && summary.forward !== undefined);
  return [
    row("Kind", ({ kind }) => (kind === "call" ? "Call" : "Webhook")),
    row("In words", ({ summary }) => subjectText(summary, unitsOf)),
    row("Result", (detail) => explainEvent(detail)?.title ?? "under way"),
    row("Verdict", verdictOf),
    row("Signature", (detail) =>
      detail.kind === "call"
        ? "none is awaited"
        : detail.signature === undefined
          ? "not checked"
          : explainSignature(detail.signature).title,
    ),
    ...(isForwarded ? [row("Forwarding", forwardingOf)] : []),
    isOneProfile ? { ...profile, change: "same" } : profile,
    row("Method", ({ summary }) => summary.method),
    row("Target", (detail) => (detail.kind === "call" ? detail.url : detail.summary.path)),
    row("Request body", ({ request }) => sizeText(request.size)),
    row("Status of the answer", ({ summary }) => (summary.status === null ? "none" : String(summary.status))),
    row("Answer body", ({ answer }) => (answer === null ? "none" : sizeText(answer.size))),
    row(
      "Time until the answer",
      ({ summary }) => (summary.duration === null ? "under way" : durationText(summary.duration)),
      "own",
    ),
    row("Began", ({ summary }) => localMomentText(summary.at), "own"),
  ];
}

function forwardingOf({ summary }: Comparable): string {
  if (summary.kind === "call") return "a call is not forwarded";
  if (summary.forward === undefined) return "not forwarded";
  const { outcome, status } = forwardNow(summary.forward);
  return `${explainForward(outcome).title}${status === null ? "" : `, ${status}`}`;
}

/** What came of a simulation, or what a webhook is to its simulation. */
function verdictOf({ summary }: Comparable): string {
  if (summary.kind === "call")
    return summary.run === undefined ? "none: not a simulation" : verdictText(summary.run.verdict);
  return (summary.tie === undefined ? null : tieText(summary.tie)) ?? "belongs to no simulation";
}
