import { parentPort, workerData } from "node:worker_threads";
import { assertNever } from "../../../shared/primitives.ts";
import { keepPoolSmall } from "../../memory-return.ts";
import type { ThreadStart } from "../messages.ts";
import { runBackground } from "./background.ts";
import { runReader } from "./reader.ts";
import { runWriter } from "./writer.ts";

// The journal's threads are built from this one file; `workerData` says which of them this is.
const start = workerData as ThreadStart;
if (parentPort === null) throw new Error("This file is started as a thread by the journal.");
keepPoolSmall();
switch (start.role) {
  case "writer":
    runWriter(parentPort, start);
    break;
  case "reader":
    runReader(parentPort, start);
    break;
  case "background":
    runBackground(parentPort, start);
    break;
  default:
    assertNever(start.role);
}
