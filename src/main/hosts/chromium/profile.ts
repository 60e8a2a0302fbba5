import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** How long a browser that is ending may hold on to the profile, in milliseconds. */
const PATIENCE_MS = 5_000;

/** What the browser would otherwise keep of what is typed into the window: secrets and references of users. */
const FORGETFUL = {
  credentials_enable_service: false,
  profile: { password_manager_enabled: false },
  autofill: { profile_enabled: false, credit_card_enabled: false },
  browser: { enable_spellchecking: false },
};

/**
 * For a restore after a crash the browser records the tabs, with what stands in their text fields. No setting turns
 * that off; an empty file where it wants a folder does.
 */
const SESSION_FOLDERS = ["Sessions", "Sessions_Encrypted"];

/**
 * A dump of a crashed process has what was typed in it. No switch keeps the browser from writing it but one without which
 * its network service does not run; files do, in the place of the folders that it would go through.
 */
export const NO_DUMPS_FOLDER = "no-crash-dumps";
const DUMP_FOLDERS = ["new", "pending", "completed", "attachments"];

type Preferences = Record<string, unknown>;

/**
 * Makes the browser's own profile ready for a start. Only the holder of the data folder's lock may call this.
 *
 * @param downloads where downloads go; null leaves it to the browser, which knows the user's own folder
 * @returns whether the profile remembers where the window was
 */
export function prepareProfile(folder: string, downloads: string | null): { readonly hasWindowPlace: boolean } {
  const file = join(folder, "Default", "Preferences");
  mkdirSync(join(folder, "Default"), { recursive: true, mode: 0o700 });
  const before = readPreferences(file);
  const download = { prompt_for_download: false, ...(downloads === null ? {} : { default_directory: downloads }) };
  writeFileSync(file, JSON.stringify(merged(merged(before, FORGETFUL), { download })), { mode: 0o600 });
  for (const name of SESSION_FOLDERS) {
    rmSync(join(folder, "Default", name), { recursive: true, force: true });
    writeFileSync(join(folder, "Default", name), "");
  }
  mkdirSync(join(folder, NO_DUMPS_FOLDER), { recursive: true, mode: 0o700 });
  for (const name of DUMP_FOLDERS) writeFileSync(join(folder, NO_DUMPS_FOLDER, name), "");
  return { hasWindowPlace: "app_window_placement" in section(before, "browser") };
}

/** An unreadable file is what the browser itself would start anew from. */
function readPreferences(file: string): Preferences {
  if (!existsSync(file)) return {};
  try {
    const read: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isSection(read) ? read : {};
  } catch {
    return {};
  }
}

function merged(into: Preferences, changes: Preferences): Preferences {
  const result = { ...into };
  for (const [name, change] of Object.entries(changes))
    result[name] = isSection(change) ? merged(section(into, name), change) : change;
  return result;
}

function section(preferences: Preferences, name: string): Preferences {
  const value = preferences[name];
  return isSection(value) ? value : {};
}

function isSection(value: unknown): value is Preferences {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Frees a profile from a browser that was left behind when Linkdesk was killed. Such a browser ends by itself once
 * its pipes are closed; it is waited for, and ended if it does not. A lock that nobody holds any more is removed:
 * the browser would do that itself, but not when the machine has another name now, as containers do.
 *
 * On Windows the lock is a file that is open, and ends with the process.
 */
export async function releaseProfile(folder: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (let holder = lockHolder(folder); holder !== null && isAlive(holder); holder = lockHolder(folder)) {
    if (!usesProfile(holder, folder)) break;
    if (performance.now() > until) process.kill(holder, "SIGKILL");
    await wait(50);
  }
  removeSocketFolder(folder);
  for (const name of ["SingletonLock", "SingletonCookie", "SingletonSocket"])
    rmSync(join(folder, name), { force: true });
}

/** A browser keeps its socket in a folder of the system's temporary one, which it removes at its end, but not when killed. */
function removeSocketFolder(folder: string): void {
  try {
    const socket = readlinkSync(join(folder, "SingletonSocket"));
    for (const name of ["SingletonSocket", "SingletonCookie"]) rmSync(join(dirname(socket), name), { force: true });
    // Not a folder that holds anything else.
    rmdirSync(dirname(socket));
  } catch {
    // There is none.
  }
}

/** The process that the lock names, if it is one of this machine: `SingletonLock` is a link to `<host>-<pid>`. */
function lockHolder(folder: string): number | null {
  try {
    const named = /^(.*)-([0-9]+)$/.exec(readlinkSync(join(folder, "SingletonLock")));
    return named?.[1] === hostname() ? Number(named[2]) : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The number may long since be another program's: that one is left alone. */
function usesProfile(pid: number, folder: string): boolean {
  try {
    const command = execFileSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" });
    return command.includes(`--user-data-dir=${folder}`);
  } catch {
    return false;
  }
}
