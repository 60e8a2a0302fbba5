import { parentPort, workerData } from "node:worker_threads";
import { diagnose, type Patient } from "./diagnose.ts";

// One thread for each search: it is ended by ending the thread.
if (parentPort === null) throw new Error("This file is started as a thread by the signature doctor.");
const patient = workerData as Patient;
// Bytes come over as plain arrays of bytes, whatever they were.
parentPort.postMessage(diagnose(patient));
