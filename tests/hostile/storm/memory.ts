import { readFileSync } from "node:fs";
import { processesOn } from "../../endurance/processes.ts";

/** The number of the app's main process; null where the system does not tell of other processes. */
export function mainProcess(dataFolder: string): number | null {
  const main = processesOn(dataFolder).find(({ command }) => /out\/main\/|electron(?!.*--type=)/.test(command));
  return main?.id ?? null;
}

/** Memory of the app's main process as the system counts it, in mebibytes. */
export interface MainMemory {
  now(): number;
  /** The most it has ever had. */
  peak(): number;
}

/** Null where the system does not tell of other processes. */
export function memoryOfMain(dataFolder: string): MainMemory | null {
  const id = mainProcess(dataFolder);
  if (id === null) return null;
  const of = (name: string): number => {
    const status = readFileSync(`/proc/${id}/status`, "latin1");
    return Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024);
  };
  return { now: () => of("VmRSS"), peak: () => of("VmHWM") };
}
