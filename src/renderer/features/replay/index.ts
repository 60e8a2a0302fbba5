export { canForwardAgain, ForwardCallout } from "./forward-again.tsx";
export { REPLAY_COMMANDS, ReplayAgainButton, ReplayButton, ReplayFacts } from "./replay-button.tsx";
export { ReplayDialog } from "./replay-dialog.tsx";
export { replayStore } from "./replay-store.ts";
