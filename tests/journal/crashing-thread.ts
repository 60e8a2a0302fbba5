/**
 * The journal's thread, which crashes on order: a file `crash` in its folder ends the writer once, `crash-always`
 * each time that it is started.
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { workerData } from "node:worker_threads";
import "../../src/main/journal/worker/thread.ts";

const { folder, role } = workerData as { readonly folder: string; readonly role: string };
if (role === "writer")
  setInterval(() => {
    const once = join(folder, "crash");
    if (existsSync(join(folder, "crash-always"))) throw new Error("crashed on order, as always");
    if (!existsSync(once)) return;
    rmSync(once);
    throw new Error("crashed on order");
  }, 20).unref();
