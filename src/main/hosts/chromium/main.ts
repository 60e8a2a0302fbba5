import { join } from "node:path";
import { start } from "../../index.ts";
import { createProgramLog } from "../../program-log.ts";
import { runChromium } from "./run.ts";

// The build puts this file into out/main and the other two builds beside that folder.
const built = join(import.meta.dirname, "..");

await runChromium({
  args: process.argv.slice(2),
  start,
  preloadFile: join(built, "preload", "index.cjs"),
  rendererFolder: join(built, "renderer"),
  log: createProgramLog(),
});
