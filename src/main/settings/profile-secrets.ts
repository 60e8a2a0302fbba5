import { alwaysSecret, type Profile, type ProfileDraft } from "../../shared/profile.ts";
import { ownSlots } from "../../shared/signature.ts";
import { Refusal } from "../refusal.ts";

export type LiftedSecrets = readonly (readonly [slot: string, value: string])[];

/** A draft as it may be written to a file, and the secrets that were in it. @throws Refusal */
export function withoutSecrets(draft: ProfileDraft): { draft: ProfileDraft; secrets: LiftedSecrets } {
  if (new Set(draft.extraHeaders.map((header) => header.id)).size < draft.extraHeaders.length)
    throw new Refusal("header-ids-double", "Two of the extra headers have the same id.");
  const marked = draft.extraHeaders.map((header) => ({
    ...header,
    secret: header.secret || alwaysSecret(header.name),
  }));
  const secrets = marked
    .filter((header) => header.secret && header.value !== "")
    .map((header) => [`header:${header.id}`, header.value] as const);
  const extraHeaders = marked.map((header) => (header.secret ? { ...header, value: "" } : header));
  return { draft: { ...draft, extraHeaders }, secrets };
}

/** The slots that a profile has a use for. */
export function slotsOf(profile: Profile): readonly string[] {
  const headers = profile.extraHeaders.filter((header) => header.secret).map((header) => `header:${header.id}`);
  const slots = [...headers, ...ownSlots(profile.signature)];
  return profile.authentication.scheme === "none" ? slots : ["authentication", ...slots];
}

export function hasSandboxKey(profile: Profile, slot: string): boolean {
  return profile.mode === "sandbox" && slot === "authentication" && profile.authentication.scheme !== "none";
}

/** A secret as it will stand in a header. White space around a value is not part of it (RFC 9110 section 5.5). */
export function usable(profile: Profile, slot: string, value: string): string {
  if (slot === "authentication" && profile.authentication.scheme === "basic") return value;
  const trimmed = value.trim();
  if (trimmed === "") throw new Refusal("secret-empty", "The secret has nothing but spaces in it.");
  // What a signature is made with is hashed, never sent: every character counts, a space at the end too.
  if (slot.startsWith("signature:") && profile.signature?.kind !== "static") return value;
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(trimmed))
    throw new Refusal(
      "secret-not-a-header-value",
      "The secret has a line break or a character that a header cannot carry. Copy it again, on one line.",
    );
  return trimmed;
}
