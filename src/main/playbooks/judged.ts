import type { PlaybookExpectation, PlaybookStep } from "../../shared/playbook.ts";
import type { LineState, ResultLine } from "../../shared/playbook-result.ts";
import type { EventId } from "../../shared/primitives.ts";
import { expectationText } from "../../shared/text/explain-playbook.ts";
import type { CallFacts } from "./call-facts.ts";

/** What a line of the result says of one expectation; made by the functions below. */
export type Said = Pick<ResultLine, "state" | "got" | "where" | "eventId" | "because">;
/** A judgement, or until when (microseconds after the call) it has to wait for one. */
export type Judged = Said | { readonly waitsUntil: number };
export type About<Kind extends PlaybookExpectation["about"]> = Extract<PlaybookExpectation, { readonly about: Kind }>;

export const callId = ({ call }: CallFacts): EventId => call.summary.id;

export function passed(got: string | null, where: string | null, eventId: EventId): Said {
  return { state: "passed", got, where, eventId, because: null };
}

export function failed(got: string | null, where: string | null, eventId: EventId, because: string): Said {
  return { state: "failed", got, where, eventId, because };
}

export function unsure(facts: CallFacts, got: string | null, because: string, eventId = callId(facts)): Said {
  return { state: "unsure", got, where: null, eventId, because };
}

export function unable(facts: CallFacts, got: string | null, because: string): Said {
  return { state: "could-not-run", got, where: null, eventId: callId(facts), because };
}

/** The same said of every expectation of a step, of one line at least. */
export function allLines(step: PlaybookStep, state: LineState, because: string): ResultLine[] {
  const expected =
    "expect" in step && step.expect.length > 0
      ? step.expect.map(expectationText)
      : step.does === "ask"
        ? [step.question]
        : [];
  const isSilent = !("expect" in step) && step.does !== "ask" && state === "skipped";
  if (isSilent) return [];
  const lines = expected.length > 0 ? expected : ["this step is carried out"];
  return lines.map((each) => ({ state, expected: each, got: null, where: null, eventId: null, because }));
}
