import { parentPort, workerData } from "node:worker_threads";
import { PROBE } from "../../threads.ts";
import { examine } from "./examine.ts";
import type { DoctorInput } from "./types.ts";

// One thread for each search: it is ended by ending the thread.
if (parentPort === null) throw new Error("This file is started as a thread by the signature doctor.");
// Bytes come over as plain arrays of bytes, whatever they were.
parentPort.postMessage(workerData === PROBE ? PROBE : examine(workerData as DoctorInput));
