export { CompareBar } from "./compare-bar.tsx";
export { CompareButton } from "./compare-button.tsx";
export { CompareDialog } from "./compare-dialog.tsx";
