import type { SignatureSettings, StaticSettings } from "../../../shared/signature.ts";
import type { SecretForm, SignatureChange } from "../../../shared/signature-diagnosis.ts";
import type { SignedMessage } from "../message.ts";
import type { Candidate } from "./candidate.ts";
import type { Finding } from "./finding.ts";

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
        findings.push(findingOf(header, prefix, form, value, settings, candidate));
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

function findingOf(
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
