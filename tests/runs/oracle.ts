import type { RunInput } from "../../src/main/runs/log-inputs.ts";
import { createMatcher, type Matcher } from "../../src/main/runs/matcher.ts";
import type { RunDetail, Tie } from "../../src/shared/run.ts";
import type { Scenario } from "./scenario.ts";

/** Tells a matcher a whole scenario and asks it after each step, as it goes when they come one by one. */
export function matcherAfter(scenario: Pick<Scenario, "told">): Matcher {
  const matcher = createMatcher();
  for (const { at, input } of scenario.told) {
    matcher.tell(input);
    matcher.changes(at);
  }
  return matcher;
}

/** The runs in full, at the end. */
export function outcome(matcher: Matcher, scenario: Scenario): readonly RunDetail[] {
  return [...scenario.runs.keys()].flatMap((id) => matcher.detail(id, scenario.end) ?? []);
}

/** The same told in one go and asked once. */
export function outcomeOf(inputs: readonly RunInput[], scenario: Scenario): readonly RunDetail[] {
  const matcher = createMatcher();
  for (const input of inputs) matcher.tell(input);
  return outcome(matcher, scenario);
}

export interface Graded {
  /** Ties that say more than "possible", to the run that they belong to and to another. */
  readonly right: readonly Tie[];
  readonly wrong: readonly Tie[];
  readonly possible: readonly Tie[];
}

/** What the one who knows whose each delivery is says to the ties. */
export function graded(details: readonly RunDetail[], scenario: Scenario): Graded {
  const ties = details.flatMap((detail) => detail.ties);
  const isRight = (tie: Tie) => scenario.truth.get(tie.deliveryId)?.runId === tie.runId;
  const firm = ties.filter(({ role }) => role !== "possible");
  return {
    right: firm.filter(isRight),
    wrong: firm.filter((tie) => !isRight(tie)),
    possible: ties.filter(({ role }) => role === "possible"),
  };
}

export function isMarked({ certainty }: Tie): boolean {
  return certainty === "ambiguous" || certainty === "unsure";
}
