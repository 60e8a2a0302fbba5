export { CompareBar, CompareButton } from "./compare-bar.tsx";
export { CompareDialog } from "./compare-dialog.tsx";
export { compareStore } from "./compare-store.ts";
export { kindOfTexts } from "./differences/index.ts";
export { type DifferenceRow, DifferencesTable } from "./differences-table.tsx";
