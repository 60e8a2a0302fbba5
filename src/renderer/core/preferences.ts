import { DEFAULT_PREFERENCES, type Preferences } from "../../shared/preferences.ts";
import { defineStore } from "./store.ts";

export interface PreferencesState {
  readonly values: Preferences;
  /** Shown at once; kept by main. */
  readonly change: (values: Partial<Preferences>) => void;
}

export const preferencesStore = defineStore<PreferencesState>(({ bridge, set, tryTo }) => {
  bridge.on("preferences.changed", (values) => set({ values }));
  return {
    values: DEFAULT_PREFERENCES,
    change(values) {
      set((state) => ({ values: { ...state.values, ...values } }));
      void tryTo("keep the preferences", bridge.preferences.set(values));
    },
    async start() {
      const result = await tryTo("read the preferences", bridge.preferences.get(null));
      if (result.ok) set({ values: result.value });
    },
  };
});
