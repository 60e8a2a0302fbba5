import { type ExpectingStep, isOfWebhooks, type PlaybookExpectation } from "../../shared/playbook.ts";
import { type ResultLine } from "../../shared/playbook-result.ts";
import { expectationText } from "../../shared/text/explain-playbook.ts";
import { verdictText } from "../../shared/text/explain-run.ts";
import type { CallFacts } from "./call-facts.ts";
import { judgeAnswer, judgeOutcome, judgeStatus, judgeValues, previousWebhook, reasonUnreached } from "./judge-call.ts";
import {
  decidingWebhook,
  everyWebhook,
  judgeCount,
  judgeRetries,
  judgeSaid,
  judgeSignature,
  judgeStopped,
  judgeVerdict,
} from "./judge-webhooks.ts";
import { type Judged, type Said, unable, unsure } from "./judged.ts";

/** Microseconds without another one after which a webhook is taken for all that comes; later ones amend the result. */
const QUIET = 1_000_000;

export interface Evaluated {
  readonly lines: readonly ResultLine[];
  /** Microseconds after the call at which it is to be looked at again; null: nothing more is waited for. */
  readonly waitsUntil: number | null;
}

/**
 * Holds what is expected of a call against what came. Green only where something was expected, was seen, and leaves no
 * doubt: what nobody listed (that the call works, that its webhook agrees with it) still keeps a step from being green.
 *
 * @param before the call of the same kind that went before, for values that are to have changed
 * @param listed all that is expected of this call, in other steps too
 */
export function evaluate(
  step: Pick<ExpectingStep, "expect">,
  facts: CallFacts,
  before: CallFacts | null,
  listed: readonly PlaybookExpectation[] = step.expect,
): Evaluated {
  if (step.expect.length === 0)
    return {
      lines: [line("something is expected", unsure(facts, null, "Nothing is expected of this step."))],
      waitsUntil: null,
    };
  const judged = step.expect.map((each) => ({ each, said: judge(each, facts, before, limitOf(step, facts)) }));
  const waits = judged.flatMap(({ said }) => ("waitsUntil" in said ? [said.waitsUntil] : []));
  const quietAt = (facts.webhooks.at(-1)?.tie.after ?? 0) + QUIET;
  if (waits.length === 0 && facts.webhooks.length > 0 && facts.since < quietAt && step.expect.some(isOfWebhooks))
    waits.push(quietAt);
  if (waits.length > 0) return { lines: [], waitsUntil: Math.max(...waits) };
  const lines = judged.flatMap(({ each, said }) => ("waitsUntil" in said ? [] : [line(expectationText(each), said)]));
  return { lines: [...lines, ...unlisted(listed, facts)], waitsUntil: null };
}

/** Until when a webhook is waited for: as long as the step counts them, else as long as the profile says. */
function limitOf({ expect }: Pick<ExpectingStep, "expect">, { run }: CallFacts): number {
  const counted = expect.flatMap((each) => (each.about === "webhooks" ? [each.withinMs * 1_000] : []));
  return counted.length > 0 ? Math.max(...counted) : (run?.expectation.limit ?? 0);
}

function line(expected: string, said: Said): ResultLine {
  return {
    state: said.state,
    expected,
    got: said.got,
    where: said.where,
    eventId: said.eventId,
    because: said.because,
  };
}

/** What has to hold although nobody wrote it down; only what does not is a line. */
function unlisted(expected: readonly PlaybookExpectation[], facts: CallFacts): readonly ResultLine[] {
  const listed = new Set(expected.map(({ about }) => about));
  const lines: ResultLine[] = [];
  if (!listed.has("outcome") && !listed.has("status")) {
    const said = judgeOutcome({ about: "outcome", is: "success" }, facts);
    if (!("waitsUntil" in said) && said.state !== "passed") lines.push(line("the call succeeds", said));
  }
  const { run } = facts;
  const verdict = run?.summary.verdict;
  if (verdict !== undefined && !listed.has("verdict")) {
    const isBad =
      verdict.code === "mismatch" ||
      verdict.code === "not-sure" ||
      (verdict.code === "unconfirmed" && verdict.looks === "wrong") ||
      (verdict.code === "unexpected" && verdict.because !== "extra");
    if (isBad)
      lines.push(
        line(
          "the verdict, which this step does not check",
          unsure(
            facts,
            verdictText(verdict),
            "Add the expected verdict to the step: then this passes or fails.",
            decidingWebhook(facts),
          ),
        ),
      );
  }
  return lines;
}

function judge(expected: PlaybookExpectation, facts: CallFacts, before: CallFacts | null, limit: number): Judged {
  const { outcome } = facts.call.summary;
  const unreached = outcome === null ? "It has not ended." : reasonUnreached(outcome, facts);
  if (unreached !== null) return unable(facts, null, unreached);
  switch (expected.about) {
    case "outcome":
      return judgeOutcome(expected, facts);
    case "status":
      return judgeStatus(expected, facts);
    case "answer":
      return judgeAnswer(expected, facts, before);
    case "verdict":
      return judgeVerdict(expected, facts);
    case "webhooks":
      return judgeCount(expected, facts);
    case "said":
      return everyWebhook(facts, limit, (webhook) => judgeSaid(expected, webhook, facts, before));
    case "field":
      return everyWebhook(facts, limit, (webhook) =>
        judgeValues(expected, webhook.body, previousWebhook(before, expected.path), webhook.tie.deliveryId, facts),
      );
    case "signature":
      return everyWebhook(facts, limit, (webhook) => judgeSignature(expected, webhook, facts));
    case "retries":
      return judgeRetries(expected, facts);
    case "stopped":
      return judgeStopped(expected, facts, limit);
  }
}
