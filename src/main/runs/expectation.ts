import { type JsonNode, member, parseJson } from "../../shared/json/parse.ts";
import { acceptanceOf, type Outcome } from "../../shared/outcomes.ts";
import type { CallState, Expectation, RunSettings } from "../../shared/run.ts";

/**
 * What a simulation's webhook is to carry, read from the body as it is sent: with "Edit body" that need not be what
 * the form says, nor even JSON. What cannot be read is not expected.
 *
 * @param tag the one that was made for this very call; a tag that merely stands in the body may be another call's
 */
export function expectationOf(
  operation: Expectation["operation"],
  body: string,
  settings: RunSettings,
  tag: string | null,
): Expectation {
  const parsed = parseJson(body);
  const root = parsed.ok ? parsed.root : undefined;
  const read = (key: string) => scalarText(member(root, key));
  const charge = operation === "charge";
  const remark = charge ? read("remark") : null;
  return {
    operation,
    amount: read("amount"),
    currency: read("currency"),
    user: charge ? null : read("user_reference"),
    from: charge ? read("from") : null,
    to: charge ? read("to") : null,
    remark,
    tag,
    awaits: settings.awaits,
    limit: settings.limitMs * 1_000,
  };
}

function scalarText(node: JsonNode | undefined): string | null {
  if (node?.kind === "string") return node.value;
  return node?.kind === "number" ? node.text : null;
}

/** What a call's end means for its webhook: whether one is to be expected, not to be expected, or nobody knows. */
export function callStateOf(outcome: Outcome | null): CallState {
  return outcome === null ? "under-way" : acceptanceOf(outcome);
}
