import type { BodyPart, EventDetail } from "../../../shared/events.ts";
import { durationText, localMomentText, sizeText, utcMomentText } from "../../../shared/measures.ts";
import type { ComparedField as Compared, RunDetail, Tie } from "../../../shared/run.ts";
import type { Units } from "../../../shared/text/amount-text.ts";
import { explainEvent } from "../../../shared/text/explain-event.ts";
import { explainRun } from "../../../shared/text/explain-run.ts";
import { explainSignature } from "../../../shared/text/explain-signature.ts";
import {
  absentText,
  comparedValues,
  explainCertainty,
  fieldText,
  reasonText,
} from "../../../shared/text/explain-tie.ts";
import { roleName } from "../../../shared/text/run-words.ts";
import { eventSentence } from "../../../shared/text/sentences.ts";
import { utf8Text } from "../../../shared/utf8.ts";
import { visibleText } from "../../../shared/visible-text.ts";
import { type Evidence, headersOf } from "../evidence.ts";
import { askText } from "./ask.ts";

/** One event in the words of the window, for tickets and reports. No text in it has invisible characters. */
export interface EventText {
  /** "Call 12", "Webhook 13". */
  readonly name: string;
  readonly sentence: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** What it means. What to do next in the window is nothing to whoever reads this. */
  readonly explanation: readonly string[];
  readonly messages: readonly Message[];
}

/** Header fields and body of one direction. */
export interface Message {
  readonly label: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** null where there is none. */
  readonly body: string | null;
  /** What is to be known about the body. */
  readonly note: string | null;
}

/** Of the signature of a webhook in whose body something was left out. */
export const NOT_OVER_THESE =
  "The signature was checked over the bytes as they came, and cannot be checked over these.";

const LONGEST_BODY = 20_000;
const LONGEST_VALUE = 2_000;

export function nameOf({ kind, summary }: EventDetail): string {
  if (kind === "notice") return `Notice ${summary.id}`;
  return `${kind === "call" ? "Call" : "Webhook"} ${summary.id}`;
}

export function eventTextOf(event: Evidence, unitsOf: Units): EventText {
  const { detail } = event;
  const { summary } = detail;
  const explained = explainEvent(detail);
  return {
    name: nameOf(detail),
    // Its name says already that it is a webhook.
    sentence: eventSentence(summary, unitsOf).text.replace(/^Webhook: /, ""),
    facts: factsOf(event).map(([label, value]) => [label, shown(value)]),
    explanation:
      explained === null ? [] : [explained.title, explained.sentence].filter((text) => text !== "").map(asSentence),
    messages: messagesOf(event),
  };
}

function factsOf({ detail }: Evidence): readonly (readonly [string, string])[] {
  return [...recordedFacts(detail), ...writtenFacts(detail)];
}

/** What somebody has written about it. */
function writtenFacts({ summary: { note, tags = [] } }: EventDetail): readonly (readonly [string, string])[] {
  return [
    ...(note === undefined || note === "" ? [] : ([["Note", note]] as const)),
    ...(tags.length === 0 ? [] : ([["Tags", tags.join(", ")]] as const)),
  ];
}

function recordedFacts(detail: EventDetail): readonly (readonly [string, string])[] {
  const { summary } = detail;
  const when: readonly [string, string] = ["Time", `${localMomentText(summary.at)} (${utcMomentText(summary.at)})`];
  switch (detail.kind) {
    case "notice":
      return [when];
    case "call":
      return [
        when,
        ["Request", `${detail.summary.method} ${detail.url}`],
        ...(detail.answer === null
          ? []
          : ([["Answer", `${detail.answer.status} ${detail.answer.statusText}`.trim()]] as const)),
        ...(detail.summary.duration === null ? [] : ([["Took", durationText(detail.summary.duration)]] as const)),
        ["Profile", `${detail.summary.profile.name} (${detail.summary.profile.mode})`],
      ];
    case "delivery": {
      const { status, profile, signature } = detail.summary;
      return [
        when,
        ["Request", `${detail.summary.method} ${detail.summary.path}`],
        ["From", `${detail.request.remoteAddress}:${detail.request.remotePort}`],
        ["Answered", status === null ? "not yet, or with no status" : String(status)],
        ...(detail.summary.duration === null ? [] : ([["Took", durationText(detail.summary.duration)]] as const)),
        ["Signature", signatureText(detail, signature)],
        ...(profile === null ? [] : ([["Profile", `${profile.name} (${profile.mode})`]] as const)),
      ];
    }
  }
}

function signatureText(detail: Extract<EventDetail, { kind: "delivery" }>, state: string | undefined): string {
  if (detail.signature === undefined) return "not checked";
  const { title, sentence } = explainSignature(detail.signature);
  return `${state ?? "not checked"}: ${title}${/[.!?]$/.test(title) ? "" : "."} ${sentence}`.trim();
}

function messagesOf(event: Evidence): readonly Message[] {
  const { detail } = event;
  if (detail.kind === "notice") return [];
  const isCall = detail.kind === "call";
  const message = (label: string, part: BodyPart): Message => ({
    label,
    headers: headersOf(event, part).map(([name, value]) => [shown(name), shown(value)]),
    ...bodyOf(event, part),
  });
  return [
    message(isCall ? "Sent" : "Received", "request"),
    ...(detail.answer === null ? [] : [message(isCall ? "Came back" : "Our answer", "answer")]),
    ...(detail.kind === "delivery" && detail.forward !== undefined
      ? [message("Answer to the forward", "forward")]
      : []),
  ];
}

function bodyOf(event: Evidence, part: BodyPart): Pick<Message, "body" | "note"> {
  const bytes = event.bodies[part];
  if (bytes === null || bytes.byteLength === 0) return { body: null, note: "No body." };
  const left = event.redacted.includes(part) ? "Values in it were left out. " : "";
  const signed =
    left !== "" && part === "request" && event.detail.kind === "delivery" && event.detail.signature !== undefined
      ? `${NOT_OVER_THESE} `
      : "";
  const text = readable(bytes);
  if (text === null) return { body: null, note: `${left}${signed}${sizeText(bytes.byteLength)} that are no text.` };
  const cut = text.length > LONGEST_BODY;
  const note = `${left}${signed}${cut ? `The first ${LONGEST_BODY} characters of ${text.length}. ` : ""}`.trim();
  return { body: lines(cut ? text.slice(0, LONGEST_BODY).toWellFormed() : text), note: note === "" ? null : note };
}

function readable(bytes: Uint8Array): string | null {
  const text = utf8Text(bytes);
  return text === null || text.includes("\0") ? null : text;
}

/** Line breaks and tabs stay, every other invisible character is marked. */
function lines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.split("\t").map(visibleText).join("\t"))
    .join("\n");
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? shown(text) : `${shown(text)}.`;
}

export function shown(text: string): string {
  return visibleText(text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE).toWellFormed()}…` : text);
}

/** A simulation in the words of the window. */
export interface RunText {
  readonly title: string;
  readonly sentence: string;
  /** What to ask of whoever sends the webhook; empty where there is nothing to ask. */
  readonly ask: string;
  readonly tone: "good" | "odd" | "bad" | "neutral";
  readonly ties: readonly TieAccount[];
}

export interface TieAccount {
  readonly name: string;
  readonly role: string;
  readonly after: string;
  readonly certainty: string;
  readonly reasons: readonly string[];
  readonly compared: readonly Comparison[];
}

export interface Comparison {
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
  readonly state: Compared["state"];
}

/** @param units how many make one of the currency, as the profile of its call says; null where it does not */
export function runTextOf(run: RunDetail, units: number | null): RunText {
  const { summary, ties } = run;
  const { title, sentence, tone } = explainRun(summary, units, run);
  return {
    title: shown(title),
    sentence: shown(sentence),
    ask: askText(summary),
    tone,
    ties: ties.map((tie) => tieOf(tie, units)),
  };
}

function tieOf(tie: Tie, units: number | null): TieAccount {
  const { deliveryId, after, certainty, reasons, fields } = tie;
  return {
    name: `Webhook ${deliveryId}`,
    role: roleName(tie),
    after: durationText(after),
    certainty: explainCertainty(certainty).sentence,
    reasons: reasons.filter(({ code }) => code !== "by-hand").map((reason) => shown(reasonText(reason))),
    compared: fields.map((evidence) => {
      const { expected, actual } = comparedValues(evidence, units);
      return {
        field: fieldText(evidence.field),
        expected: shown(expected),
        actual: actual === null ? absentText(evidence.field) : shown(actual),
        state: evidence.state,
      };
    }),
  };
}
