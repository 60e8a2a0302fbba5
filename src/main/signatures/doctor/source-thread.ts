/** The thread's file as it is in the source tree; Node 24 runs it by stripping its types. */
export const sourceDoctorThread: URL = new URL("./thread.ts", import.meta.url);
