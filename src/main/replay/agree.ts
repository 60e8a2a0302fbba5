import type { Profile, ProfileDraft } from "../../shared/profile.ts";

/** The profiles as far as this part of the program changes them. */
interface Profiles {
  readonly find: (id: string) => Profile | null;
  readonly update: (id: string, draft: ProfileDraft) => Promise<unknown>;
}

/** Keeps that a profile's deliveries may be sent to a host without asking. @throws Refusal when it cannot be saved */
export async function agreeToHost(profiles: Profiles, profileId: string, host: string): Promise<void> {
  const profile = profiles.find(profileId);
  if (profile === null || profile.replay.hosts.includes(host)) return;
  const { id, ...draft } = profile;
  await profiles.update(id, {
    ...draft,
    replay: { ...draft.replay, hosts: [...draft.replay.hosts, host].slice(-100) },
  });
}
