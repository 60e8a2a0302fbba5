import type { EventId } from "../../shared/primitives.ts";
import { compare } from "./score.ts";
import type { Decision, Run } from "./state.ts";
import type { Twin } from "./twins.ts";
import type { PayloadValues } from "./values.ts";

/**
 * What the user decided about a delivery, with its values compared all the same.
 *
 * @param run the run with this id, if it is remembered
 * @param values null when the payload is not known any more: then what was compared before stands
 */
export function byHand(
  run: Run | undefined,
  runId: EventId | null,
  values: PayloadValues | null,
  twin: Twin | null,
  before: Decision | null,
): Decision {
  const compared = run === undefined || values === null ? null : compare(run.expectation, values);
  const fields = compared ?? (before?.runId === runId ? before.fields : []);
  const wrong = fields.some(({ field, state }) => state === "differs" && field !== "purpose" && field !== "tag");
  const fit = wrong ? "mismatch" : "exact";
  const twinOf = runId !== null && twin?.first.decision?.runId === runId ? twin.first.id : null;
  return { runId, by: "hand", fit, certainty: "by-hand", fields, reasons: [{ code: "by-hand" }], twinOf };
}
