export { Palette } from "./palette.tsx";
export { ShortcutsDialog } from "./shortcuts-dialog.tsx";
