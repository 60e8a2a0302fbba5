import type { ProfilesView } from "../../../shared/contract.ts";
import type { Profile } from "../../../shared/profile.ts";
import { SANDBOX_PUBLIC_KEY } from "../../../shared/sandbox.ts";
import { type SignatureSettings, secretSlotOf } from "../../../shared/signature.ts";
import type { Candidate } from "./types.ts";

/** More than any set-up has; each costs tries. */
const CANDIDATES_AT_MOST = 200;

/**
 * Every secret that the signature may have been made with, the profile's own first; each value once.
 *
 * @param profile the one that the delivery came to
 */
export async function candidatesFor(
  profile: Profile,
  settings: SignatureSettings,
  view: ProfilesView,
  secret: (profileId: string, slot: string) => Promise<string | null>,
): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  for (const each of settings.secrets) {
    const value = await secret(profile.id, secretSlotOf(each));
    if (value !== null)
      found.push({
        value,
        change: null,
        id: each.source === "own" ? each.id : null,
        isCallsKey: each.source !== "own",
      });
  }
  const others = view.profiles.toSorted((left) => (left.profile.id === profile.id ? -1 : 0));
  for (const { profile: other, secrets } of others) {
    for (const slot of Object.keys(secrets)) {
      const value = await secret(other.id, slot);
      if (value === null) continue;
      const sameProfile = other.id === profile.id;
      found.push({
        value,
        id: null,
        isCallsKey: sameProfile && slot === "authentication",
        change: {
          change: "secret",
          owner: other.name,
          sameProfile,
          what: whatIs(slot, other),
          otherMode: other.mode !== profile.mode && other.mode !== "unset" && profile.mode !== "unset",
          publicKey: looksPublic(value),
        },
      });
    }
  }
  const publicKey = {
    change: "secret",
    owner: null,
    sameProfile: false,
    what: "the public key",
    otherMode: false,
    publicKey: true,
  } as const;
  found.push({ value: SANDBOX_PUBLIC_KEY, change: publicKey, id: null, isCallsKey: false });
  const seen = new Set<string>();
  return found.filter(({ value }) => (seen.has(value) ? false : seen.add(value))).slice(0, CANDIDATES_AT_MOST);
}

/** A secret by its place: what it is called, never what it is. */
function whatIs(slot: string, { extraHeaders, signature }: Profile): string {
  if (slot === "authentication") return "the key of its calls";
  const [kind, id = ""] = slot.split(/:(.*)/s);
  if (kind === "header") {
    const header = extraHeaders.find((each) => each.id === id);
    return header === undefined ? "the value of one of its headers" : `the value of its header ${header.name}`;
  }
  const known = signature?.secrets.find((each) => each.id === id);
  return known === undefined ? "one of its signature secrets" : `its signature secret “${known.name}”`;
}

/** Habits seen elsewhere (service supplement, "Authentication"); a hint, so that nobody sets such a key as a secret. */
function looksPublic(value: string): boolean {
  return /^pspk_|(^|_)pk_|(^|[_-])public([_-]|$)/i.test(value.trim());
}
