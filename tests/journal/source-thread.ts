/** The thread's file as it is in the source tree; Node 24 runs it by stripping its types. */
export const sourceThread: URL = new URL("../../src/main/journal/worker/thread.ts", import.meta.url);
