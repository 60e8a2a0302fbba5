import { homedir } from "node:os";
import { delimiter, isAbsolute, join, win32 } from "node:path";
import type { TunnelProgram } from "../../../shared/address.ts";
import { isProgram } from "../../program-file.ts";

/** Where installers put programs that a desktop's PATH does not name. */
function usualFolders(): readonly string[] {
  const home = homedir();
  if (process.platform === "win32") {
    const { LOCALAPPDATA, ProgramFiles, "ProgramFiles(x86)": older, ProgramData } = process.env;
    return [
      ...[ProgramFiles, older].flatMap((each) =>
        each === undefined ? [] : [join(each, "cloudflared"), join(each, "ngrok")],
      ),
      ...(LOCALAPPDATA === undefined
        ? []
        : [join(LOCALAPPDATA, "Microsoft", "WinGet", "Links"), join(LOCALAPPDATA, "ngrok")]),
      ...(ProgramData === undefined ? [] : [join(ProgramData, "chocolatey", "bin")]),
      join(home, "scoop", "shims"),
    ];
  }
  return [
    "/opt/homebrew/bin",
    "/usr/local/bin",
    "/usr/bin",
    "/snap/bin",
    join(home, ".local", "bin"),
    join(home, "bin"),
  ];
}

/**
 * Two installers for Windows put a small program in the place of the real one, which starts that and waits for it. What
 * it has started is not ours to end, so the real one is looked for first.
 *
 * @param folder in which such a program lies
 */
export function behindShim(folder: string, name: TunnelProgram): string | null {
  const scoop = /^(.*\\scoop)\\shims\\?$/i.exec(folder)?.[1];
  if (scoop !== undefined) return win32.join(scoop, "apps", name, "current");
  const chocolatey = /^(.*\\chocolatey)\\bin\\?$/i.exec(folder)?.[1];
  return chocolatey === undefined ? null : win32.join(chocolatey, "lib", name, "tools");
}

/**
 * The path of a program that the user has installed; null when there is none. Names of folders that are not absolute are
 * left out: what lies in the folder that Linkdesk happens to be started in was not installed.
 */
export function findProgram(name: TunnelProgram, path = process.env["PATH"] ?? ""): string | null {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  const folders = [...path.split(delimiter), ...usualFolders()]
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => [behindShim(folder, name) ?? folder, folder]);
  return folders.map((folder) => join(folder, file)).find(isProgram) ?? null;
}
