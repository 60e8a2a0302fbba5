import type { SignatureSettings, SignedSettings, StaticSettings, ValueSource } from "../../../shared/signature.ts";
import type { SignatureResult } from "../../../shared/signature-check.ts";
import type { SecretForm, SignatureChange } from "../../../shared/signature-doctor.ts";
import { presetSettings } from "../../../shared/signature-presets.ts";
import { headerValues, type KnownSecret, type SignedMessage } from "../message.ts";
import { verify } from "../verify.ts";
import { MISSING_HERE } from "./constructions.ts";
import { separatorIn } from "./contents.ts";
import { findingOf, withTolerance } from "./finding.ts";
import { findProvider } from "./providers.ts";
import { findPublicKey } from "./public-keys.ts";
import { search } from "./search.ts";
import type { Candidate, DoctorInput, Finding, Outcome } from "./types.ts";

/** Says why a signature does not hold, by trying what could be different. Takes its time: not for the main thread. */
export function examine(input: DoctorInput, missing: readonly string[] = MISSING_HERE): Outcome {
  const { message, decoded, settings, candidates, arrivedAt, limits } = input;
  const start = performance.now();
  const own = candidates.filter(({ change }) => change === null).map(({ value }) => ({ name: "", value }));
  const result = verify(message, settings, own, arrivedAt);
  if (result.state === "valid") return { result: "found", changes: [], remedy: null };
  const found =
    settings.kind === "static" ? findStaticValue(message, settings, candidates) : findScheme(input, settings);
  // The signature is right by what is set, and the check does not pass all the same: what it objects to is the reason.
  const first = found?.changes.length === 0 ? objectionOf(result, input, own) : found;
  if (first !== null) return { result: "found", ...first };
  const isStatic = settings.kind === "static";
  const base: SignedSettings = isStatic
    ? { ...(presetSettings("body") as SignedSettings), ...settings, kind: "signed" }
    : settings;
  const end = search(message, base, candidates, decoded, limits, arrivedAt, missing);
  const unknown: Outcome = {
    result: "unknown",
    tries: end.tries,
    milliseconds: Math.round(performance.now() - start),
    complete: end.match === null ? end.complete : true,
    leftOut: [...missing],
    ...causeOf(input, result, end.match === null && end.nothing),
  };
  if (end.match !== null) {
    const { changes, remedy } = findingOf(end.match, message, base, arrivedAt);
    if (isStatic) return { result: "found", changes: [{ change: "scheme", kind: "signed" }, ...changes], remedy };
    // The digest agrees, and something else does not: what is missing has a name.
    return changes.length === 0 ? unknown : { result: "found", changes, remedy };
  }
  const value = isStatic ? null : findStaticValue(message, settings, candidates);
  return value === null ? unknown : { result: "found", ...value };
}

/** What a check objects to beside the signature itself; null where it is the signature. */
function objectionOf(
  result: SignatureResult,
  { message, settings, arrivedAt }: DoctorInput,
  secrets: readonly KnownSecret[],
): Finding | null {
  const problem = "problem" in result ? result.problem : null;
  if (problem?.code === "repeated")
    return { changes: [{ change: "repeated", place: 1, count: problem.count }], remedy: null };
  if (problem?.code !== "out-of-tolerance" || settings.kind === "static") return null;
  const { ageSeconds, toleranceSeconds, unit } = problem;
  const clock = { change: "clock", ageSeconds, toleranceSeconds } as const;
  const next = unit === null ? withTolerance(settings, clock) : { ...settings, timestampUnit: unit };
  const isProved = verify(message, next, secrets, arrivedAt).state === "valid";
  const changes = unit === null ? [clock] : [{ change: "timestamp-format", unit } as const];
  return { changes, remedy: isProved ? { settings: next, secret: null } : null };
}

function findScheme({ message, candidates, arrivedAt, limits }: DoctorInput, settings: SignedSettings): Finding | null {
  return (
    findProvider(message, settings, candidates, arrivedAt) ??
    findPublicKey(message, settings, candidates, arrivedAt, limits)
  );
}

/** What is sure although nothing was found that makes the signature valid. */
function causeOf(
  { message, settings }: DoctorInput,
  result: SignatureResult,
  nothing: boolean,
): Pick<Extract<Outcome, { readonly result: "unknown" }>, "cause" | "place" | "separator"> {
  const code = result.state === "unreadable" ? result.problem.code : null;
  if (settings.kind === "signed" && result.state === "unreadable") {
    const separator = separatorIn(message, settings);
    if (separator !== settings.separator)
      return { cause: "separator", place: settings.header, separator: { is: separator, set: settings.separator } };
  }
  const source = (from: ValueSource | null) =>
    from === null ? "" : from.from === "header" ? from.name : `${settings.header}, ${from.prefix}`;
  if (settings.kind === "signed" && (code === "timestamp-missing" || code === "id-missing"))
    return {
      cause: code,
      place: source(code === "id-missing" ? settings.id : settings.timestamp),
    };
  const place = settings.kind === "signed" && settings.field !== null ? settings.field : settings.header;
  if (settings.kind === "static" && headerValues(message.headers, settings.header).length > 0)
    return { cause: "other-value", place };
  if (nothing) return { cause: "no-signature", place };
  return { cause: result.state === "unreadable" ? "not-understood" : null, place };
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
