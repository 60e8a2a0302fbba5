import type { ProfileView } from "../../../../shared/profile.ts";
import { secretSlotOf } from "../../../../shared/signature.ts";
import type { SignatureText } from "./signature-text.ts";

/** Names of the signature's secrets that saving would delete because the check is switched off, and nobody asked for it. */
export function lostSecrets(view: ProfileView | null, text: SignatureText): readonly string[] {
  const secrets = view?.profile.signature?.secrets ?? [];
  if (view === null || text.kind !== "none") return [];
  return secrets
    .filter((secret) => secret.source === "own" && (view.secrets[secretSlotOf(secret)] ?? "unset") !== "unset")
    .map(({ name }) => name);
}
