import { durationText, pluralText } from "../../shared/measures.ts";
import { expectableVerdict } from "../../shared/playbook.ts";
import type { EventId } from "../../shared/primitives.ts";
import type { ReadItem } from "../../shared/reading.ts";
import type { Downtime, Tie } from "../../shared/run.ts";
import { withoutTags } from "../../shared/run-tag.ts";
import { quotedAmount } from "../../shared/text/amount-text.ts";
import { DOWNTIME_CAUSES } from "../../shared/text/explain-downtime.ts";
import { SAID_WORDS } from "../../shared/text/explain-playbook.ts";
import { verdictText } from "../../shared/text/explain-run.ts";
import { meantOtherwise } from "../payload/index.ts";
import type { CallFacts, StepWebhook } from "./call-facts.ts";
import { type CheckedValue, holds } from "./check-value.ts";
import { type About, callId, failed, type Judged, passed, type Said, unable, unsure } from "./judged.ts";

/** Microseconds that what came at the very end of a time has until its row is there. */
const SETTLE = 300_000;
export function decidingWebhook(facts: CallFacts): EventId {
  return facts.webhooks[0]?.tie.deliveryId ?? callId(facts);
}

/** Every webhook of the step has to agree; retries of one are the same webhook again. */
export function everyWebhook(facts: CallFacts, limit: number, judgeOne: (webhook: StepWebhook) => Said): Judged {
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

export function noWebhook(facts: CallFacts, within: number): Said {
  if (facts.doubtful.length > 0) return doubt(facts, null);
  const deaf = deafWithin(facts, within);
  if (deaf !== null) return unable(facts, null, deaf);
  return failed(null, null, callId(facts), "No webhook came.");
}

export function doubt(facts: CallFacts, got: string | null): Said {
  const tie = facts.run?.ties.find(
    ({ certainty, role }) => certainty === "ambiguous" || certainty === "unsure" || role !== "match",
  );
  return unsure(facts, got, doubtText(tie), tie?.deliveryId ?? callId(facts));
}

function doubtText(tie: Tie | undefined): string {
  if (tie?.role === "unconfirmed") return "A webhook came of a kind that nobody has confirmed how to read.";
  if (tie?.certainty === "ambiguous")
    return "A webhook came that fits another simulation with the same values as well. Other values, or twice the time limit between the two, tell them apart.";
  return "A webhook came that may belong to this step or not.";
}

/** Why nothing could be seen for a part of the time; null when everything could. */
export function deafWithin({ call, downtimes }: CallFacts, within: number): string | null {
  const { at } = call.summary;
  const span = downtimes.find(({ from, until }) => from < at + within && (until === null || until > at));
  return span === undefined ? null : deafText(span);
}

export function deafText({ cause }: Downtime): string {
  return `For a part of the time no webhook could be seen: ${DOWNTIME_CAUSES[cause]}.`;
}

export function judgeVerdict({ is }: About<"verdict">, facts: CallFacts): Judged {
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
  const seen = expectableVerdict(verdict);
  if (seen === null || certainty === "ambiguous" || certainty === "unsure") return doubt(facts, got);
  if (seen !== is && verdict.code !== is)
    return failed(got, "verdict", decidingWebhook(facts), "Another verdict was expected.");
  return facts.doubtful.length > 0 ? doubt(facts, got) : passed(got, "verdict", decidingWebhook(facts));
}

export function judgeCount({ how, count, withinMs }: About<"webhooks">, facts: CallFacts): Judged {
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
  if (facts.doubtful.some((after) => after <= within)) return doubt(facts, `${got} for certain`);
  const deaf = deafWithin(facts, within);
  if (deaf !== null) return unable(facts, got, deaf);
  return came.length >= count
    ? passed(got, where, last)
    : failed(got, where, last, came.length === 0 ? "No webhook came." : `Only ${got} came.`);
}

export function judgeSaid(
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

export interface FoundValue {
  /** As it is shown: an amount with what it means in the units of the simulation. */
  readonly text: string;
  readonly path: string;
  /** null: it stands there, but what it means is not known. */
  readonly checked: CheckedValue | null;
  readonly isOtherwise: boolean;
}

export function saidOf(item: ReadItem, value: About<"said">["value"]): FoundValue | null {
  const found = item[value];
  if (found === null) return null;
  const made = (text: string | null, isNumber = false): FoundValue => ({
    text: value === "amount" ? quotedAmount(found.text, null, meantOtherwise(item.amount) ?? undefined) : found.text,
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

export function judgeSignature({ is }: About<"signature">, { summary }: StepWebhook, facts: CallFacts): Said {
  const { signature, id } = summary;
  if (signature === undefined || signature === "unchecked")
    return {
      ...unable(facts, null, "It was not checked: the profile has no signature check, or no secret for it."),
      eventId: id,
    };
  return signature === is
    ? passed(signature, "signature", id)
    : failed(signature, "signature", id, `The signature is ${signature}.`);
}

export function judgeRetries({ count, afterMs, withinMs }: About<"retries">, facts: CallFacts): Judged {
  if (facts.run === null) return unable(facts, null, "A look-up has no webhook.");
  const within = withinMs * 1_000;
  if (facts.since < within + SETTLE) return { waitsUntil: within + SETTLE };
  const came = facts.webhooks.filter(({ tie }) => tie.after <= within);
  const again = came.filter(({ tie }) => tie.role === "retry");
  const got = pluralText(again.length, "time", "times");
  const last = again.at(-1)?.tie.deliveryId ?? decidingWebhook(facts);
  if (facts.doubtful.some((after) => after <= within)) return doubt(facts, `${got} for certain`);
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

export function judgeStopped({ withinMs }: About<"stopped">, facts: CallFacts, limit: number): Judged {
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

export function isTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
