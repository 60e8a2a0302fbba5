import type { Instant } from "../../../shared/primitives.ts";
import { type SignedSettings, usesPublicKey } from "../../../shared/signature.ts";
import type { SignatureChange } from "../../../shared/signature-doctor.ts";
import {
  PRESET_WORDS,
  presetOf,
  presetSettings,
  SIGNATURE_PRESETS,
  WEBHOOK_ID,
} from "../../../shared/signature-presets.ts";
import type { SignedMessage } from "../message.ts";
import { verify } from "../verify.ts";
import type { Candidate, Finding } from "./types.ts";

/**
 * The scheme of a provider as a whole, where it signs something that no search through ways and contents would come to:
 * values of the body, parameters, checksums, or with a private key. One check for each scheme and secret.
 */
export function findProvider(
  message: SignedMessage,
  settings: SignedSettings,
  candidates: readonly Candidate[],
  arrivedAt: Instant,
): Finding | null {
  for (const preset of SIGNATURE_PRESETS) {
    const scheme = presetSettings(preset, settings.secrets);
    if (scheme.kind === "static" || !isOwn(scheme)) continue;
    const tried = withWebhookId(scheme, settings);
    for (const candidate of candidates) {
      if (verify(message, tried, [{ name: "", value: candidate.value }], arrivedAt).state !== "valid") continue;
      const changes: SignatureChange[] = [];
      if (presetOf(settings) !== preset) changes.push({ change: "provider", name: PRESET_WORDS[preset].label });
      if (candidate.change !== null) changes.push(candidate.change);
      return { changes, remedy: { settings: tried, secret: secretOf(candidate) } };
    }
  }
  return null;
}

/** The secret to set with a remedy; null where it is set already. */
export function secretOf({ change, id, isCallsKey, value }: Candidate) {
  return change === null ? null : { value, replaces: id, isCallsKey };
}

function isOwn({ field, algorithm, content }: SignedSettings): boolean {
  const template = content.kind === "template" ? content.template : "";
  return field !== null || usesPublicKey(algorithm) || /\{(?:url|params|crc32|sha256|\w+:)/.test(template);
}

/** PayPal signs the id of the webhook, which only the profile can know. */
function withWebhookId(scheme: SignedSettings, settings: SignedSettings): SignedSettings {
  const { content } = scheme;
  const own =
    settings.content.kind === "template" ? /^\{id\}\|\{timestamp\}\|([^{}|]+)\|/.exec(settings.content.template) : null;
  if (content.kind === "body" || own?.[1] === undefined) return scheme;
  return { ...scheme, content: { kind: "template", template: content.template.replace(WEBHOOK_ID, own[1]) } };
}
