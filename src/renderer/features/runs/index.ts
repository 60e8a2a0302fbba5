export { ChooseDialog } from "./choose-dialog.tsx";
export { doubtOf, worthAWord } from "./doubt.ts";
export { ROLE_TONES } from "./roles.ts";
export { useRunCommands } from "./run-commands.ts";
export { RunOfCall } from "./run-of-call.tsx";
export { RunOfDelivery } from "./run-of-delivery.tsx";
export { listedEventsOfRun, selectedRunId } from "./run-of-event.ts";
export { createRunsSlice, type RunsSlice } from "./slice.ts";
