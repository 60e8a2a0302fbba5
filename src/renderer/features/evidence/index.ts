export { ExportButton } from "./export-button.tsx";
export { ExportDialog } from "./export-dialog.tsx";
