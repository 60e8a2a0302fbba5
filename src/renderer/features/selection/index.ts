export { RemovalDialog } from "./removal-dialog.tsx";
export { SelectionPanel } from "./selection-panel.tsx";
