import type { EventId } from "../../shared/primitives.ts";
import type { Role, Tie, TieSummary } from "../../shared/run.ts";
import type { SavedTie } from "./ports.ts";
import type { Decision, Delivery } from "./state.ts";

/** Adds a tie to what is to be told, unless just that was told of its delivery last. */
export function tellTie(delivery: Delivery | undefined, tie: TieSummary, ties: TieSummary[]): void {
  const told = toldOf(tie);
  if (delivery === undefined || delivery.told === told) return;
  delivery.told = told;
  ties.push(tie);
}

/** null for a tie to nothing that nobody asked for: there is nothing to tell of it, unless there was one before. */
export function toldOf({ runId, role, certainty, byHand }: Omit<TieSummary, "deliveryId" | "after">): string | null {
  return runId === null && !byHand ? null : `${runId} ${role} ${certainty} ${byHand}`;
}

export function tieSummaryOf({ deliveryId, runId, role, certainty, after, by }: Tie): TieSummary {
  return { deliveryId, runId, role, certainty, after, byHand: by === "hand" };
}

/** Of a delivery that belongs to no run, or to one that is not remembered. */
export function untiedSummary(deliveryId: EventId, { runId, by }: Decision): TieSummary {
  return { deliveryId, runId, role: null, certainty: null, after: null, byHand: by === "hand" };
}

/** What is stored of a delivery; nothing of one that is not remembered. */
export function savedTie(delivery: Delivery | undefined, role: Role | null): readonly SavedTie[] {
  const decision = delivery?.decision ?? null;
  if (delivery === undefined || decision === null) return [];
  return [{ deliveryId: delivery.id, runId: decision.runId, role, decision }];
}
