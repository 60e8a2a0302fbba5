import { alwaysSecret, baseUrlProblem, type ProfileDraft, profileDraft } from "../../../../shared/profile.ts";
import type { RunSettings } from "../../../../shared/run.ts";
import { type Reading, readText, wholeNumber } from "../../../ui/form-text.ts";
import {
  fieldOfSignature,
  SEPARATOR_FIELD,
  type SignatureText,
  separatorProblem,
  signatureOf,
  signatureText,
} from "../../scheme/index.ts";
import { fieldOfComplaint, type ScriptText, scriptOf, scriptText } from "./script/script-text.ts";

/** How simulations are followed, as it is typed. `limitMs` has the draft's name, but seconds. */
export interface RunsText {
  limitMs: string;
  tagRemarks: boolean;
  awaits: RunSettings["awaits"];
}

/** A profile as it is typed. Names and nesting are those of the draft, so that its complaints find their fields. */
export interface ProfileText {
  name: string;
  mode: ProfileDraft["mode"];
  baseUrl: string;
  authentication: { scheme: ProfileDraft["authentication"]["scheme"]; name: string; username: string; word: string };
  extraHeaders: { id: string; name: string; value: string; secret: boolean }[];
  timeouts: { connectMs: string; totalMs: string };
  unitsPerCurrency: string;
  answerScript: ScriptText;
  /** Kept as it is: it is set where webhooks are missed. */
  dashboardUrl: string;
  /** Kept as they are: they are changed one by one. */
  readings: ProfileDraft["readings"];
  /** Where to is set elsewhere; agreements to hosts can be taken back here. */
  replay: ProfileDraft["replay"];
  runs: RunsText;
  signature: SignatureText;
  /** By slot: a new secret, or null for one that is to be removed. What is not here stays as it is. */
  secrets: { [slot: string]: string | null };
}

export const AUTHENTICATION_SLOT = "authentication";

export function headerSlot(id: string): string {
  return `header:${id}`;
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
      word: given.scheme === "bearer" ? (given.word ?? "Bearer") : "Bearer",
    },
    extraHeaders: draft.extraHeaders.map((header) => ({ ...header })),
    timeouts: { connectMs: String(draft.timeouts.connectMs), totalMs: String(draft.timeouts.totalMs) },
    unitsPerCurrency: draft.unitsPerCurrency === null ? "" : String(draft.unitsPerCurrency),
    answerScript: scriptText(draft.answerScript),
    dashboardUrl: draft.dashboardUrl,
    readings: draft.readings,
    replay: draft.replay,
    runs: { ...draft.runs, limitMs: String(draft.runs.limitMs / 1_000) },
    signature: signatureText(draft.signature),
    secrets: {},
  };
}

function draftOf(text: ProfileText): unknown {
  const { secrets: _, ...rest } = text;
  return {
    ...rest,
    baseUrl: text.baseUrl.trim(),
    authentication: { ...text.authentication, word: text.authentication.word.trim() },
    extraHeaders: text.extraHeaders.map((header) => ({
      ...header,
      name: header.name.trim(),
      secret: header.secret || alwaysSecret(header.name.trim()),
    })),
    timeouts: { connectMs: wholeNumber(text.timeouts.connectMs), totalMs: wholeNumber(text.timeouts.totalMs) },
    unitsPerCurrency: text.unitsPerCurrency.trim() === "" ? null : wholeNumber(text.unitsPerCurrency),
    answerScript: scriptOf(text.answerScript),
    runs: { ...text.runs, limitMs: milliseconds(text.runs.limitMs) },
    signature: signatureOf(text.signature),
  };
}

/** Seconds as typed, "30", "0.5" or "0,5", in milliseconds; NaN for anything else. */
function milliseconds(seconds: string): number {
  return /^\s*\d{1,9}([.,]\d{1,3})?\s*$/.test(seconds)
    ? Math.round(Number(seconds.replace(",", ".")) * 1_000)
    : Number.NaN;
}

export function readProfileText(text: ProfileText): Reading<ProfileDraft> {
  const draft = draftOf(text);
  const reading = atFields(readText<ProfileDraft>(profileDraft, draft));
  const separator = separatorProblem(text.signature);
  if (reading.ok && separator === null) return reading;
  const problems = new Map(reading.ok ? [] : reading.problems);
  if (separator !== null) problems.set(SEPARATOR_FIELD, separator);
  if (Number.isNaN(milliseconds(text.runs.limitMs)))
    problems.set("runs.limitMs", "Enter a number of seconds, such as 30 or 0.5.");
  // The schema looks at the address only when all else is right; a form shows everything at once.
  const address = text.mode === "sandbox" ? null : baseUrlProblem(text.baseUrl.trim());
  if (address !== null) problems.set("baseUrl", address);
  return { ok: false, problems };
}

/** Complaints about the script and the signature stand at other fields than their values: a form shows them flatter. */
function atFields(reading: Reading<ProfileDraft>): Reading<ProfileDraft> {
  if (reading.ok) return reading;
  return {
    ok: false,
    problems: new Map(
      [...reading.problems].map(([path, words]) => [
        path.startsWith("answerScript.") ? fieldOfComplaint(path) : fieldOfSignature(path),
        words,
      ]),
    ),
  };
}
