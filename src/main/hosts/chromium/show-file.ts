import { spawn } from "node:child_process";
import { dirname } from "node:path";

/** The command of each system that shows a file in its file manager; on Linux no more than its folder, to all alike. */
function commandFor(platform: NodeJS.Platform, path: string): readonly [command: string, ...parameters: string[]] {
  if (platform === "darwin") return ["open", "-R", path];
  if (platform === "win32") return ["explorer.exe", `/select,${path}`];
  return ["xdg-open", dirname(path)];
}

/**
 * Shows a file of ours in the system's file manager, where no desktop does it for us.
 *
 * @throws Error with a sentence for the user when that could not be started
 */
export function showFile(path: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const [command, ...parameters] = commandFor(platform, path);
  const failed = new Error(`No file manager could be started. The file is ${path}.`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { stdio: "ignore", detached: true });
    child.once("error", () => reject(failed));
    // xdg-open ends with 3 or 4 where there is nothing to open a folder with; explorer ends with 1 when all is well.
    child.once("exit", (code) => (code === 0 || platform === "win32" ? resolve() : reject(failed)));
    child.unref();
  });
}
