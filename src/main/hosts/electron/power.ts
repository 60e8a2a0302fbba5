import { powerMonitor } from "electron";
import type { Host } from "../host.ts";
import { watchSleep } from "../sleep-watch.ts";

/** Tells of sleep, to the moment where the system announces it, by the clock where it does not. */
export const onWake: Host["onWake"] = (listener) => {
  const watch = watchSleep(listener);
  powerMonitor.on("suspend", watch.suspended);
  powerMonitor.on("resume", watch.resumed);
};
