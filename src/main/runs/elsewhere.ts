import type { EventId } from "../../shared/primitives.ts";
import type { Roster } from "./roster.ts";
import { arrived, type Decision, type Delivery } from "./state.ts";

/** Deliveries that are remembered for a run, of those that other runs have got. */
const ELSEWHERE_AT_MOST = 20;

/**
 * Runs that a decision leaves in doubt without giving them anything: those that contest what is given to none of them,
 * and those that a supposed copy may have been meant for. Not the rivals of a match, of which one is the first come.
 */
export function leftInDoubt({ by, fit, twinOf, reasons }: Decision): readonly EventId[] {
  if (by === "hand" || (fit !== "possible" && twinOf === null)) return [];
  return reasons.flatMap((reason) => (reason.code === "rivals" || reason.code === "contested" ? reason.runIds : []));
}

/** Lets those runs know of a delivery that may be theirs: what may have come cannot be called missing. */
export function tellOthers(delivery: Delivery, decision: Decision, roster: Roster): void {
  if (!arrived(delivery)) return;
  for (const id of leftInDoubt(decision)) {
    const elsewhere = roster.get(id)?.elsewhere;
    if (elsewhere !== undefined && elsewhere.length < ELSEWHERE_AT_MOST) elsewhere.push(delivery);
  }
}
