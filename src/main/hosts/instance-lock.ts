import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

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
 * @throws the system's error when the folder cannot be written to
 */
export function acquireInstanceLock(folder: string): InstanceLock | null {
  const database = new DatabaseSync(join(folder, "instance.lock"));
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
  held.add(database);
  return {
    release: () => {
      held.delete(database);
      database.close();
    },
  };
}
