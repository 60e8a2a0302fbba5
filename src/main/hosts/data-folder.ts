import { accessSync, chmodSync, constants, lstatSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorText } from "../../shared/primitives.ts";
import { Refusal } from "../refusal.ts";

/** Files of ours that are opened before anybody could be told of what is wrong with them. */
const OPENED_EARLY = ["instance.lock", "journal.db", "journal.running", "search.db", "secrets.key", "self-check.json"];
const LOG_FILE = join("logs", "linkdesk.log");

/**
 * Makes the folder that everything of ours is kept in, and it and all that comes to be in it the user's alone.
 *
 * @returns whether it is: false where it belongs to somebody else, or its file system knows no rights
 * @throws Refusal `folder-unusable` with a sentence that says what is wrong with it
 */
export function prepareDataFolder(folder: string): { readonly isPrivate: boolean } {
  // Also what libraries and the browser write; on Windows it means nothing.
  process.umask(0o077);
  const refuse = (reason: string): never => {
    throw new Refusal("folder-unusable", `The data folder ${folder} cannot be used: ${reason}.`);
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    refuse(errorText(error));
  }
  for (const name of [...OPENED_EARLY, LOG_FILE]) {
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false });
    // A pipe would be waited for without end.
    if (found !== undefined && !found.isFile() && !found.isSymbolicLink())
      refuse(`${name} in it is no file. Move it away, and start Linkdesk again`);
  }
  return { isPrivate: process.platform === "win32" || isPrivate(folder) };
}

function isPrivate(folder: string): boolean {
  const isOpen = (): boolean => (statSync(folder).mode & 0o077) !== 0;
  if (!isOpen()) return true;
  try {
    chmodSync(folder, 0o700);
  } catch {
    return false;
  }
  return !isOpen();
}
