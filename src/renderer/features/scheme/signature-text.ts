import { z } from "zod";
import {
  type SignatureSettings,
  type SignedContent,
  type SignedSettings,
  signatureSettings,
  uses,
  type ValueSource,
} from "../../../shared/signature.ts";
import { presetOf, presetSettings, type SignaturePreset } from "../../../shared/signature-presets.ts";
import type { WrittenSignature } from "../../../shared/written-signature.ts";
import { type Reading, readText, wholeNumber } from "../../ui/form-text.ts";

/** Where a value of the sender is found: what is typed is a header's name, or what stands in front of a part. */
interface SourceText {
  from: "none" | "header" | "part";
  text: string;
}

/** The signature check as it is typed: everything at once, so that looking at another scheme loses nothing. */
export interface SignatureText {
  kind: "none" | "signed" | "static";
  header: string;
  prefix: string;
  /** Where the signature stands; `field` is what is typed for a field of the body. */
  at: "header" | "field";
  field: string;
  separator: string;
  algorithm: SignedSettings["algorithm"];
  encoding: SignedSettings["encoding"];
  secretDecoding: SignedSettings["secretDecoding"];
  content: "body" | "template";
  template: string;
  id: SourceText;
  timestamp: SourceText;
  timestampUnit: SignedSettings["timestampUnit"];
  toleranceSeconds: string;
  secrets: { id: string; name: string; source: "own" | "authentication" }[];
}

/** A form that has one in it. */
export interface WithSignature {
  signature: SignatureText;
}

const PLAIN = presetSettings("body") as SignedSettings;
const TEMPLATE = "{timestamp}.{body}";

export function signatureText(settings: SignatureSettings | null): SignatureText {
  const signed: SignedSettings = settings?.kind === "signed" ? settings : PLAIN;
  const { header, prefix, secrets } = settings ?? PLAIN;
  return {
    kind: settings?.kind ?? "none",
    header,
    prefix,
    at: signed.field === null ? "header" : "field",
    field: signed.field ?? "",
    separator: signed.separator,
    algorithm: signed.algorithm,
    encoding: signed.encoding,
    secretDecoding: signed.secretDecoding,
    content: signed.content.kind,
    template: signed.content.kind === "template" ? signed.content.template.replaceAll("\n", "\\n") : TEMPLATE,
    id: sourceText(signed.id),
    timestamp: sourceText(signed.timestamp),
    timestampUnit: signed.timestampUnit,
    toleranceSeconds: signed.toleranceSeconds === null ? "" : String(signed.toleranceSeconds),
    secrets: secrets.map((each) => ({ ...each })),
  };
}

function sourceText(source: ValueSource | null): SourceText {
  if (source === null) return { from: "none", text: "" };
  return { from: source.from, text: source.from === "header" ? source.name : source.prefix };
}

/** What was typed as settings, which their schema has not checked. */
export function signatureOf(text: SignatureText): SignatureSettings | null {
  if (text.kind === "none") return null;
  const base = { header: text.header.trim(), prefix: text.prefix, secrets: text.secrets };
  if (text.kind === "static") return { kind: "static", ...base };
  return {
    kind: "signed",
    ...base,
    field: text.at === "field" ? text.field.trim() : null,
    separator: text.separator,
    algorithm: text.algorithm,
    encoding: text.encoding,
    secretDecoding: text.secretDecoding,
    content: contentOf(text),
    id: sourceOf(text.id),
    timestamp: sourceOf(text.timestamp),
    timestampUnit: text.timestampUnit,
    toleranceSeconds: text.toleranceSeconds.trim() === "" ? null : wholeNumber(text.toleranceSeconds),
  };
}

function contentOf({ content, template }: SignatureText): SignedContent {
  // A line break cannot be typed into a line.
  return content === "body" ? { kind: "body" } : { kind: "template", template: template.replaceAll("\\n", "\n") };
}

function sourceOf({ from, text }: SourceText): ValueSource | null {
  if (from === "none") return null;
  return from === "header" ? { from, name: text.trim() } : { from, prefix: text };
}

/** What the form is by now: one of the presets, something of the user's own, or nothing. */
export function schemeOf(text: SignatureText): SignaturePreset | "own" | "none" {
  const settings = signatureOf(text);
  return settings === null ? "none" : (presetOf(settings) ?? "own");
}

/** The form with a preset's values. Its secrets stay; a first one is put there for a value to be set. */
export function withPreset(text: SignatureText, preset: SignaturePreset | "none", firstId: string): SignatureText {
  if (preset === "none") return { ...text, kind: "none" };
  const secrets = text.secrets.length > 0 ? text.secrets : [{ id: firstId, name: "Secret", source: "own" as const }];
  return { ...signatureText(presetSettings(preset)), secrets };
}

/**
 * The form with what an example has shown of the header. What is signed, and with what, stays as it is; but a timestamp is
 * there to be signed with the body, and hardly a service signs the body alone beside one.
 */
export function withWritten(text: SignatureText, written: WrittenSignature, firstId: string): SignatureText {
  const { header, prefix, separator, encoding, algorithm, timestamp, timestampUnit } = written;
  const signed = text.kind === "signed" ? text : withPreset(text, "body", firstId);
  return {
    ...signed,
    header,
    prefix,
    separator,
    at: "header",
    encoding: encoding ?? signed.encoding,
    algorithm: algorithm ?? signed.algorithm,
    ...(timestamp !== null && signed.content === "body" ? { content: "template", template: TEMPLATE } : {}),
    // One that is not there must not be looked for, unless what is signed has it in it: then its place is to be said.
    timestamp: timestamp === null && uses(contentOf(signed), "timestamp") ? signed.timestamp : sourceText(timestamp),
    timestampUnit: timestampUnit ?? signed.timestampUnit,
    toleranceSeconds: timestamp === null ? "" : signed.toleranceSeconds,
  };
}

/** What is missing for a header that is said to hold several values; null where nothing is. */
export function separatorProblem(text: SignatureText): string | null {
  const several = text.kind === "signed" && text.at === "header" && [text.id, text.timestamp].some(isPart);
  return several && text.separator === "" ? "Enter what stands between the values, such as a comma." : null;
}

function isPart({ from }: SourceText): boolean {
  return from === "part";
}

/** The field at which a complaint of the schema stands in the form. */
export function fieldOfSignature(path: string): string {
  return path
    .replace(/^signature\.content(\..*)?$/, "signature.template")
    .replace(/^signature\.(id|timestamp)(\..*)?$/, "signature.$1.text");
}

export const SEPARATOR_FIELD = "signature.separator";

const withSettings = z.object({ signature: signatureSettings });

/** A form of nothing else, with its complaints at its fields. */
export function readSignatureText({ signature }: WithSignature): Reading<z.output<typeof withSettings>> {
  const reading = readText(withSettings, { signature: signatureOf(signature) });
  const missing = separatorProblem(signature);
  if (reading.ok && missing === null) return reading;
  const problems = new Map<string, string>(
    reading.ok ? [] : [...reading.problems].map(([path, words]) => [fieldOfSignature(path), words]),
  );
  if (missing !== null) problems.set(SEPARATOR_FIELD, missing);
  return { ok: false, problems };
}

/** Whether two forms say the same of how a signature is made, whatever checks it and how late it may come. */
export function isSameScheme(one: SignatureText, other: SignatureText): boolean {
  const bare = (text: SignatureText) => JSON.stringify(signatureOf({ ...text, secrets: [], toleranceSeconds: "" }));
  return bare(one) === bare(other);
}
