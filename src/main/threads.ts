import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { errorText } from "../shared/primitives.ts";

/** The built or the source files of the program's threads. */
export interface ThreadFiles {
  readonly journal: string | URL;
  readonly doctor: string | URL;
  readonly evidence: string | URL;
}

/** What the program's threads are started from. */
export interface Threads extends ThreadFiles {
  /** Why they are not started from their files but from copies in memory; null when they are. */
  readonly copied: string | null;
}

/** What the doctor's thread is given to say that it can be started, and no more. */
export const PROBE = "probe";
const PATIENCE_MS = 5_000;

/**
 * Finds out whether threads start from the program's own files. Within Electron's archive that is something that no
 * document says of ES modules; where they do not, the same bytes are started from memory. Those are read through the
 * archive, so that its hash covers them too: a file beside it would not be under it.
 */
export async function findThreads(files: ThreadFiles, inArchive = isInArchive(files.doctor)): Promise<Threads> {
  if (!inArchive) return { ...files, copied: null };
  try {
    await probeThread(files.doctor);
    return { ...files, copied: null };
  } catch (error) {
    const copied = errorText(error);
    const { journal, doctor, evidence } = files;
    return { journal: copyOf(journal), doctor: copyOf(doctor), evidence: copyOf(evidence), copied };
  }
}

/** Starts the doctor's thread and hears from it. @throws Error with the reason when it does not start */
export function probeThread(doctor: string | URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(doctor, { workerData: PROBE });
    const patience = setTimeout(() => reject(new Error("a thread does not answer")), PATIENCE_MS);
    worker.once("message", () => resolve());
    worker.once("error", reject);
    worker.once("exit", (code) => {
      clearTimeout(patience);
      // It does nothing where the thread has answered before: a promise is settled once.
      reject(new Error(`a thread ended with ${code}`));
    });
  });
}

function isInArchive(file: string | URL): boolean {
  return /\.asar[\\/]/.test(String(file));
}

/**
 * The built files import nothing but what is part of Node, so that they need no place of their own. Where a package
 * within asks for such a part in the older way, that has to be done from some place: the program's.
 */
function copyOf(file: string | URL): URL {
  const place = JSON.stringify(pathToFileURL(process.execPath).href);
  const text = readFileSync(file, "utf8").replaceAll("import.meta.url", place);
  return new URL(`data:text/javascript;base64,${Buffer.from(text, "utf8").toString("base64")}`);
}
