export { createPreferencesSlice, type PreferencesSlice } from "./slice.ts";
