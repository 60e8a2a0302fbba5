export { PreferencesDialog } from "./preferences-dialog.tsx";
export { createPreferencesSlice, type PreferencesSlice } from "./slice.ts";
