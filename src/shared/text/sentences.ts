import { type CallSummary, type DeliverySummary, type EventSummary, type Facts, shownFacts } from "../events.ts";
import { capital, lowered, pluralText, roundDurationText, sizeText } from "../measures.ts";
import type { CallOperation, Outcome, TlsFault } from "../outcomes.ts";
import { visibleText } from "../visible-text.ts";
import { amountText, NO_UNITS, type Units, unitsOfEvent } from "./amount-text.ts";
import { explainNotice } from "./explain-notice.ts";
import { purposeResult } from "./explain-purpose.ts";
import { explainReplay } from "./explain-replay.ts";

/**
 * `name`: text from outside, shortened but otherwise as received: draw it with its invisible characters marked;
 * `money`: what the amount before it stands for.
 */
export interface SentencePart {
  readonly kind: "text" | "amount" | "money" | "name";
  readonly text: string;
  /** What stands in its place where there is no room for the whole sentence; the same if left out. */
  readonly short?: string;
  /** All of a name that was shortened. */
  readonly whole?: string;
  /** Goes as a whole where it would leave references no room. Words before the first value do so anyway. */
  readonly yields?: true;
}

/** An event as a sentence: "Charge of 50 000 NGN from ada to tunde — hook sent". */
export interface Sentence {
  /** What happened, in parts, so that a row can emphasise the amount. */
  readonly subject: readonly SentencePart[];
  /** How it ended, in a few words; null where there is nothing to add. */
  readonly result: string | null;
  /** All of it in one line, every character visible: for accessible names and for copying. */
  readonly text: string;
}

/** One row of the event log in words. Digits are grouped as text and never become a number. */
export function eventSentence(event: EventSummary, unitsOf: Units = NO_UNITS): Sentence {
  const units = unitsOfEvent(event, unitsOf);
  switch (event.kind) {
    case "call":
      return sentence(callSubject(event, units), callResult(event.outcome, event.operation));
    case "delivery":
      return sentence(deliverySubject(event, units), deliveryResult(event));
    case "notice":
      return sentence([name(explainNotice(event.notice).title)], null);
  }
}

/** What an event is about, in words, without how it ended. */
export function subjectText(event: EventSummary, unitsOf: Units): string {
  return eventSentence(event, unitsOf)
    .subject.map(({ text }) => text)
    .join("");
}

function sentence(subject: readonly SentencePart[], result: string | null): Sentence {
  const words = subject.map((part) => visibleText(part.text)).join("");
  return { subject, result, text: result === null ? words : `${words} — ${visibleText(result)}` };
}

/** Code points of a text from outside that a row shows; the inspector has all of it. */
const LONGEST_NAME = 80;

function shortened(text: string): string {
  // Cut by code units first: a name may be a megabyte long.
  if (text.length <= LONGEST_NAME) return text;
  return `${Array.from(text.slice(0, 2 * LONGEST_NAME))
    .slice(0, LONGEST_NAME)
    .join("")}…`;
}

function plain(text: string, short = text): SentencePart {
  return { kind: "text", text, short };
}

function name(text: string): SentencePart {
  if (text === "") return { kind: "name", text: "(empty)" };
  const short = shortened(text);
  return { kind: "name", text: short, ...(short === text ? {} : { whole: text }) };
}

/** The amount after some words, or nothing when none is known. */
function amountAfter(before: string, facts: Facts, units: number | null): readonly SentencePart[] {
  if (facts.amount === undefined) return [];
  const shown = amountText(shortened(facts.amount), shortened(facts.currency ?? ""), units, facts.amountMeant);
  const words = before === "" ? [] : [plain(before, " ")];
  // Never one without the other: money alone is not what stands in the body, digits alone are no money.
  const [, digits = shown, money] = /^(.*?)( [=≈] .*|, written .*)$/s.exec(shown) ?? [];
  return [
    ...words,
    { kind: "amount", text: digits },
    ...(money === undefined ? [] : [{ kind: "money", text: money, short: money.replace(/^,? /, "") } as const]),
  ];
}

/** Whoever stands before an arrow is who pays; without one the word stays, or it would read as the other. */
function fromTo(payer: string | undefined, payee: string | undefined): readonly SentencePart[] {
  const from = payer === undefined ? [] : [plain(" from ", payee === undefined ? " from " : " "), name(payer)];
  return [...from, ...to(payee)];
}

function to(reference: string | undefined): readonly SentencePart[] {
  return reference === undefined ? [] : [plain(" to ", " → "), name(reference)];
}

/** Whoever a payload names; of a kind that is neither a credit nor a charge, too. */
function people({ from: payer, to: payee, userReference }: Facts): readonly SentencePart[] {
  return payer === undefined && payee === undefined ? to(userReference) : fromTo(payer, payee);
}

function movement(kind: "credit" | "charge", facts: Facts, units: number | null): readonly SentencePart[] {
  const people = kind === "credit" ? to(facts.userReference) : fromTo(facts.from, facts.to);
  return [...amountAfter(" of ", facts, units), ...people];
}

function callSubject(call: CallSummary, units: number | null): readonly SentencePart[] {
  switch (call.operation) {
    case "link":
      return [plain("Look-up of link ", "Look-up "), name(call.facts.linkId ?? call.path)];
    case "credit":
      return [plain("Credit"), ...movement("credit", call.facts, units)];
    case "charge":
      return [plain("Charge"), ...movement("charge", call.facts, units)];
    case "replay":
      return [
        plain(call.replay?.edited === true ? "Edited replay" : call.replay?.forward === true ? "Forward" : "Replay"),
        ...(call.facts.others === undefined
          ? amountAfter(" of ", call.facts, units)
          : [plain(` of ${itemsText(call.facts.others)}`)]),
        plain(" to ", " → "),
        call.replay?.to === null ? plain("this listener") : name(call.replay?.to ?? call.path),
      ];
    case "recorded":
      return [plain("Request: "), name(`${call.method} ${call.path}`)];
  }
}

/** How many items a batch has, behind the one that is shown of it. */
function oneOfItems({ others }: Facts): readonly SentencePart[] {
  return others === undefined ? [] : [plain(`, one of ${itemsText(others)}`, `, one of ${others.length + 1}`)];
}

function isOfItem(facts: Facts): boolean {
  return facts.amount !== undefined || people(facts).length > 0;
}

function itemsText(others: NonNullable<Facts["others"]>): string {
  return pluralText(others.length + 1, "item", "items");
}

/** Not in the brief form: its row has a sign of its own. */
const WEBHOOK = plain("Webhook: ", "");

function deliverySubject(delivery: DeliverySummary, units: number | null): readonly SentencePart[] {
  const facts = shownFacts(delivery);
  if (delivery.onPurpose?.does === "proof") return proofSubject(delivery);
  if (delivery.completeness === "malformed") return [plain(`A request that is not HTTP, ${sizeText(delivery.size)}`)];
  if (!delivery.onPath) return [plain("Request to "), name(delivery.path), plain(" (not the webhook path)", "")];
  if (facts.subject === "credit" || facts.subject === "charge")
    return [
      WEBHOOK,
      plain(facts.subject, capital(facts.subject)),
      ...movement(facts.subject, facts, units),
      ...oneOfItems(facts),
    ];
  if (facts.eventName !== undefined) {
    const what = name(facts.eventName);
    const whom = people(facts);
    // Whom it is about says more than the sender's word for it.
    return [
      WEBHOOK,
      whom.length === 0 ? what : { ...what, yields: true },
      ...amountAfter(", ", facts, units),
      ...whom,
      ...(isOfItem(facts)
        ? oneOfItems(facts)
        : facts.others === undefined
          ? []
          : [plain(`, ${itemsText(facts.others)}`)]),
    ];
  }
  if (facts.amount !== undefined)
    return [WEBHOOK, ...amountAfter("", facts, units), ...people(facts), ...oneOfItems(facts)];
  if (facts.others !== undefined) return [WEBHOOK, plain(capital(itemsText(facts.others)))];
  if (facts.begins !== undefined) return [WEBHOOK, name(facts.begins), plain(`, ${sizeText(delivery.size)}`, "")];
  return [WEBHOOK, name(`${delivery.method} ${delivery.path}`), plain(`, ${sizeText(delivery.size)}`)];
}

/** Where it came says whether the address is right. */
function proofSubject({ onPath, path }: DeliverySummary): readonly SentencePart[] {
  const test = "Test of the address on the dashboard, by Linkdesk itself";
  return onPath
    ? [plain(`${test}: it arrived`, "Test of the address: arrived")]
    : [
        plain(`${test}: it came to `, "Test came to the wrong path: "),
        name(path),
        plain(" (not the webhook path)", ""),
      ];
}

function deliveryResult(delivery: DeliverySummary): string | null {
  switch (delivery.completeness) {
    case "cut":
      return "too large, cut";
    case "aborted":
      return "broken off by the sender";
    case "timed-out":
      return "too slow, given up";
    case "malformed":
      return null;
    case "whole":
      if (delivery.onPurpose?.does === "proof" && delivery.answerState !== "failed") return null;
      if (delivery.onPurpose !== undefined) return purposeResult(delivery.onPurpose, delivery);
      if (delivery.answerState === "unknown") return "what was answered is not known here";
      return delivery.answerState === "failed" ? "sender was gone before the answer" : null;
  }
}

const TLS_RESULTS: Readonly<Record<TlsFault, string>> = {
  expired: "certificate has expired",
  "not-yet-valid": "certificate is not valid yet",
  "wrong-host": "certificate is for another host",
  "self-signed": "certificate is self-signed",
  "unknown-issuer": "certificate of an unknown issuer",
  "client-certificate": "a client certificate is wanted",
  protocol: "no common TLS version",
  other: "no secure connection",
};

/** How a call ended, in a few words for its row; the inspector explains it in full. */
function callResult(outcome: Outcome | null, operation: CallOperation): string {
  if (outcome === null) return "under way";
  if (operation === "replay" || operation === "recorded") return replayResult(outcome);
  switch (outcome.code) {
    case "success":
      if (operation === "link") return outcome.missing === undefined ? "found" : "found, but not whole";
      return shortened(outcome.message ?? "done");
    case "unexpected-message":
      return outcome.message === null ? "done, without a message" : `unexpected: “${shortened(outcome.message)}”`;
    case "unexpected-shape":
      return "answer of another shape";
    case "reported-error":
      return `answers with an error (${outcome.status})`;
    case "not-json":
      return outcome.body === "empty" ? "no content" : "answer is not JSON";
    case "too-large":
      return "answer too large";
    case "dns":
      return "host not found";
    case "refused":
      return "connection refused";
    case "unreachable":
      return "host unreachable";
    case "tls":
      return TLS_RESULTS[outcome.fault];
    case "proxy":
      return "proxy failed";
    case "connect-timeout":
      return `no connection within ${roundDurationText(outcome.limitMs * 1_000)}`;
    case "answer-timeout":
      return `no answer within ${roundDurationText(outcome.limitMs * 1_000)}`;
    case "reset":
      return "connection broke off";
    case "protocol":
      return outcome.status === undefined ? "answer is not HTTP" : "answer broke off";
    case "cancelled":
      return "cancelled";
    case "interrupted":
      return "interrupted";
    case "redirect":
      return `redirected (${outcome.status})`;
    case "status":
      return `${statusResult(outcome.status)} (${outcome.status})`;
    case "internal":
      return "failed inside Linkdesk";
  }
}

/** Any answer to a replay is an answer: its status says how it ended. */
function replayResult(outcome: Outcome): string {
  if (outcome.code === "success") return "accepted";
  if (outcome.code === "status" || outcome.code === "redirect") return `answered ${outcome.status}`;
  return lowered(explainReplay(outcome).title);
}

function statusResult(status: number): string {
  if (status >= 500) return "service failed";
  switch (status) {
    case 401:
      return "key not accepted";
    case 403:
      return "not allowed";
    case 404:
      return "not found";
    case 406:
      return "not acceptable";
    case 422:
      return "values not accepted";
    case 429:
      return "too many calls";
    default:
      return "not accepted";
  }
}
