import { join } from "node:path";
import { app } from "electron";
import iconFile from "../../../../build/packaging/icons/png/512x512.png?asset";
import { isCommand, runCommand } from "../../../cli/index.ts";
import { start } from "../../index.ts";
import { createProgramLog } from "../../program-log.ts";
import { defaultDataFolder, surroundings } from "../folders.ts";
import { runElectron } from "./start.ts";

// The build puts this file into out/main and the other two builds beside that folder.
const built = join(import.meta.dirname, "..");

const words = process.argv.slice(app.isPackaged ? 1 : 2);
if (isCommand(words[0])) void runCommand(words).then((code) => app.exit(code));
else openTheWindow();

function openTheWindow(): void {
  // Not awaited: Electron waits for this module before it becomes ready, and runElectron waits for that.
  void runElectron({
    start,
    defaultFolder: defaultDataFolder(surroundings),
    preloadFile: join(built, "preload", "index.cjs"),
    rendererFolder: join(built, "renderer"),
    iconFile,
    // CommonJS: its parts are found on the default export only, and the updater is made when it is first read.
    loadUpdater: async () => (await import("electron-updater")).default.autoUpdater,
    log: createProgramLog(),
  });
}
