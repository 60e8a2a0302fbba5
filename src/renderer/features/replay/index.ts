export { ReplayButton } from "./replay-button.tsx";
export { ReplayDialog } from "./replay-dialog.tsx";
export { ReplayFacts } from "./replay-facts.tsx";
