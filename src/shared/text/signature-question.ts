import type { DeliveryDetail } from "../events.ts";
import { utcMomentText } from "../measures.ts";
import type { SignatureSettings } from "../signature.ts";
import type { DoctorReport } from "../signature-doctor.ts";
import { visibleText } from "../visible-text.ts";
import { findingForSender } from "./explain-doctor.ts";
import { ALGORITHM_NAMES, ENCODING_NAMES, signedWords } from "./signature-words.ts";

export interface SignatureQuestion {
  readonly detail: DeliveryDetail;
  readonly settings: SignatureSettings;
  /** The values of the signature header; null where they hold a secret. */
  readonly received: readonly string[] | null;
  /** The beginning of what is signed by what the profile says, in Base64, and its whole size; null where nothing is. */
  readonly content: { readonly start: string; readonly size: number } | null;
  /** What the search for the reason came to. */
  readonly report: DoctorReport;
}

/** Characters of what was signed that are quoted. */
const QUOTED = 600;

/** What to ask whoever sends it, ready to be sent: what came, how it was checked, and what is not known. No secret. */
export function signatureQuestion({ detail, settings, received, content, report }: SignatureQuestion): string {
  const { at, method, path, size, status } = detail.summary;
  const how =
    settings.kind === "static"
      ? "a fixed value in that header"
      : `${ALGORITHM_NAMES[settings.algorithm]} in ${ENCODING_NAMES[settings.encoding]}, over ${visibleText(signedWords(settings))}`;
  return `${[
    "The signature of this webhook does not hold by our set-up.",
    "",
    `- Received (UTC): ${utcMomentText(at)}`,
    `- Request: ${visibleText(method)} ${visibleText(path.split("?", 1)[0] ?? "")}, ${size} bytes${status === null ? "" : `, answered ${status}`}`,
    ...(received === null
      ? [`- Header ${settings.header}: not quoted, since its value may be a secret`]
      : received.map((value) => `- Header ${settings.header}: ${visibleText(value)}`)),
    `- Expected by our set-up: ${how}`,
    ...(content === null
      ? []
      : ["", `What we computed it over (${content.size} bytes), from the beginning:`, quoted(content)]),
    "",
    ...(report.result === "found" ? [...findingForSender(report).map(visibleText), ""] : []),
    "Please tell us:",
    ...(report.result === "found" ? foundQuestions(report) : OPEN_QUESTIONS),
  ].join("\n")}\n`;
}

const OPEN_QUESTIONS = [
  "1. With the secret of which account and which mode was it signed, and was that secret changed lately?",
  "2. Over which text exactly, and by which algorithm and encoding?",
  "3. Is the body signed as it is sent, or before something writes it again?",
];

function foundQuestions({ rightFor }: Extract<DoctorReport, { result: "found" }>): readonly string[] {
  return [
    "1. Was this webhook meant to be signed and sent like that, and are all others to be from now on?",
    ...(rightFor === undefined ? [] : ["2. Why is it different from the earlier ones?"]),
  ];
}

function quoted({ start, size }: { readonly start: string; readonly size: number }): string {
  const bytes = Uint8Array.from(atob(start), (character) => character.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  return visibleText(text.slice(0, QUOTED)) + (text.length > QUOTED || size > bytes.length ? " …" : "");
}
