import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Refusal } from "../refusal.ts";

// https://sqlite.org/rescode.html
const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

// A database that nothing refers to is closed by the garbage collector, and its lock is gone with it.
const held = new Set<DatabaseSync>();

export interface InstanceLock {
  release(): void;
}

/**
 * Makes this process the only one that works in a data folder, whichever host the other one runs on. The lock is
 * the system's own on a file that SQLite holds open: it ends with the process, after a SIGKILL too, so that there
 * is no stale lock to be recognised and no process id that could meanwhile be another program's.
 *
 * @returns null when another process has it
 * @throws Refusal `folder-unusable` with a sentence that says why the folder cannot be written to
 */
export function acquireInstanceLock(folder: string): InstanceLock | null {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(folder, "instance.lock"));
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database?.close();
    const code = error instanceof Error && "errcode" in error ? error.errcode : null;
    if (code === SQLITE_BUSY) return null;
    const reason =
      code === SQLITE_FULL
        ? "the disk is full. Free some space, and start again"
        : error instanceof Error
          ? error.message
          : String(error);
    throw new Refusal("folder-unusable", `The data folder ${folder} cannot be used: ${reason}.`);
  }
  held.add(database);
  return {
    release: () => {
      held.delete(database);
      database.close();
    },
  };
}
