import type { Outcome } from "../../shared/outcomes.ts";
import type { EventId } from "../../shared/primitives.ts";
import { explainOutcome } from "../../shared/text/explain-outcome.ts";
import { type BodyValues, type CallFacts, valuesAt } from "./call-facts.ts";
import { type CheckedValue, holds } from "./check-value.ts";
import { type About, callId, failed, type Judged, passed, type Said, unable, unsure } from "./judged.ts";

/** Why the service was not reached at all; null when it was. */
export function reasonUnreached(outcome: Outcome, facts: CallFacts): string | null {
  switch (outcome.code) {
    case "dns":
    case "refused":
    case "unreachable":
    case "tls":
    case "proxy":
    case "connect-timeout":
    case "cancelled":
    case "interrupted":
    case "internal":
      return sentenceOf(outcome, facts);
    default:
      return null;
  }
}

export function sentenceOf(outcome: Outcome, { call }: CallFacts): string {
  const { title, sentence } = explainOutcome(outcome, call.summary.operation);
  return `${title}. ${sentence}`;
}

export function judgeOutcome({ is }: About<"outcome">, facts: CallFacts): Judged {
  const { outcome, status } = facts.call.summary;
  if (outcome === null) return unable(facts, null, "It has not ended.");
  const { title: got, sentence } = explainOutcome(outcome, facts.call.summary.operation);
  const where = status === null ? null : `status ${status}`;
  switch (outcome.code) {
    case "success":
      if (outcome.missing !== undefined) return unsure(facts, got, sentence);
      return is === "success"
        ? passed(got, where, callId(facts))
        : failed(got, where, callId(facts), "The call succeeded.");
    case "unexpected-message":
    case "unexpected-shape":
      return unsure(facts, got, sentence);
    case "status":
    case "reported-error":
    case "redirect":
      return is === "failure" ? passed(got, where, callId(facts)) : failed(got, where, callId(facts), sentence);
    default:
      // No whole answer that can be read came: whether it worked, nobody knows.
      return unable(facts, got, sentence);
  }
}

export function judgeStatus({ oneOf }: About<"status">, facts: CallFacts): Judged {
  const { status, outcome } = facts.call.summary;
  if (status === null) return unable(facts, null, outcome === null ? "It has not ended." : sentenceOf(outcome, facts));
  if (!oneOf.includes(status)) return failed(String(status), "status", callId(facts), "The answer has another status.");
  // An answer that broke off or cannot be read is no proof, whatever its status.
  if (outcome !== null && ["not-json", "too-large", "reset", "answer-timeout", "protocol"].includes(outcome.code))
    return unable(facts, String(status), sentenceOf(outcome, facts));
  return passed(String(status), "status", callId(facts));
}

export function judgeAnswer({ path, check }: About<"answer">, facts: CallFacts, before: CallFacts | null): Judged {
  if (facts.answer === null) return unable(facts, null, "There is no answer that can be read to its end.");
  const earlier = before?.answer === null || before === null ? null : only(valuesAt(before.answer, path).values);
  return judgeValues({ path, check }, facts.answer, earlier, callId(facts), facts);
}

export function only(values: readonly { readonly text: string; readonly kind: string }[]): CheckedValue | null {
  const [first] = values;
  return first === undefined || values.length > 1 ? null : { text: first.text, isNumber: first.kind === "number" };
}

export function previousWebhook(before: CallFacts | null, path: string): CheckedValue | null {
  const webhook = before?.webhooks[0];
  return webhook === undefined ? null : only(valuesAt(webhook.body, path).values);
}

export function judgeValues(
  { path, check }: Pick<About<"field">, "path" | "check">,
  body: BodyValues,
  before: CheckedValue | null,
  eventId: EventId,
  facts: CallFacts,
): Said {
  const { values, isThere } = valuesAt(body, path);
  const got = values.length === 0 ? null : values.map(({ text }) => text).join(", ");
  if (check.is === "absent") {
    if (isThere) return failed(got ?? "an empty list or object", path, eventId, "It is there.");
    return body.isWhole
      ? passed(null, path, eventId)
      : unsure(facts, null, "Not all of it could be read, so it may be there.", eventId);
  }
  if (values.length === 0) {
    if (isThere && check.is === "any") return passed("a list or an object", path, eventId);
    if (isThere) return failed("a list or an object", path, eventId, "There is no single value at this place.");
    return body.isWhole
      ? failed(null, path, eventId, "There is nothing at this place.")
      : unsure(facts, null, "Not all of it could be read, so it may be there.", eventId);
  }
  const results = values.map(({ text, kind }) => holds(check, { text, isNumber: kind === "number" }, before));
  if (results.includes(false)) return failed(got, path, eventId, "It is another value.");
  if (results.includes(null)) return unsure(facts, got, "No step before it has a value to compare with.", eventId);
  return passed(got, path, eventId);
}
