export { ChooseDialog } from "./choose-dialog.tsx";
export { useRunCommands } from "./run-commands.ts";
export { hasCauses, RunOfCall } from "./run-of-call.tsx";
export { RunOfDelivery } from "./run-of-delivery.tsx";
export { useRunEvents } from "./run-of-event.ts";
export { runsStore } from "./runs-store.ts";
