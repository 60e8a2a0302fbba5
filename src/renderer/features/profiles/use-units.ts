import { useCallback } from "react";
import type { Units } from "../../../shared/text/amount-text.ts";
import { useStore } from "../../core/environment.ts";
import { profilesStore } from "./profiles-store.ts";

/** How many units make one of the currency, by a profile's id. */
export function useUnits(): Units {
  const profiles = useStore(profilesStore, (state) => state.profiles);
  return useCallback(
    (profileId) => profiles.find(({ profile }) => profile.id === profileId)?.profile.unitsPerCurrency ?? null,
    [profiles],
  );
}
