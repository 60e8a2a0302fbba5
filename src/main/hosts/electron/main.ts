import { join } from "node:path";
import { start } from "../../index.ts";
import { runElectron } from "./run.ts";

// The build puts this file into out/main and the other two builds beside that folder.
const built = join(import.meta.dirname, "..");

// Not awaited: Electron waits for this module before it becomes ready, and runElectron waits for that.
void runElectron({
  start,
  preloadFile: join(built, "preload", "index.cjs"),
  rendererFolder: join(built, "renderer"),
  log: (message, error) => console.error(message, error ?? ""),
});
