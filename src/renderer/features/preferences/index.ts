export { PreferencesDialog } from "./preferences-dialog.tsx";
