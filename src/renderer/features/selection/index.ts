export { SelectionPanel } from "./selection-panel.tsx";
