import { DEFAULT_PREFERENCES, type Preferences } from "../../shared/preferences.ts";
import { defineStore } from "./store.ts";

export interface PreferencesState {
  readonly values: Preferences;
  /** Shown at once; kept by main. */
  readonly change: (values: Partial<Preferences>) => void;
}

export const preferencesStore = defineStore<PreferencesState>(({ bridge, set, tryTo }) => {
  /** Changes that main has not answered yet: what it said before them is older than what is shown. */
  let unanswered: readonly Partial<Preferences>[] = [];
  const take = (values: Preferences) => set({ values: Object.assign({}, values, ...unanswered) });
  bridge.on("preferences.changed", take);
  return {
    values: DEFAULT_PREFERENCES,
    change(values) {
      set((state) => ({ values: { ...state.values, ...values } }));
      unanswered = [...unanswered, values];
      void tryTo("keep the preferences", bridge.preferences.set(values)).then(() => {
        unanswered = unanswered.filter((each) => each !== values);
      });
    },
    async start() {
      const result = await tryTo("read the preferences", bridge.preferences.get(null));
      if (result.ok) take(result.value);
    },
  };
});
