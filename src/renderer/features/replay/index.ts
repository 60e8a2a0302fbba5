export { REPLAY_COMMANDS, ReplayButton, ReplayFacts } from "./replay-button.tsx";
export { ReplayDialog } from "./replay-dialog.tsx";
