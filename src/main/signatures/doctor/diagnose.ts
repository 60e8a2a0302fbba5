import type { HmacSettings, SignatureSettings, StaticSettings } from "../../../shared/signature.ts";
import type { SecretForm, SignatureChange } from "../../../shared/signature-diagnosis.ts";
import { presetSettings } from "../../../shared/signature-presets.ts";
import type { SignedMessage } from "../message.ts";
import { MISSING_HERE } from "./constructions.ts";
import { findingOf } from "./finding.ts";
import type { Candidate, Finding, Outcome, Patient } from "./patient.ts";
import { search } from "./search.ts";

/** Says why a signature does not hold, by trying what could be different. Takes its time: not for the main thread. */
export function diagnose(
  { message, decoded, settings, candidates, arrivedAt, limits }: Patient,
  missing: readonly string[] = MISSING_HERE,
): Outcome {
  const isStatic = settings.kind === "static";
  const known = isStatic ? findStaticValue(message, settings, candidates) : null;
  if (known !== null) return { result: "found", ...known };
  const base: HmacSettings = isStatic
    ? { ...(presetSettings("body") as HmacSettings), ...settings, kind: "hmac" }
    : settings;
  const end = search(message, base, candidates, decoded, limits, missing);
  if (end.match !== null) {
    const { changes, remedy } = findingOf(end.match, message, base, arrivedAt);
    return { result: "found", changes: isStatic ? [{ change: "scheme", kind: "hmac" }, ...changes] : changes, remedy };
  }
  const value = isStatic ? null : findStaticValue(message, settings, candidates);
  if (value !== null) return { result: "found", ...value };
  return { result: "unknown", tries: end.tries, complete: end.complete, nothing: end.nothing, leftOut: missing };
}

/** A shorter value could stand in a header by chance. */
const SHORTEST = 6;
/** Characters that may stand in front of a value. */
const PREFIX_AT_MOST = 40;

/** A secret that stands in a header as it is: in another one, behind another prefix, in another form. */
export function findStaticValue(
  { headers }: SignedMessage,
  settings: SignatureSettings,
  candidates: readonly Candidate[],
): Finding | null {
  const findings: Finding[] = [];
  for (const candidate of candidates) {
    for (const [form, value] of formsOf(candidate.value)) {
      if (value.length < SHORTEST) continue;
      for (const [header, sent] of headers) {
        const prefix = sent.trim().endsWith(value) ? sent.trim().slice(0, -value.length) : null;
        if (prefix === null || prefix.length > PREFIX_AT_MOST || /[0-9A-Za-z]$/.test(prefix)) continue;
        findings.push(staticFinding(header, prefix, form, value, settings, candidate));
      }
    }
  }
  return findings.toSorted((left, right) => left.changes.length - right.changes.length)[0] ?? null;
}

function formsOf(value: string): readonly (readonly [SecretForm | null, string])[] {
  const trimmed = value.trim();
  return [
    [null, value],
    ["trimmed", trimmed],
    ["quoted", `"${trimmed}"`],
    ["unquoted", trimmed.replace(/^(["'`])(.*)\1$/s, "$2")],
    ["base64-of-it", Buffer.from(trimmed).toString("base64")],
    ["hex-of-it", Buffer.from(trimmed).toString("hex")],
    ["upper-case", trimmed.toUpperCase()],
    ["lower-case", trimmed.toLowerCase()],
    ["without-prefix", trimmed.replace(/^(?:bearer\s+|[a-z]{2,8}_)/i, "")],
  ];
}

function staticFinding(
  header: string,
  prefix: string,
  form: SecretForm | null,
  value: string,
  settings: SignatureSettings,
  candidate: Candidate,
): Finding {
  const changes: SignatureChange[] = [];
  const isStatic = settings.kind === "static";
  if (!isStatic) changes.push({ change: "scheme", kind: "static" });
  if (header.toLowerCase() !== settings.header.toLowerCase()) changes.push({ change: "header", name: header });
  if (isStatic && prefix !== settings.prefix) changes.push({ change: "prefix", prefix });
  if (candidate.change !== null) changes.push(candidate.change);
  if (form !== null && value !== candidate.value) changes.push({ change: "secret-form", form });
  const next: StaticSettings = { kind: "static", header, prefix, secrets: settings.secrets };
  const isSet = candidate.change === null && value === candidate.value;
  const secret = isSet
    ? null
    : { value, replaces: candidate.id, isCallsKey: candidate.isCallsKey && value === candidate.value };
  return { changes, remedy: candidate.change?.publicKey === true ? null : { settings: next, secret } };
}
