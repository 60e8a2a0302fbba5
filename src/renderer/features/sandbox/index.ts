export { backToNormal, bentText } from "./behaviour-words.ts";
export { SandboxDialog } from "./sandbox-dialog.tsx";
export { SandboxReminder } from "./sandbox-reminder.tsx";
export { sandboxStore } from "./sandbox-store.ts";
