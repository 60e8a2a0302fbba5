import { delimiter, join } from "node:path";
import { isProgram } from "../../program-file.ts";
import { Refusal } from "../../refusal.ts";
import { type Surroundings, surroundings } from "../folders.ts";

const ON_PATH = [
  "google-chrome-stable",
  "google-chrome",
  "chromium",
  "chromium-browser",
  "microsoft-edge-stable",
  "microsoft-edge",
];
const MAC_PROGRAMS = ["Google Chrome", "Chromium", "Microsoft Edge"];
const WINDOWS_PROGRAMS = [
  ["Google", "Chrome", "Application", "chrome.exe"],
  ["Chromium", "Application", "chrome.exe"],
  ["Microsoft", "Edge", "Application", "msedge.exe"],
];

/**
 * Looks for a Chromium, Chrome or Edge where the system's installers put them. `LINKDESK_BROWSER` comes first.
 *
 * @returns the path of the program, or null when there is none
 * @throws Refusal when `LINKDESK_BROWSER` names something that cannot be run
 */
export function findBrowser(around: Surroundings = surroundings, canRun = isProgram): string | null {
  const chosen = around.environment["LINKDESK_BROWSER"];
  if (chosen !== undefined && chosen !== "") {
    if (canRun(chosen)) return chosen;
    throw new Refusal("browser-missing", `LINKDESK_BROWSER is set to ${chosen}, which cannot be run.`);
  }
  return candidates(around).find(canRun) ?? null;
}

function candidates({ platform, environment, home }: Surroundings): readonly string[] {
  if (platform === "darwin")
    return ["/Applications", join(home, "Applications")].flatMap((folder) =>
      MAC_PROGRAMS.map((name) => join(folder, `${name}.app`, "Contents", "MacOS", name)),
    );
  if (platform === "win32")
    return WINDOWS_PROGRAMS.flatMap((parts) =>
      ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap((variable) => {
        const folder = environment[variable];
        return folder === undefined ? [] : [join(folder, ...parts)];
      }),
    );
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return ON_PATH.flatMap((name) => folders.map((folder) => join(folder, name)));
}
