// Only for the composition of a built program: electron-vite bundles the thread's file on its own and puts the
// bundle's path here. Everything that runs from source (tests, benchmarks) takes `tests/support/threads.ts`.
import path from "./worker/thread.ts?modulePath";

export const builtThread: string = path;
