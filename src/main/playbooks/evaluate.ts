import { durationText, pluralText } from "../../shared/measures.ts";
import type { Outcome } from "../../shared/outcomes.ts";
import { type CallStep, expectedVerdict, type PlaybookExpectation, type ResultLine } from "../../shared/playbook.ts";
import { assertNever, type EventId } from "../../shared/primitives.ts";
import type { ReadItem } from "../../shared/reading.ts";
import type { Downtime } from "../../shared/run.ts";
import { withoutTags } from "../../shared/run-tag.ts";
import { explainOutcome } from "../../shared/text/explain-outcome.ts";
import { expectationText, SAID_WORDS } from "../../shared/text/explain-playbook.ts";
import { DOWNTIME_CAUSES, verdictText } from "../../shared/text/explain-run.ts";
import { type CheckedValue, holds } from "./check-value.ts";
import { type BodyValues, type CallFacts, type StepWebhook, valuesAt } from "./facts.ts";

/** Microseconds that what came at the very end of a time has until its row is there. */
const SETTLE = 300_000;
/** Microseconds without another one after which a webhook is taken for all that comes; later ones amend the result. */
const QUIET = 1_000_000;

type Said = Pick<ResultLine, "state" | "got" | "where" | "eventId" | "because">;
/** How long after the call it is known at the latest; null: it is known now. */
type Judged = Said | { readonly waitsUntil: number };
type About<Kind extends PlaybookExpectation["about"]> = Extract<PlaybookExpectation, { readonly about: Kind }>;

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
 */
export function evaluate(step: CallStep, facts: CallFacts, before: CallFacts | null): Evaluated {
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
  return { lines: [...lines, ...unlisted(step, facts)], waitsUntil: null };
}

function isOfWebhooks({ about }: PlaybookExpectation): boolean {
  return about !== "outcome" && about !== "status" && about !== "answer";
}

/** Until when a webhook is waited for: as long as the step counts them, else as long as the profile says. */
function limitOf({ expect }: CallStep, { run }: CallFacts): number {
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

const callId = ({ call }: CallFacts): EventId => call.summary.id;

function passed(got: string | null, where: string | null, eventId: EventId): Said {
  return { state: "passed", got, where, eventId, because: null };
}

function failed(got: string | null, where: string | null, eventId: EventId, because: string): Said {
  return { state: "failed", got, where, eventId, because };
}

function unsure(facts: CallFacts, got: string | null, because: string, eventId = callId(facts)): Said {
  return { state: "unsure", got, where: null, eventId, because };
}

function unable(facts: CallFacts, got: string | null, because: string): Said {
  return { state: "could-not-run", got, where: null, eventId: callId(facts), because };
}

/** What has to hold although nobody wrote it down; only what does not is a line. */
function unlisted(step: CallStep, facts: CallFacts): readonly ResultLine[] {
  const listed = new Set(step.expect.map(({ about }) => about));
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
          "the webhook agrees with the call",
          unsure(
            facts,
            verdictText(verdict),
            "Nothing in this step says whether that is right.",
            decidingWebhook(facts),
          ),
        ),
      );
  }
  return lines;
}

function decidingWebhook(facts: CallFacts): EventId {
  return facts.webhooks[0]?.tie.deliveryId ?? callId(facts);
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
    default:
      return assertNever(expected);
  }
}

/** Why the service was not reached at all; null when it was. */
function reasonUnreached(outcome: Outcome, facts: CallFacts): string | null {
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

function sentenceOf(outcome: Outcome, { call }: CallFacts): string {
  const { title, sentence } = explainOutcome(outcome, call.summary.operation);
  return `${title}. ${sentence}`;
}

function judgeOutcome({ is }: About<"outcome">, facts: CallFacts): Judged {
  const { outcome, status } = facts.call.summary;
  if (outcome === null) return unable(facts, null, "It has not ended.");
  const got = explainOutcome(outcome, facts.call.summary.operation).title;
  const where = status === null ? null : `status ${status}`;
  switch (outcome.code) {
    case "success":
      return is === "success"
        ? passed(got, where, callId(facts))
        : failed(got, where, callId(facts), "The call succeeded.");
    case "unexpected-message":
    case "unexpected-shape":
      return unsure(facts, got, sentenceOf(outcome, facts));
    case "status":
    case "reported-error":
    case "redirect":
      return is === "failure"
        ? passed(got, where, callId(facts))
        : failed(got, where, callId(facts), sentenceOf(outcome, facts));
    default:
      // No whole answer that can be read came: whether it worked, nobody knows.
      return unable(facts, got, sentenceOf(outcome, facts));
  }
}

function judgeStatus({ oneOf }: About<"status">, facts: CallFacts): Judged {
  const { status, outcome } = facts.call.summary;
  if (status === null) return unable(facts, null, outcome === null ? "It has not ended." : sentenceOf(outcome, facts));
  if (!oneOf.includes(status)) return failed(String(status), "status", callId(facts), "The answer has another status.");
  // An answer that broke off or cannot be read is no proof, whatever its status.
  if (outcome !== null && ["not-json", "too-large", "reset", "answer-timeout", "protocol"].includes(outcome.code))
    return unable(facts, String(status), sentenceOf(outcome, facts));
  return passed(String(status), "status", callId(facts));
}

function judgeAnswer({ path, check }: About<"answer">, facts: CallFacts, before: CallFacts | null): Judged {
  if (facts.answer === null) return unable(facts, null, "There is no answer that can be read to its end.");
  const earlier = before?.answer === null || before === null ? null : only(valuesAt(before.answer, path).values);
  return judgeValues({ path, check }, facts.answer, earlier, callId(facts), facts);
}

function only(values: readonly { readonly text: string; readonly kind: string }[]): CheckedValue | null {
  const [first] = values;
  return first === undefined || values.length > 1 ? null : { text: first.text, isNumber: first.kind === "number" };
}

function previousWebhook(before: CallFacts | null, path: string): CheckedValue | null {
  const webhook = before?.webhooks[0];
  return webhook === undefined ? null : only(valuesAt(webhook.body, path).values);
}

function judgeValues(
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

/** Every webhook of the step has to agree; retries of one are the same webhook again. */
function everyWebhook(facts: CallFacts, limit: number, judgeOne: (webhook: StepWebhook) => Said): Judged {
  const { webhooks, run } = facts;
  if (run === null) return unable(facts, null, "A look-up has no webhook.");
  if (webhooks.length === 0) {
    const end = limit + SETTLE;
    if (facts.since < end && facts.doubtful.length === 0) return { waitsUntil: end };
    return noWebhook(facts, limit);
  }
  const said = webhooks.map(judgeOne);
  const worst = (["failed", "could-not-run", "unsure"] as const).flatMap((state) =>
    said.filter((each) => each.state === state),
  );
  const first = worst[0] ?? said[0];
  if (first === undefined) return noWebhook(facts, limit);
  if (first.state === "passed" && facts.doubtful.length > 0) return { ...first, ...doubt(facts, first.got) };
  return first;
}

function noWebhook(facts: CallFacts, within: number): Said {
  if (facts.doubtful.length > 0) return doubt(facts, null);
  const deaf = deafWithin(facts, within);
  if (deaf !== null) return unable(facts, null, deaf);
  return failed(null, null, callId(facts), "No webhook came.");
}

function doubt(facts: CallFacts, got: string | null): Said {
  const tie = facts.run?.ties.find(
    ({ certainty, role }) => certainty === "ambiguous" || certainty === "unsure" || role !== "match",
  );
  return unsure(
    facts,
    got,
    "A webhook came that may belong to this step or not, or that nobody has confirmed how to read.",
    tie?.deliveryId ?? callId(facts),
  );
}

/** Why nothing could be seen for a part of the time; null when everything could. */
function deafWithin({ call, downtimes }: CallFacts, within: number): string | null {
  const { at } = call.summary;
  const span = downtimes.find(({ from, until }) => from < at + within && (until === null || until > at));
  return span === undefined ? null : deafText(span);
}

function deafText({ cause }: Downtime): string {
  return `For a part of the time no webhook could be seen: ${DOWNTIME_CAUSES[cause]}.`;
}

function judgeVerdict({ is }: About<"verdict">, facts: CallFacts): Judged {
  const { run } = facts;
  if (run === null) return unable(facts, null, "A look-up has no verdict.");
  const { verdict, certainty } = run.summary;
  const got = verdictText(verdict);
  if (verdict.code === "waiting") {
    const limit = run.expectation.limit + SETTLE;
    return { waitsUntil: Math.max(limit, facts.since + SETTLE) };
  }
  if (verdict.code === "not-seen") {
    const [span] = verdict.spans;
    return unable(facts, got, span === undefined ? "Nothing could be seen." : deafText(span));
  }
  const isSaid = expectedVerdict.options.some((each) => each === verdict.code);
  if (!isSaid || certainty === "ambiguous" || certainty === "unsure") return doubt(facts, got);
  if (verdict.code !== is) return failed(got, "verdict", decidingWebhook(facts), "The verdict is another.");
  return facts.doubtful.length > 0 ? doubt(facts, got) : passed(got, "verdict", decidingWebhook(facts));
}

function judgeCount({ how, count, withinMs }: About<"webhooks">, facts: CallFacts): Judged {
  if (facts.run === null) return unable(facts, null, "A look-up has no webhook.");
  const within = withinMs * 1_000;
  // A webhook that is sent again because we did not take it is the same one.
  const came = facts.webhooks.filter(({ tie }) => tie.role !== "retry" && tie.after <= within);
  const got = pluralText(came.length, "webhook", "webhooks");
  const last = came.at(-1)?.tie.deliveryId ?? callId(facts);
  const where = came.length === 0 ? null : `the last after ${durationText(came.at(-1)?.tie.after ?? 0)}`;
  if (how === "exactly" && came.length > count) return failed(got, where, last, `${got} came.`);
  const isEnough = how === "at-least" && came.length >= count && count > 0;
  if (isEnough) return passed(got, where, last);
  if (facts.since < within + SETTLE) return { waitsUntil: within + SETTLE };
  if (facts.doubtful.some((after) => after <= within)) return doubt(facts, got);
  const deaf = deafWithin(facts, within);
  if (deaf !== null) return unable(facts, got, deaf);
  return came.length >= count
    ? passed(got, where, last)
    : failed(got, where, last, came.length === 0 ? "No webhook came." : `Only ${got} came.`);
}

function judgeSaid(
  { value, check }: About<"said">,
  { payload, tie }: StepWebhook,
  facts: CallFacts,
  before: CallFacts | null,
): Said {
  const { webhook } = payload;
  const id = tie.deliveryId;
  if (webhook.by !== "known" && webhook.by !== "confirmed")
    return unsure(facts, null, "Nobody has confirmed yet how webhooks of this kind are read.", id);
  const [item, ...more] = webhook.items;
  if (item === undefined || more.length > 0 || webhook.incomplete !== null)
    return unsure(facts, null, "It does not tell of one movement of money alone, or could not be read to its end.", id);
  const found = saidOf(item, value);
  if (check.is === "absent")
    return found === null ? passed(null, SAID_WORDS[value], id) : failed(found.text, found.path, id, "It is there.");
  if (found === null) return failed(null, SAID_WORDS[value], id, `It does not say the ${SAID_WORDS[value]}.`);
  if (found.checked === null) return unsure(facts, found.text, "Nobody can tell what this stands for.", id);
  const [previous] = before?.webhooks[0]?.payload.webhook.items ?? [];
  const result = holds(
    check,
    found.checked,
    previous === undefined ? null : (saidOf(previous, value)?.checked ?? null),
  );
  if (result === null) return unsure(facts, found.text, "No step before it has a value to compare with.", id);
  if (result) return passed(found.text, found.path, id);
  // A service that writes references in another way is no fault, and no proof either.
  return found.isOtherwise
    ? unsure(facts, found.text, "This service writes references in a way of its own.", id)
    : failed(found.text, found.path, id, "It is another value.");
}

interface FoundValue {
  readonly text: string;
  readonly path: string;
  /** null: it stands there, but what it means is not known. */
  readonly checked: CheckedValue | null;
  readonly isOtherwise: boolean;
}

function saidOf(item: ReadItem, value: About<"said">["value"]): FoundValue | null {
  const found = item[value];
  if (found === null) return null;
  const made = (text: string | null, isNumber = false): FoundValue => ({
    text: found.text,
    path: found.path,
    checked: text === null ? null : { text, isNumber },
    isOtherwise: "written" in found && found.written === "otherwise",
  });
  switch (value) {
    case "amount":
      return made(item.amount?.units ?? null, true);
    case "currency":
      return made(item.currency?.code ?? null);
    case "outcome":
      return made(item.outcome?.means ?? null);
    case "remark":
      return made(withoutTags(found.text));
    default:
      return made(found.text);
  }
}

function judgeSignature({ is }: About<"signature">, { summary }: StepWebhook, facts: CallFacts): Said {
  const { signature, id } = summary;
  if (signature === undefined)
    return {
      ...unable(facts, null, "It was not checked: the profile has no signature check, or no secret for it."),
      eventId: id,
    };
  return signature === is
    ? passed(signature, "signature", id)
    : failed(signature, "signature", id, `The signature is ${signature}.`);
}

function judgeRetries({ count, afterMs, withinMs }: About<"retries">, facts: CallFacts): Judged {
  if (facts.run === null) return unable(facts, null, "A look-up has no webhook.");
  const within = withinMs * 1_000;
  if (facts.since < within + SETTLE) return { waitsUntil: within + SETTLE };
  const came = facts.webhooks.filter(({ tie }) => tie.after <= within);
  const again = came.filter(({ tie }) => tie.role === "retry");
  const got = pluralText(again.length, "time", "times");
  const last = again.at(-1)?.tie.deliveryId ?? decidingWebhook(facts);
  if (facts.doubtful.some((after) => after <= within)) return doubt(facts, got);
  if (came.length === 0) return noWebhook(facts, within);
  const deaf = deafWithin(facts, within);
  if (deaf !== null) return unable(facts, got, deaf);
  if (again.length !== count) return failed(got, null, last, `The sender tried again ${got}.`);
  const times = came.filter(
    ({ tie }) => tie.role === "retry" || tie.role === "match" || tie.role === "late" || tie.role === "mismatch",
  );
  const gaps = times.slice(1).map(({ tie }, place) => tie.after - (times[place]?.tie.after ?? 0));
  const shortest = Math.min(...gaps);
  if (shortest < afterMs * 1_000)
    return failed(
      durationText(Math.max(0, shortest)),
      "the shortest time between two",
      last,
      "It was tried again too soon.",
    );
  return passed(got, `each at least ${durationText(shortest)} later`, last);
}

function judgeStopped({ withinMs }: About<"stopped">, facts: CallFacts, limit: number): Judged {
  if (facts.run === null) return unable(facts, null, "A look-up has no webhook.");
  const taken = facts.webhooks.find(({ summary }) => isTaken(summary.status));
  if (taken === undefined) {
    if (facts.since < limit + SETTLE) return { waitsUntil: limit + SETTLE };
    return facts.webhooks.length === 0
      ? noWebhook(facts, limit)
      : unsure(facts, null, "No webhook was answered 2xx, so there was nothing to stop after.");
  }
  const from = taken.tie.after;
  const until = from + withinMs * 1_000;
  const more = facts.webhooks.find(({ tie }) => tie.after > from && tie.after <= until);
  if (more !== undefined)
    return failed(
      `one more after ${durationText(more.tie.after - from)}`,
      null,
      more.tie.deliveryId,
      "It went on after a 2xx.",
    );
  if (facts.since < until + SETTLE) return { waitsUntil: until + SETTLE };
  if (facts.doubtful.length > 0) return doubt(facts, null);
  const deaf = deafWithin(facts, until);
  return deaf === null ? passed("nothing more came", null, taken.tie.deliveryId) : unable(facts, null, deaf);
}

function isTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
