import {
  alwaysSecret,
  baseUrlProblem,
  type ListenerAnswer,
  listenerAnswer,
  type ProfileDraft,
  profileDraft,
} from "../../../shared/profile.ts";
import { type Reading, readText, wholeNumber } from "../../app/form-text.ts";

/** The listener's answer as it is typed: numbers as text. */
export interface AnswerText {
  status: string;
  delayMs: string;
  headers: { name: string; value: string }[];
  body: string;
}

/** A profile as it is typed. Names and nesting are those of the draft, so that its complaints find their fields. */
export interface ProfileText {
  name: string;
  mode: ProfileDraft["mode"];
  baseUrl: string;
  authentication: { scheme: ProfileDraft["authentication"]["scheme"]; name: string; username: string };
  extraHeaders: { id: string; name: string; value: string; secret: boolean }[];
  timeouts: { connectMs: string; totalMs: string };
  unitsPerCurrency: string;
  listenerAnswer: AnswerText;
  /** By slot: a new secret, or null for one that is to be removed. What is not here stays as it is. */
  secrets: { [slot: string]: string | null };
}

export const AUTHENTICATION_SLOT = "authentication";

export function headerSlot(id: string): string {
  return `header:${id}`;
}

export function answerText(answer: ListenerAnswer): AnswerText {
  return {
    status: String(answer.status),
    delayMs: String(answer.delayMs),
    headers: answer.headers.map((header) => ({ ...header })),
    body: answer.body,
  };
}

export function profileText(draft: ProfileDraft): ProfileText {
  const { authentication: given } = draft;
  return {
    name: draft.name,
    mode: draft.mode,
    baseUrl: draft.baseUrl,
    authentication: {
      scheme: given.scheme,
      // Kept while another scheme is looked at, so that changing one's mind costs nothing.
      name: given.scheme === "header" ? given.name : "x-api-key",
      username: given.scheme === "basic" ? given.username : "",
    },
    extraHeaders: draft.extraHeaders.map((header) => ({ ...header })),
    timeouts: { connectMs: String(draft.timeouts.connectMs), totalMs: String(draft.timeouts.totalMs) },
    unitsPerCurrency: draft.unitsPerCurrency === null ? "" : String(draft.unitsPerCurrency),
    listenerAnswer: answerText(draft.listenerAnswer),
    secrets: {},
  };
}

function answerOf(text: AnswerText): unknown {
  return { ...text, status: wholeNumber(text.status), delayMs: wholeNumber(text.delayMs) };
}

function draftOf(text: ProfileText): unknown {
  const { secrets: _, ...rest } = text;
  return {
    ...rest,
    baseUrl: text.baseUrl.trim(),
    extraHeaders: text.extraHeaders.map((header) => ({
      ...header,
      name: header.name.trim(),
      secret: header.secret || alwaysSecret(header.name.trim()),
    })),
    timeouts: { connectMs: wholeNumber(text.timeouts.connectMs), totalMs: wholeNumber(text.timeouts.totalMs) },
    unitsPerCurrency: text.unitsPerCurrency.trim() === "" ? null : wholeNumber(text.unitsPerCurrency),
    listenerAnswer: answerOf(text.listenerAnswer),
  };
}

export function readProfileText(text: ProfileText): Reading<ProfileDraft> {
  const draft = draftOf(text);
  const reading = readText<ProfileDraft>(profileDraft, draft);
  if (reading.ok || text.mode === "sandbox") return reading;
  // The schema looks at the address only when all else is right; a form shows everything at once.
  const address = baseUrlProblem(text.baseUrl.trim());
  return address === null ? reading : { ok: false, problems: new Map([...reading.problems, ["baseUrl", address]]) };
}

export function readAnswerText(text: AnswerText): Reading<ListenerAnswer> {
  return readText<ListenerAnswer>(listenerAnswer, answerOf(text));
}
