import { isThisMachine } from "../../shared/listener.ts";
import type { Profile, ProfileDraft } from "../../shared/profile.ts";
import { targetProblem } from "../../shared/replay-target.ts";
import { machineNames } from "../machine-names.ts";
import { Refusal } from "../refusal.ts";

/** Reads an address that somebody wants deliveries sent to. @throws Refusal `field:url` */
export function readTarget(address: string): URL {
  const problem = targetProblem(address);
  if (problem !== null) throw new Refusal("field:url", problem);
  return new URL(address);
}

/** Whether a profile's deliveries may be sent there: on this machine always, elsewhere where the user has agreed. */
export function mayBeSentTo(url: URL, profile: Profile | null): boolean {
  return (
    isThisMachine(url.hostname, machineNames()) || (profile?.replay.agreedDestinations.includes(url.host) ?? false)
  );
}

export function notAgreed(url: URL): Refusal {
  return new Refusal(
    "destination-not-agreed",
    `${url.host} is not this machine. What is in the delivery would leave it: names, references, amounts.`,
  );
}

/** The profiles as far as this part of the program changes them. */
interface Profiles {
  readonly find: (id: string) => Profile | null;
  readonly update: (id: string, draft: ProfileDraft) => Promise<unknown>;
}

/** Keeps that a profile's deliveries may be sent to a destination without asking. @throws Refusal when it cannot be saved */
export async function agreeToDestination(profiles: Profiles, profileId: string, destination: string): Promise<void> {
  const profile = profiles.find(profileId);
  if (profile === null || profile.replay.agreedDestinations.includes(destination)) return;
  const { id, ...draft } = profile;
  await profiles.update(id, {
    ...draft,
    replay: { ...draft.replay, agreedDestinations: [...draft.replay.agreedDestinations, destination].slice(-100) },
  });
}
