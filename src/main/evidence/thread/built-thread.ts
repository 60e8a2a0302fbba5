// Only for the composition of a built program: electron-vite bundles the thread's file on its own and puts the
// bundle's path here. Everything that runs from source takes `tests/support/threads.ts`.
import path from "./thread.ts?modulePath";

export const builtEvidenceThread: string = path;
