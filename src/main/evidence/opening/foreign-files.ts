import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { type FileCheck, OPENED_FILE_LIMIT, OPENED_FILE_ROOM, type OpenedFile } from "../../../shared/case-file.ts";
import type { ExportProgress, Foreign } from "../../../shared/evidence.ts";
import type { Instant } from "../../../shared/primitives.ts";
import { Refusal } from "../../refusal.ts";
import { createUnderWay } from "../../under-way.ts";
import type { Acquaintance } from "../case/check-case.ts";
import { type EvidenceThread, startEvidenceThread } from "../thread/client.ts";
import { type OpenedLog, openLog } from "./opened-log.ts";
import type { Source, Steps } from "./source.ts";

interface Dependencies {
  /**
   * Of our own, below the folder of the program: what an earlier start of the program left there is removed at once.
   */
  readonly folder: string;
  /** The built or the source files of the threads. */
  readonly threads: { readonly evidence: string | URL; readonly journal: string | URL };
  readonly now: () => Instant;
  readonly acquaintance: () => Promise<OwnAcquaintance>;
  readonly onProgress: (progress: ExportProgress) => void;
  readonly onChange: (opened: OpenedFile | null) => void;
}

/** What is known of signers here, with the key of this installation where it has one. */
export interface OwnAcquaintance extends Omit<Acquaintance, "own"> {
  readonly own: string | null;
}

/** Files of others: taken in piece by piece, looked at, and opened as a log of its own, one at a time. */
export type ForeignFiles = ReturnType<typeof createForeignFiles>;

/** A file that was taken in, or lies on this machine: until it is opened or forgotten. */
interface HeldFile extends Source {
  /** A folder made for it, to be removed at the end; null: it is read where it lies. */
  readonly folder: string | null;
  readonly handle: FileHandle | null;
  size: number;
}

const HELD_AT_MOST = 5;

export function createForeignFiles({ folder, threads, now, acquaintance, onProgress, onChange }: Dependencies) {
  const underWay = createUnderWay("file", "Opening the file was cancelled. Nothing of it was kept.");
  const held = new Map<string, HeldFile>();
  let current: { readonly log: OpenedLog; readonly file: OpenedFile } | null = null;
  rmSync(folder, { recursive: true, force: true });

  function find(token: string): HeldFile {
    const found = held.get(token);
    if (found === undefined) throw new Refusal("no-file", "This file is not at hand any more. Choose it again.");
    return found;
  }

  async function hold(file: HeldFile): Promise<string> {
    const token = randomUUID();
    held.set(token, file);
    for (const oldest of held.keys()) if (held.size > HELD_AT_MOST) await drop(oldest);
    return token;
  }

  async function drop(token: string): Promise<void> {
    const file = held.get(token);
    held.delete(token);
    await file?.handle?.close().catch(() => undefined);
    if (file?.folder !== undefined && file.folder !== null) await rm(file.folder, { recursive: true, force: true });
  }

  async function closeFile(): Promise<void> {
    const closing = current;
    current = null;
    if (closing === null) return;
    onChange(null);
    await closing.log.close();
  }

  async function run<Result>(
    requestId: string,
    work: (thread: EvidenceThread, steps: Steps) => Promise<Result>,
  ): Promise<Result> {
    const thread = startEvidenceThread(threads.evidence);
    try {
      return await underWay.run(requestId, (signal) =>
        work(thread, { signal, progress: (done, of) => onProgress({ requestId, done, of }) }),
      );
    } finally {
      await thread.end();
    }
  }

  async function check({ path, name }: Source, thread: EvidenceThread, steps: Steps): Promise<FileCheck> {
    const { own, known, original } = await acquaintance();
    return thread.do(
      "check",
      { source: { path, name }, own, known },
      { ...steps, told: { original: ({ id, part }) => original(id, part) } },
    );
  }

  /** Whatever ends it before, the folder is gone. */
  async function filled(source: Source, place: string, thread: EvidenceThread, steps: Steps): Promise<OpenedLog> {
    const journalThread = threads.journal;
    try {
      const found = await thread.do("fill", { source, folder: place, journalThread: String(journalThread) }, steps);
      steps.signal.throwIfAborted();
      return await openLog(found, { folder: place, journalThread, now });
    } catch (error) {
      // It may have been broken off, with files of the log still open.
      await thread.end();
      await rm(place, { recursive: true, force: true });
      throw error;
    }
  }

  return {
    /** A file that lies on this machine. @returns its token */
    offer: (path: string): Promise<string> => hold({ path, name: basename(path), folder: null, handle: null, size: 0 }),
    /** A file that will come in pieces, since the window knows no paths. @returns its token */
    async begin(name: string): Promise<string> {
      const own = join(folder, randomUUID());
      try {
        await mkdir(own, { recursive: true, mode: 0o700 });
        const path = join(own, "file");
        return await hold({ path, name: basename(name), folder: own, handle: await open(path, "wx", 0o600), size: 0 });
      } catch (error) {
        throw notKept(error);
      }
    },
    /** @throws Refusal `not-kept` with the reason, `not-readable` beyond the limit */
    async put(token: string, bytes: Uint8Array): Promise<void> {
      const file = find(token);
      if (file.handle === null) throw new Refusal("no-file", "This file is complete already.");
      file.size += bytes.byteLength;
      if (file.size > OPENED_FILE_LIMIT)
        throw new Refusal("not-readable", `This file is larger than ${OPENED_FILE_ROOM}.`);
      await file.handle.writeFile(bytes).catch((error: unknown) => {
        throw notKept(error);
      });
    },
    check: (token: string, requestId: string): Promise<FileCheck> =>
      run(requestId, async (thread, steps) => check(find(token), thread, steps)),
    /** Takes the place of the file that is open. */
    open: (token: string, requestId: string): Promise<OpenedFile> =>
      run(requestId, async (thread, steps) => {
        const { path, name } = find(token);
        const checked = await check({ path, name }, thread, { ...steps, progress: () => undefined });
        const place = join(folder, randomUUID());
        const log = await filled({ path, name }, place, thread, steps);
        await closeFile();
        const { events, from, until } = log;
        current = { log, file: { check: checked, events, from, until } };
        await drop(token);
        onChange(current.file);
        return current.file;
      }),
    cancel: underWay.cancel,
    /** Forgets a file that was not opened. */
    drop,
    status: (): OpenedFile | null => current?.file ?? null,
    /** @throws Refusal `no-file` */
    log(): OpenedLog {
      if (current === null) throw new Refusal("no-file", "No file is open any more.");
      return current.log;
    },
    closeFile,
    async close(): Promise<void> {
      await underWay.close();
      await closeFile();
      for (const token of held.keys()) await drop(token);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function notKept(error: unknown): Refusal {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
  const why = code === "ENOSPC" ? "The disk is full." : `The system refused it (${code}).`;
  return new Refusal("not-kept", `The file could not be taken in. ${why}`);
}

/** What an export of an opened file says of where its events are from. */
export function foreignOf(opened: OpenedFile | null): Foreign | null {
  if (opened === null) return null;
  const { check } = opened;
  const signedBy = check.is === "case" && check.signedBy.by !== "none" ? check.signedBy.fingerprint : null;
  return { file: check.file, signedBy };
}
