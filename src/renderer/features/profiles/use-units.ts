import { useMemo } from "react";
import type { Units } from "../../../shared/text/amount-text.ts";
import { useStore } from "../../core/environment.ts";
import { type ProfilesState, profilesStore } from "./profiles-store.ts";

/** How many units make one of the currency, by a profile's id. */
export function unitsIn({ profiles }: Pick<ProfilesState, "profiles">): Units {
  return (profileId) => profiles.find(({ profile }) => profile.id === profileId)?.profile.unitsPerCurrency ?? null;
}

/** The same, followed. */
export function useUnits(): Units {
  const profiles = useStore(profilesStore, (state) => state.profiles);
  return useMemo(() => unitsIn({ profiles }), [profiles]);
}
