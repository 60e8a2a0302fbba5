import { useShallow } from "zustand/react/shallow";
import type { KnownValues } from "../../../shared/filter/index.ts";
import { useStore } from "../../core/environment.ts";
import { profilesStore } from "../profiles/index.ts";
import { eventLogStore } from "./event-log-store.ts";

/** What the filter's completion offers beside its own words: the profiles there are, the currencies in sight. */
export function useKnownValues(): KnownValues {
  const profile = useStore(
    profilesStore,
    useShallow((state) => state.profiles.map((each) => each.profile.name)),
  );
  const currency = useStore(
    eventLogStore,
    useShallow((state) => {
      const found = new Set<string>();
      for (const event of state.window.rows.slice(-200))
        if (event.kind !== "notice" && event.facts.currency !== undefined) found.add(event.facts.currency);
      return [...found].sort();
    }),
  );
  return { profile, currency };
}
