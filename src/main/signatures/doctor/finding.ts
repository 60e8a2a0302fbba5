import type { Instant } from "../../../shared/primitives.ts";
import {
  hmacAlgorithm,
  type SignatureSettings,
  type SignedSettings,
  signatureSettings,
} from "../../../shared/signature.ts";
import type { SignatureChange } from "../../../shared/signature-doctor.ts";
import type { SignedMessage } from "../message.ts";
import { readSignature } from "../read-signature.ts";
import { verify } from "../verify.ts";
import { PART_SEPARATORS } from "./contents.ts";
import type { Match } from "./search.ts";
import type { Target } from "./targets.ts";
import type { Finding, Remedy } from "./types.ts";

/** A day: further away, it is the clock or a replay, and no tolerance is the answer. */
const TOLERANCE_AT_MOST_SECONDS = 86_400;

/** Puts a match into words of data. No changes at all: by what is set the signature is valid. */
export function findingOf(match: Match, message: SignedMessage, settings: SignedSettings, arrivedAt: Instant): Finding {
  const [target] = match.targets
    .map((each) => ({ each, differences: targetChanges(each, match, settings) }))
    .toSorted((left, right) => left.differences.length - right.differences.length);
  if (target === undefined) return { changes: [], remedy: null };
  const next = settingsFor(target.each, match, message, settings, arrivedAt);
  const apart = next === null ? [] : separatorChange(next, settings);
  const differences = [...apart, ...target.differences, ...match.changes];
  const clock = clockChange(match, message, next ?? settings, arrivedAt);
  const unit = next === null ? null : formatChange(next, settings);
  const changes = [...differences, ...(unit === null ? [] : [unit]), ...(clock === null ? [] : [clock])];
  return { changes, remedy: next === null ? null : remedyOf(match, message, withTolerance(next, clock), arrivedAt) };
}

function targetChanges(target: Target, { digestBytes }: Match, settings: SignedSettings): readonly SignatureChange[] {
  const changes: SignatureChange[] = [];
  if (target.header.toLowerCase() !== settings.header.toLowerCase())
    changes.push({ change: "header", name: target.header });
  else if (target.count > 1) changes.push({ change: "repeated", place: target.place + 1, count: target.count });
  if (target.written !== "plain") changes.push({ change: "written", as: target.written });
  if (target.prefix !== settings.prefix) changes.push({ change: "prefix", prefix: target.prefix });
  if (target.encoding !== settings.encoding) changes.push({ change: "encoding", encoding: target.encoding });
  if (target.bytes.length < digestBytes)
    changes.push({ change: "truncated", bytes: target.bytes.length, of: digestBytes });
  return changes;
}

/** The profile's settings as they would have to be; null where they cannot say it. */
function settingsFor(
  target: Target,
  match: Match,
  message: SignedMessage,
  settings: SignedSettings,
  arrivedAt: Instant,
): SignedSettings | null {
  const algorithm = hmacAlgorithm.safeParse(match.digest.hash);
  if (match.content.settings === null || match.digest.construction !== null || !algorithm.success) return null;
  const changed: SignedSettings = {
    ...settings,
    ...match.content.settings,
    header: target.header,
    prefix: target.prefix,
    encoding: target.encoding,
    algorithm: algorithm.data,
    secretDecoding: match.key.decoding,
  };
  const timed = changed.timestamp === null ? { ...changed, toleranceSeconds: null } : changed;
  // Where no separator reads it, as with one that was cut off, it stays what it was.
  return withSeparator(timed, message, target.bytes, match.content.before, arrivedAt) ?? timed;
}

function separatorChange(next: SignedSettings, { separator }: SignedSettings): readonly SignatureChange[] {
  return next.separator === separator ? [] : [{ change: "separator", is: next.separator, set: separator }];
}

/** A timestamp that is signed as it stands, and read in another unit than it has. */
function formatChange(next: SignedSettings, settings: SignedSettings): SignatureChange | null {
  const { timestampUnit: unit, toleranceSeconds } = settings;
  const isRead = settings.timestamp !== null && next.timestamp !== null && toleranceSeconds !== null;
  return isRead && next.timestampUnit !== unit ? { change: "timestamp-format", unit: next.timestampUnit } : null;
}

function clockChange(
  match: Match,
  message: SignedMessage,
  settings: SignedSettings,
  arrivedAt: Instant,
): Extract<SignatureChange, { readonly change: "clock" }> | null {
  if (match.key.secret === null || match.content.settings === null) return null;
  // Everything but the clock is right by now: asked with what was signed, `verify` says how far it is off.
  const known = { name: "", value: match.key.secret };
  const result = verify({ ...message, body: match.body }, settings, [known], arrivedAt);
  if (result.state !== "invalid" || result.problem.code !== "out-of-tolerance") return null;
  const { ageSeconds, toleranceSeconds } = result.problem;
  return { change: "clock", ageSeconds, toleranceSeconds };
}

/** The settings with a tolerance that takes this delivery in, where that is an answer. */
export function withTolerance(settings: SignedSettings, clock: ReturnType<typeof clockChange>): SignedSettings {
  if (clock === null || Math.abs(clock.ageSeconds) > TOLERANCE_AT_MOST_SECONDS) return settings;
  // To the next full minute, so that it holds for the delivery that comes a second later too.
  return { ...settings, toleranceSeconds: Math.ceil((Math.abs(clock.ageSeconds) + 1) / 60) * 60 };
}

/** Only what has been proved is offered: with these settings and this secret the delivery as it came is valid. */
function remedyOf({ key }: Match, message: SignedMessage, next: SignatureSettings, arrivedAt: Instant): Remedy | null {
  const { candidate, secret } = key;
  if (secret === null || candidate.change?.publicKey === true) return null;
  const settings = signatureSettings.safeParse(next);
  if (!settings.success) return null;
  if (verify(message, settings.data, [{ name: "", value: secret }], arrivedAt).state !== "valid") return null;
  const isSet = candidate.change === null && secret === candidate.value;
  return {
    settings: settings.data,
    secret: isSet
      ? null
      : { value: secret, replaces: candidate.id, isCallsKey: candidate.isCallsKey && secret === candidate.value },
  };
}

/** The settings with the separator by which they read these bytes as the signature, and sign this; null: none does. */
function withSeparator(
  settings: SignedSettings,
  message: SignedMessage,
  signature: Buffer,
  before: Buffer,
  arrivedAt: Instant,
): SignedSettings | null {
  const reads = (separator: string): boolean => {
    const read = readSignature(message, { ...settings, separator }, arrivedAt);
    if (read === "missing" || "code" in read) return false;
    return read.signatures.some((each) => each.equals(signature)) && read.before.equals(before);
  };
  const separator = [settings.separator, "", ...PART_SEPARATORS].find(reads);
  return separator === undefined ? null : { ...settings, separator };
}
