import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** What decides where things lie; passed in so that each system's rules can be tried on any. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export const surroundings: Surroundings = { platform: process.platform, environment: process.env, home: homedir() };

/** Where this system's programs keep a user's data: `Linkdesk` in there is ours. */
export function defaultDataFolder({ platform, environment, home }: Surroundings): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", "Linkdesk");
  if (platform === "win32") return join(environment["APPDATA"] ?? join(home, "AppData", "Roaming"), "Linkdesk");
  // XDG Base Directory Specification: a path that is not absolute is to be ignored.
  const data = environment["XDG_DATA_HOME"];
  return join(data?.startsWith("/") ? data : join(home, ".local", "share"), "Linkdesk");
}

/** The user's folder for downloads, which is where the browser saves by itself; null when there is none. */
export function userDownloads({ platform, environment, home }: Surroundings): string | null {
  const configuration = environment["XDG_CONFIG_HOME"] ?? join(home, ".config");
  const named = platform === "linux" ? namedDownloads(join(configuration, "user-dirs.dirs"), home) : null;
  const folder = named ?? join(home, "Downloads");
  return existsSync(folder) ? folder : null;
}

/** `XDG_DOWNLOAD_DIR="$HOME/…"` in the file that xdg-user-dirs writes; null when it names none. */
function namedDownloads(file: string, home: string): string | null {
  if (!existsSync(file)) return null;
  const named = /^[ \t]*XDG_DOWNLOAD_DIR="([^"\n]+)"/m.exec(readFileSync(file, "utf8"))?.[1];
  return named?.replace(/^\$HOME(?=\/|$)/, home) ?? null;
}
