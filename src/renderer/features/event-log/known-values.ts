import { useShallow } from "zustand/react/shallow";
import type { KnownValues } from "../../../shared/filter/index.ts";
import { useApp } from "../../app/slice.ts";

/** What the filter's completion offers beside its own words: the profiles there are, the currencies in sight. */
export function useKnownValues(): KnownValues {
  const profile = useApp(useShallow((state) => state.profiles.profiles.map((each) => each.profile.name)));
  const currency = useApp(
    useShallow((state) => {
      const found = new Set<string>();
      for (const event of state.eventLog.window.rows.slice(-200))
        if (event.kind !== "notice" && event.facts.currency !== undefined) found.add(event.facts.currency);
      return [...found].sort();
    }),
  );
  return { profile, currency };
}
