import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { start } from "../../index.ts";
import { createProgramLog } from "../../program-log.ts";
import { runChromium } from "./start.ts";

// On a machine with much memory V8 lets a heap grow to four times of what is alive before it collects: after a flood of
// large bodies most of main's memory was rubbish. At a third it collects more often, in the same time.
setFlagsFromString("--heap-growing-percent=30");

// The build puts this file into out/main and the other two builds beside that folder.
const built = join(import.meta.dirname, "..");

await runChromium({
  args: process.argv.slice(2),
  start,
  preloadFile: join(built, "preload", "index.cjs"),
  rendererFolder: join(built, "renderer"),
  log: createProgramLog(),
});
