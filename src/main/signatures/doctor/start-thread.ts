import { Worker } from "node:worker_threads";
import { Refusal } from "../../refusal.ts";
import type { DoctorInput, Limits, Outcome } from "./types.ts";

/** A search that takes longer explains nothing that anybody waits for. */
export const DOCTOR_LIMITS: Limits = { tries: 400_000, milliseconds: 8_000 };
/** For who wants to know all the same, and may cancel it. */
export const LONGER_LIMITS: Limits = { tries: 20_000_000, milliseconds: 60_000 };
/** Over its own limit by so much, the thread hangs in something that has no end. */
const GRACE_MS = 4_000;

const THREAD_LIMITS = { maxOldGenerationSizeMb: 512 };

/**
 * Runs one search in a thread of its own.
 *
 * @throws Refusal `cancelled` when the signal was given, `doctor-failed` when the thread ended without an answer
 */
export function runDoctor(thread: string | URL, input: DoctorInput, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData: input, resourceLimits: THREAD_LIMITS });
    const finish = (settle: () => void): void => {
      clearTimeout(overdue);
      signal.removeEventListener("abort", cancel);
      settle();
      void worker.terminate();
    };
    const cancel = (): void => finish(() => reject(new Refusal("cancelled", "The search was cancelled.")));
    const fail = (): void =>
      finish(() => reject(new Refusal("doctor-failed", "The search for the cause broke off. Nothing was changed.")));
    const overdue = setTimeout(fail, input.limits.milliseconds + GRACE_MS);
    worker.once("message", (outcome: Outcome) => finish(() => resolve(outcome)));
    worker.once("error", fail);
    worker.once("exit", fail);
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  });
}
