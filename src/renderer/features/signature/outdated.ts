import type { Instant } from "../../../shared/primitives.ts";
import type { Profile } from "../../../shared/profile.ts";
import { type SignatureSettings, secretSlotOf, signatureSettings } from "../../../shared/signature.ts";
import type { SignatureCheck } from "../../../shared/signature-check.ts";
import type { SecretsChanged } from "../profiles/index.ts";

/**
 * Whether the profile has other settings or secrets than a signature was checked by, so that checked again it may come
 * out otherwise. One that is valid stays so: a secret that was taken out since says nothing against it.
 *
 * @param arrivedAt when it was checked first
 */
export function isOutdated(
  { result, settings, checkedAgain }: SignatureCheck,
  arrivedAt: Instant,
  profile: Pick<Profile, "id" | "signature"> | null,
  secretsChanged: SecretsChanged,
): boolean {
  if (result.state === "valid" || (result.state === "not-checked" && result.reason === "incomplete")) return false;
  const now = profile?.signature ?? null;
  if (profile === null || now === null) return false;
  const checkedAt = checkedAgain ?? arrivedAt;
  const slots = secretsChanged[profile.id] ?? {};
  return (
    textOf(now) !== textOf(settings) || now.secrets.some((secret) => (slots[secretSlotOf(secret)] ?? 0) > checkedAt)
  );
}

/** In the order of the schema, in whatever order its fields came. */
function textOf(settings: SignatureSettings): string {
  return JSON.stringify(signatureSettings.parse(settings));
}
